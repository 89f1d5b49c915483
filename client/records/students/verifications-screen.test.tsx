import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { EligibilityReport } from '#contract/review/verifications/shapes.ts'
import {
  absent,
  broken,
  onePage,
  openApp,
  pending,
  queriesOf,
  refused,
  sentTo,
} from '#client/testing/open-app.tsx'
import { aCheck } from '#client/testing/checks.ts'
import { aStudentOverview, aStudentPeriod } from '#client/testing/records.ts'
import { admin, schoolAdmin } from '#client/testing/users.ts'

const checksAt = 'GET /api/eligibility-reports'
const askAt = 'POST /api/eligibility-reports'
const rawAt = 'GET /api/eligibility-reports/31/raw'
const recordAt = 'GET /api/student-periods/500'
const takeAt = 'POST /api/eligibility-reports/update-student-period'

const open = (
  answer: Parameters<typeof openApp>[2][string],
  more: Parameters<typeof openApp>[2] = {},
  user = admin,
) =>
  openApp('/student/900/inovalon-verifications', user, {
    'GET /api/students/900/overview': { body: { data: aStudentOverview } },
    [checksAt]: answer,
    ...more,
  })
const card = async (name = 'Medical, 2026–27') => within(await screen.findByRole('article', { name }))

test.each([
  ['loading', pending, 'Loading eligibility checks'],
  ['empty', onePage([]), 'No verifications yet'],
  ['refused', refused, /Only this school’s admins and Shipmate Admins/],
  ['broken', broken, 'The eligibility checks couldn’t be loaded'],
  ['not found', absent, 'Not found'],
] as const)('checks that are %s say so', async (_, answer, words) => {
  await open(answer)
  expect(await screen.findByText(words)).toBeTruthy()
})

test('a check says its result, what to do, the plan, and how the payer was asked', async () => {
  await open(onePage([aCheck]))
  const medical = await card()
  expect(medical.getAllByText('Active')).toHaveLength(2)
  expect(medical.getByText(/The plan is active, but a premium may be unpaid/).textContent).toContain(
    'Check again in a month.',
  )
  expect(medical.getByText('Simulated result')).toBeTruthy()
  expect(medical.getByText(/Requested by Dana Whitlock/)).toBeTruthy()
  const valueOf = (label: string) => medical.getByText(label).parentElement?.querySelector('dd')?.textContent
  expect(valueOf('Insurance company')).toBe('Harbor Health (62308)')
  expect(valueOf('Plan dates')).toBe('Since 01/01/2026')
  expect(valueOf('Deductible')).toBe('$750.00\nFamily $1,500.00\n$375.00 left')
  expect(valueOf('Other insurance companies')).toBe('Brightwater Health (88221)')
  const attempts = within(medical.getByRole('list', { name: 'Attempts', hidden: true }))
  expect(attempts.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    'As enteredNot foundHarbor Health (62308) · 340 ms · The insurance company didn’t find the student.',
    'Student as subscriberActiveHarbor Health (62308) · 2.1 s · The plan is active.',
  ])
})

test('the raw text loads only when someone opens it, which says that it’s recorded', async () => {
  const { received } = await open(onePage([aCheck]), {
    [rawAt]: { body: { data: [{ number: 1, sent: 'ISA*00~ST*270~', received: null }] } },
  })
  const medical = await card()
  expect(queriesOf(received, rawAt)).toEqual([])
  await userEvent.click(medical.getByText(/Opening it is recorded in the access log/))
  expect(await medical.findByText(/ST\*270/)).toBeTruthy()
  expect(queriesOf(received, rawAt)).toHaveLength(1)
})

test('school admins read the checks, without raw text and without acts', async () => {
  await open(onePage([aCheck]), {}, schoolAdmin)
  const medical = await card()
  expect(medical.getByText('2 attempts')).toBeTruthy()
  expect(medical.queryByText('Raw text')).toBeNull()
  expect(medical.queryByText('Compare with the record')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Check/ })).toBeNull()
})

test('a waived coverage is checked now, and its answer appears', async () => {
  const asked = {
    ...aCheck,
    id: 32,
    status: null,
    retrieval_status: 'pending',
    created_at: new Date().toISOString(),
  }
  let rows: unknown[] = []
  let reads = 0
  const { received } = await open(
    () => {
      reads += 1
      if (rows.includes(asked) && reads > 2) rows = [{ ...aCheck, id: 32 }]
      return onePage(rows)
    },
    {
      [askAt]: () => {
        rows = [asked]
        return { status: 202, body: { data: { id: 32, retrieval_status: 'pending' } } }
      },
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Check now' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Medical' }))
  expect(screen.queryByRole('menuitem', { name: 'Dental' })).toBeNull()
  expect(await screen.findByText('Waiting for the insurance company’s response…')).toBeTruthy()
  expect(sentTo(received, askAt)).toEqual([{ student_period_id: 500, coverage_type: 'medical' }])
  expect(await screen.findByText(/The plan is active, but/, {}, { timeout: 5000 })).toBeTruthy()
})

