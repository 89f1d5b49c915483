import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { absent, broken, onePage, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { aCheck } from '#client/testing/checks.ts'
import { createRecordServer } from '#client/testing/record-server.ts'
import { aStudentOverview, aStudentPeriod } from '#client/testing/records.ts'
import { admin, schoolAdmin } from '#client/testing/users.ts'

const record = {
  ...aStudentPeriod,
  dental_status: 'enrolled' as const,
  medical_waive_group_number: 'G-1',
  medical_waive_insurance_company_id: 3,
  medical_waive_insurance_company: 'Aetna',
}
const recordAt = 'GET /api/student-periods/500'
const premiumsAt = 'GET /api/student-periods/500/plan-premiums'
const put = 'PUT /api/student-periods/500/insurance-details'

const open = (more: Parameters<typeof openApp>[2] = {}, user = admin, period = 70) =>
  openApp(`/student/900/policy-years/${period}/insurance-details`, user, {
    'GET /api/students/900/overview': { body: { data: aStudentOverview } },
    'GET /api/insurance-companies': onePage([]),
    [recordAt]: { body: { data: record } },
    [premiumsAt]: { body: { data: [] } },
    ...more,
  })
/** A coverage type, whose fields are being edited. */
const line = async (name: string) => {
  const found = within(await screen.findByRole('region', { name }))
  const edit = found.queryByRole('button', { name: /^Edit/ })
  if (edit) await userEvent.click(edit)
  return found
}

test('a coverage type reads as text with what its status is missing; Edit shows its fields alone', async () => {
  await open()
  const medical = within(await screen.findByRole('region', { name: 'Medical' }))
  expect(medical.getByText('Aetna')).toBeTruthy()
  expect(medical.getByText('G-1')).toBeTruthy()
  const dental = within(screen.getByRole('region', { name: 'Dental' }))
  expect(
    dental.getByText(/^Missing: coverage start date, coverage end date,? and premium \(annual\)$/),
  ).toBeTruthy()
  expect(screen.queryAllByRole('textbox')).toEqual([])
  await userEvent.click(medical.getByRole('button', { name: 'Edit medical insurance' }))
  expect(medical.getByLabelText<HTMLInputElement>('Group number').value).toBe('G-1')
  expect(dental.queryAllByRole('textbox')).toEqual([])
})

test('while the policy year loads, a placeholder is shown', async () => {
  await open({ [recordAt]: pending })
  expect(await screen.findByText('Loading policy year')).toBeTruthy()
})

test.each([
  ['a refusal', refused, /Only this school’s admins and Shipmate Admins/],
  ['a failure', broken, 'The policy year couldn’t be loaded'],
  ['a policy year that is not there', absent, 'Not found'],
] as const)('%s is said', async (_, answer, words) => {
  await open({ [recordAt]: answer })
  expect(await screen.findByText(words)).toBeTruthy()
})

test('if the student isn’t in a policy year, a message says so', async () => {
  await open({}, admin, 71)
  expect(await screen.findByText('Not in this policy year')).toBeTruthy()
})

test('only the section that applies to the status is open; every section has a count', async () => {
  await open()
  const medical = await line('Medical')
  expect(medical.getByRole('button', { name: /^Waiver 2 of/ }).getAttribute('aria-expanded')).toBe('true')
  expect(medical.getByRole('button', { name: /^Enrollment 0 of/ }).getAttribute('aria-expanded')).toBe(
    'false',
  )
  expect(medical.queryByRole('textbox', { name: 'Plan name' })).toBeNull()
  expect(medical.getByLabelText<HTMLInputElement>('Insurance company').value).toBe('Aetna')
  const dental = await line('Dental')
  expect(dental.getByRole('button', { name: /^Enrollment/ }).getAttribute('aria-expanded')).toBe('true')
})

test('a premium that stays after coverage was voided says that it isn’t charged', async () => {
  const premium = { medical_enroll_premium: '4800.00' }
  const uncharged = 'The premium isn’t charged, because the student isn’t enrolled.'
  await open({ [recordAt]: { body: { data: { ...record, ...premium, medical_status: 'not_applicable' } } } })
  expect(await screen.findByText(uncharged)).toBeTruthy()
  cleanup()
  await open({ [recordAt]: { body: { data: { ...record, ...premium, medical_status: 'enrolled' } } } })
  await screen.findByText('$4,800.00')
  expect(screen.queryByText(uncharged)).toBeNull()
})

test('a waived coverage shows its latest check, and can be checked again', async () => {
  await open({ 'GET /api/eligibility-reports': onePage([aCheck, { ...aCheck, id: 30, message: 'Before.' }]) })
  const medical = await line('Medical')
  expect(await medical.findByText(/The plan is active, but a premium may be unpaid/)).toBeTruthy()
  expect(medical.queryByText(/Before/)).toBeNull()
  expect(medical.getByRole('link', { name: 'Details' }).getAttribute('href')).toBe(
    '/student/900/inovalon-verifications#check-31',
  )
  expect(medical.getByRole('button', { name: 'Check again: medical' })).toBeTruthy()
  expect((await line('Dental')).queryByText('Eligibility check')).toBeNull()
})

test('fields for Shipmate Admins are read-only for others', async () => {
  await open({}, schoolAdmin)
  const dental = await line('Dental')
  expect(dental.getByLabelText<HTMLInputElement>('Premium (annual)').disabled).toBe(true)
})

test('another insurance company says that saving clears the date on which the former one was verified', async () => {
  await open({
    [recordAt]: { body: { data: { ...record, medical_waive_verified_on: '2026-08-06' } } },
    'GET /api/insurance-companies': onePage([{ id: 4, name: 'Cigna', aliases: [] }]),
  })
  const medical = await line('Medical')
  const cleared = /^Saving clears this date/
  expect(medical.queryByText(cleared)).toBeNull()
  await userEvent.clear(medical.getByLabelText('Insurance company'))
  await userEvent.type(medical.getByLabelText('Insurance company'), 'cig')
  await userEvent.click(await screen.findByRole('option', { name: /Cigna/ }))
  expect(medical.getByText(cleared)).toBeTruthy()
  await userEvent.type(medical.getByLabelText('Verified date'), '{Backspace}7')
  expect(medical.queryByText(cleared)).toBeNull()
})

test('only changed values are sent; open sections stay open after a save and its undo', async () => {
  const server = createRecordServer(record)
  const { received } = await open({
    ...server.routes,
    'POST /api/changes/77/undo': server.routes['POST /api/changes/77/undo'] ?? {},
  })
  const medical = await line('Medical')
  await userEvent.click(medical.getByRole('button', { name: /^Enrollment/ }))
  expect(medical.getByRole('textbox', { name: 'Plan name' })).toBeTruthy()
  const group = medical.getByLabelText<HTMLInputElement>('Group number')
  await userEvent.clear(group)
  // each coverage type is a separate form for the browser; Enter saves them all
  await userEvent.type(group, 'G-2{Enter}')
  expect(await screen.findByText('Insurance details saved')).toBeTruthy()
  expect(sentTo(received, put)).toEqual([{ medical_waive_group_number: 'G-2', version: 4 }])
  expect(medical.getByRole('button', { name: /^Enrollment/ }).getAttribute('aria-expanded')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(medical.getByLabelText<HTMLInputElement>('Group number').value).toBe('G-1'))
})

test('an error appears at its field', async () => {
  await open({
    [put]: {
      status: 422,
      body: { code: 'invalid', message: 'x', errors: { medical_waive_group_number: ['No such group.'] } },
    },
  })
  const medical = await line('Medical')
  await userEvent.type(medical.getByLabelText('Group number'), '9')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findAllByText(/No such group/)).length).toBeGreaterThan(0)
  expect(medical.getByLabelText<HTMLInputElement>('Group number').value).toBe('G-19')
})

