import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { StudentRetention } from '#contract/outputs/retention/shapes.ts'
import { onePage, openApp, sentTo } from '#client/testing/open-app.tsx'
import { aStudentOverview, aStudentPeriod } from '#client/testing/records.ts'
import { admin, schoolAdmin } from '#client/testing/users.ts'

const retention: StudentRetention = {
  erased_at: null,
  hold: null,
  school: { id: 7, name: 'Riverside University', hold: null },
  blocked: null,
  counts: {
    policy_years: 2,
    dependents: 1,
    forms: 1,
    documents: 3,
    notes: 0,
    messages: 0,
    emails: 4,
    checks: 0,
    history_entries: 30,
  },
}
const erase = 'POST /api/students/900/erase'
const held = { since: '2026-11-01T12:00:00.000Z', reason: 'Subpoena' }

const open = async (more: Parameters<typeof openApp>[2] = {}, user = admin, student = {}) => {
  const overview = { ...aStudentOverview, student: { ...aStudentOverview.student, ...student } }
  const app = await openApp('/student/900/notes', user, {
    'GET /api/students/900/overview': { body: { data: overview } },
    'GET /api/student-periods/500': { body: { data: aStudentPeriod } },
    'GET /api/student-notes': onePage([]),
    'GET /api/students/900/retention': { body: { data: retention } },
    [erase]: { status: 204 },
    ...more,
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Actions for/ }))
  return app
}
const choose = async (name: string) => userEvent.click(await screen.findByRole('menuitem', { name }))

test('erasing shows how much is erased, and asks for a reason', async () => {
  const { received } = await open()
  await choose('Erase record…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase the record of Ana Lopez?' }))
  expect(
    await dialog.findByText(/the content of 1 form, 3 documents, 4 emails, and 30 history entries/),
  ).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Erase record' }))
  expect(sentTo(received, erase)).toEqual([])
  await userEvent.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'They asked for it')
  await userEvent.click(dialog.getByRole('button', { name: 'Erase record' }))
  expect(await screen.findByText('Record erased')).toBeTruthy()
  expect(sentTo(received, erase)).toEqual([{ reason: 'They asked for it' }])
})

test('a record that can’t be erased says why, and offers no button', async () => {
  const blocked = 'This student is on legal hold. Release the hold before you erase the record.'
  await open({ 'GET /api/students/900/retention': { body: { data: { ...retention, blocked } } } })
  await choose('Erase record…')
  expect(await screen.findByText(blocked)).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Erase record' }).disabled).toBe(true)
})

test('a school’s hold is released where it’s shown', async () => {
  const release = 'POST /api/schools/7/legal-hold/release'
  const onHold = { ...retention, school: { ...retention.school, hold: held } }
  const { received } = await open({
    'GET /api/students/900/retention': { body: { data: onHold } },
    [release]: { status: 204 },
  })
  await choose('Legal hold…')
  expect(await screen.findByText(/Subpoena/)).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox', { name: /^Reason for the release/ }), 'Case closed')
  await userEvent.click(screen.getByRole('button', { name: 'Release hold' }))
  expect(await screen.findByText('Legal hold released')).toBeTruthy()
  expect(sentTo(received, release)).toEqual([{ reason: 'Case closed' }])
})

test('an erased record says so, and offers no changes', async () => {
  await open({}, admin, {
    first_name: '',
    last_name: 'Erased student',
    erased_at: '2026-11-20T12:00:00.000Z',
  })
  expect(await screen.findByText(/Everything that identified this student was erased/)).toBeTruthy()
  expect(await screen.findByRole('menuitem', { name: 'Record of disclosures' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Add note' })).toBeNull()
  expect(screen.queryByRole('menuitem', { name: 'Erase record…' })).toBeNull()
})

test('School Admins are told of a hold, and can neither erase nor release', async () => {
  await open({}, schoolAdmin, { held_since: held.since })
  expect(await screen.findByText(/On legal hold since .+ [ap]\.m\. Nothing about/)).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Erase record…' })).toBeNull()
  expect(screen.queryByRole('menuitem', { name: 'Legal hold…' })).toBeNull()
})
