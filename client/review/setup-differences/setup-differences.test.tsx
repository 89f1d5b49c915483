import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Reply } from '#client/testing/fake-server.ts'
import { onePage, openApp, queriesOf, reloadsShown, sentTo } from '#client/testing/open-app.tsx'
import { aPeriod, aSchool } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'

const read = 'GET /api/periods/70/setup-differences'
const apply = 'POST /api/periods/70/setup-differences'
const group = (kind: string, apart: string | null, students: number) => ({
  key: kind,
  kind,
  coverage_type: 'medical',
  from_status: null,
  to_status: null,
  apart,
  students,
  amount: null,
})

test('a reload leaves choices and the open list of students as they are', async () => {
  const groups = [group('tier', null, 2), group('plan_details', null, 3), group('exemption', 'by_hand', 4)]
  const { received } = await openApp('/schools/7/period/70/set-up/records', admin, {
    'GET /api/schools/7': { body: { data: aSchool } },
    'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
    [read]: { body: { data: { records: 5, groups } } },
    [`${read}/students`]: onePage([{ student_id: 9, name: 'Ana Ortiz', sid: 'N1' }]),
    [apply]: { status: 409, body: { code: 'conflict', message: 'The records changed.' } },
  })
  await userEvent.click(await screen.findByRole('checkbox', { name: /Tier doesn’t fit/ }))
  await userEvent.click(screen.getByRole('checkbox', { name: /An exemption applies/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Show 3 students' }))
  expect(await screen.findByText('Ana Ortiz')).toBeTruthy()
  await reloadsShown(received, read)
  expect(screen.getByText('Ana Ortiz')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: 'Make 7 changes' }))
  await waitFor(() =>
    expect(sentTo(received, apply)).toEqual([
      { groups: ['plan_details', 'exemption'], expected: { differences: 7 } },
    ]),
  )
})

test('a job that ended before the list of jobs arrived is reported once', async () => {
  const job = { id: 5, kind: 'apply-setup', state: 'running', progress: null, message: null }
  const ended = { ...job, state: 'done', change_id: 77, may_undo: true, result: { changed: 2 } }
  const list = Promise.withResolvers<Reply>()
  const { received } = await openApp('/schools/7/period/70/set-up/records', admin, {
    'GET /api/schools/7': { body: { data: aSchool } },
    'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
    [read]: { body: { data: { records: 2, groups: [group('tier', null, 2)] } } },
    [apply]: { status: 202, body: { data: { job_id: 5 } } },
    'GET /api/jobs': () => list.promise,
    'GET /api/jobs/5': { body: { data: ended } },
    'POST /api/jobs/5/told': { status: 204 },
    'POST /api/jobs/6/told': { status: 204 },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Make 2 changes' }))
  expect(await screen.findByText('Setup applied to 2 records')).toBeTruthy()
  await waitFor(() => expect(queriesOf(received, 'GET /api/jobs')).toHaveLength(1))
  const other = { ...ended, id: 6, result: { changed: 3 } }
  list.resolve({ body: { data: [ended, other] } })
  expect(await screen.findByText('Setup applied to 3 records')).toBeTruthy()
  expect(screen.getAllByText('This finished while you were away.')).toHaveLength(1)
})