test('the error summary names the coverage type, because all three have that field', async () => {
  await open({
    [put]: {
      status: 422,
      body: { code: 'invalid', message: 'x', errors: { dental_enroll_group_number: ['No such group.'] } },
    },
  })
  const dental = await line('Dental')
  await userEvent.type(dental.getByLabelText('Plan group number'), '9')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const summary = within(await screen.findByRole('region', { name: 'Errors to fix' }))
  await userEvent.click(summary.getByRole('button', { name: 'Dental plan group number: No such group.' }))
  expect(document.activeElement).toBe(dental.getByLabelText('Plan group number'))
})

const enrollment = async () => (await line('Medical')).getByRole('button', { name: /^Enrollment/ })

test('an error in a collapsed section opens it', async () => {
  await open({
    [put]: {
      status: 422,
      body: { code: 'invalid', message: 'x', errors: { medical_enroll_group_number: ['No such group.'] } },
    },
  })
  const medical = await line('Medical')
  expect((await enrollment()).getAttribute('aria-expanded')).toBe('false')
  await userEvent.type(medical.getByLabelText('Group number'), '9')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findAllByText(/No such group/)).length).toBeGreaterThan(0)
  expect((await enrollment()).getAttribute('aria-expanded')).toBe('true')
})

test('a restored draft in a collapsed section opens it', async () => {
  const content = JSON.stringify({ version: 4, fields: { medical_enroll_group_number: ['', 'E-7'] } })
  await open({ 'GET /api/drafts': { body: { data: { content } } } })
  expect(await screen.findByText(/Draft restored/)).toBeTruthy()
  const medical = await line('Medical')
  expect(medical.getByLabelText<HTMLInputElement>('Plan group number').value).toBe('E-7')
  await waitFor(async () => expect((await enrollment()).getAttribute('aria-expanded')).toBe('true'))
})