test('a coverage that someone else is checking says so', async () => {
  await open(onePage([aCheck]), {
    [askAt]: { status: 409, body: { code: 'busy', message: 'This coverage is already being checked.' } },
  })
  await userEvent.click((await card()).getByRole('button', { name: /^Check again/ }))
  expect(await screen.findByText(/This coverage is already being checked/)).toBeTruthy()
})

test('chosen values are saved in the record; equal ones can’t be chosen', async () => {
  const record = { ...aStudentPeriod, medical_waive_insurance_type: 'ppo' }
  const { received } = await open(onePage([aCheck]), {
    [recordAt]: { body: { data: record } },
    [takeAt]: { body: { data: record }, headers: { 'X-Change-Id': '77' } },
  })
  const medical = await card()
  await userEvent.click(medical.getByText('Compare with the record'))
  expect(await medical.findByText('2 values differ from the record.')).toBeTruthy()
  expect(medical.queryByRole('checkbox', { name: /insurance type/i })).toBeNull()
  await userEvent.click(medical.getByRole('checkbox', { name: /group number/i }))
  await userEvent.click(medical.getByRole('button', { name: 'Save 1 in the record' }))
  expect(await screen.findByText('1 field saved')).toBeTruthy()
  expect(sentTo(received, takeAt)).toEqual([
    { eligibility_report_id: 31, fields: ['waive_group_number'], version: 4 },
  ])
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
})

test('if someone else changed the record, nothing is saved, and the record is shown as it is now', async () => {
  let group = 'G-1'
  await open(onePage([aCheck]), {
    [recordAt]: () => ({ body: { data: { ...aStudentPeriod, medical_waive_group_number: group } } }),
    [takeAt]: () => {
      group = 'G-2'
      return { status: 409, body: { code: 'stale', message: 'x', data: null } }
    },
  })
  const medical = await card()
  await userEvent.click(medical.getByText('Compare with the record'))
  await userEvent.click(await medical.findByRole('checkbox', { name: /group number/i }))
  await userEvent.click(medical.getByRole('button', { name: 'Save 1 in the record' }))
  expect((await medical.findByRole('alert')).textContent).toContain(
    'Someone else changed the record, so nothing was saved.',
  )
  await waitFor(() => expect(medical.getByText('G-2')).toBeTruthy())
})

test('an answer under another first name says what it means, and one click accepts it, with undo', async () => {
  const legal: EligibilityReport = {
    ...aCheck,
    status: 'unknown',
    message: 'The first name differs: ELIZABETH. Last name, birth date and member ID agree.',
    plan: null,
    may_accept: true,
    if_accepted: 'The plan is active.',
  }
  const acceptAt = 'POST /api/eligibility-reports/31/accept'
  const { received } = await open(onePage([legal]), {
    [acceptAt]: { body: { data: aCheck }, headers: { 'x-change-id': '77' } },
  })
  const medical = await card()
  expect(medical.getByText('If you accept the result: The plan is active.')).toBeTruthy()
  await userEvent.click(medical.getByRole('button', { name: 'Accept the result' }))
  expect(await screen.findByText('Result accepted')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  expect(sentTo(received, acceptAt)).toHaveLength(1)
})

test('school admins can read what an answer leaves open, but not accept it', async () => {
  const question = 'The result has an end of coverage, 12/31/2026, but not in the student’s plan.'
  const asking = { ...aCheck, basis: { ...aCheck.basis, questions: [question] }, may_accept: true }
  await open(onePage([asking]), {}, schoolAdmin)
  const medical = await card()
  expect(medical.getByText(question)).toBeTruthy()
  expect(medical.queryByRole('button', { name: 'Accept the result' })).toBeNull()
})

test('an accepted answer says who accepted what', async () => {
  const accepted = {
    by: { id: 1, name: 'Dana Whitlock' },
    at: aCheck.created_at,
    questions: ['The first name differs: LIZ.'],
  }
  await open(onePage([{ ...aCheck, accepted }]))
  expect((await card()).getByText(/Accepted by Dana Whitlock/).textContent).toContain(
    'The first name differs: LIZ.',
  )
})