const saysSpouse = {
  [premiumsAt]: { body: { data: [{ coverage: 'dental', tier: 'enrolled_esp', premium: '824.00' }] } },
}

test('a premium that differs from the plan’s shows the plan’s, which can be used and saved with the rest', async () => {
  const server = createRecordServer({ ...record, dental_enroll_premium: '412.00' })
  const { received } = await open({ ...server.routes, ...saysSpouse })
  const dental = await line('Dental')
  expect((await dental.findByText(/^Plan premium:/)).textContent).toBe(
    'Plan premium: $824.00 for Enrolled – Spouse.',
  )
  const take = dental.getByRole('button', {
    name: 'Use this premium',
    description: /Plan premium: \$824\.00/,
  })
  await userEvent.click(take)
  const premium = dental.getByLabelText<HTMLInputElement>('Premium (annual)')
  expect(premium.value).toBe('824.00')
  expect(document.activeElement).toBe(premium)
  expect(dental.queryByText(/^Plan premium:/)).toBeNull()
  expect(sentTo(received, put)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Insurance details saved')).toBeTruthy()
  expect(sentTo(received, put)).toEqual([{ dental_enroll_premium: '824.00', version: 4 }])
})

test('the plan’s premium is hidden while typed dates aren’t saved', async () => {
  await open(saysSpouse)
  const dental = await line('Dental')
  expect(await dental.findByText(/^Plan premium:/)).toBeTruthy()
  await userEvent.type(dental.getByLabelText('Coverage start date'), '02/01/2027')
  await userEvent.tab()
  await waitFor(() => expect(dental.queryByText(/^Plan premium:/)).toBeNull())
})

test('users who can’t change a premium see the plan’s', async () => {
  await open(saysSpouse, schoolAdmin)
  const dental = await line('Dental')
  expect(await dental.findByText(/^Plan premium:/)).toBeTruthy()
  expect(dental.queryByRole('button', { name: 'Use this premium' })).toBeNull()
})
