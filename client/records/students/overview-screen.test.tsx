import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/platform/history/shapes.ts'
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
import { aPeriod, aPolicyYear, aStudent, aStudentOverview, aStudentPeriod } from '#client/testing/records.ts'
import { admin, schoolAdmin } from '#client/testing/users.ts'

const overview = {
  ...aStudentOverview,
  student_periods: [
    aPolicyYear,
    { ...aPolicyYear, id: 499, period_id: 69, period_name: '2025–26', medical_status: 'enrolled' },
  ],
}
const entry: HistoryEntry = {
  id: 1,
  change_id: 30,
  at: '2026-11-20T10:00:00.000Z',
  actor: { id: 1, name: 'Dana Whitlock' },
  cause: 'person',
  subject: { type: 'student_period', id: 499 },
  student_id: 900,
  student_period_id: 499,
  kind: 'coverage_status_overridden',
  reason: 'Court order',
  changes: [
    { field: 'medical_status', before: 'waived', after: 'enrolled' },
    { field: 'medical_prior_tier', before: null, after: 'enrolled' },
  ],
}
const moves = [
  {
    coverage: 'medical',
    event: 'approve_waiver',
    label: 'Approve waiver',
    to: 'waived',
    changes: [{ field: 'medical_waive_verified_on', before: null, after: '2026-11-20' }],
  },
  { coverage: 'dental', event: 'decline_optional', label: 'Decline coverage', to: 'declined', changes: [] },
]

const open = (more: Parameters<typeof openApp>[2] = {}, user = admin) =>
  openApp('/student/900', user, {
    'GET /api/students/900/overview': { body: { data: overview } },
    'GET /api/student-periods/500': { body: { data: aStudentPeriod } },
    'GET /api/student-periods/500/status-moves': { body: { data: moves } },
    'GET /api/student-history-entries': onePage([entry]),
    ...more,
  })
const put = 'PUT /api/student-periods/500'
const preview = 'POST /api/student-periods/bulk-operations/update-coverage-statuses'
const lines = async () => within(await screen.findByRole('region', { name: 'Coverage' }))
const change = async (line: string, item: string | RegExp) => {
  await userEvent.click((await lines()).getByRole('button', { name: `Change ${line}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

test('while the student loads, a placeholder is shown', async () => {
  await open({ 'GET /api/students/900/overview': pending })
  expect(await screen.findByText('Loading policy year')).toBeTruthy()
})

test.each([
  ['a refusal', refused, /Only this school’s admins and Shipmate Admins/],
  ['a failure', broken, 'The student couldn’t be loaded'],
  ['a student who is not there', absent, 'Not found'],
] as const)('%s is said', async (_, answer, words) => {
  await open({ 'GET /api/students/900/overview': answer })
  expect(await screen.findByText(words)).toBeTruthy()
})

test('if a student is in no policy year, a message says so', async () => {
  await open({ 'GET /api/students/900/overview': { body: { data: { ...overview, student_periods: [] } } } })
  expect(await screen.findByText('No policy years yet')).toBeTruthy()
})

test('the overview shows the student, the coverage statuses and the details', async () => {
  await open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Ana Lopez' })).toBeTruthy()
  const tiles = await lines()
  expect(tiles.getByText('Waiver Submitted')).toBeTruthy()
  expect(screen.getByText('***-**-6789')).toBeTruthy()
  expect(screen.getByText('(463) 558-3453')).toBeTruthy()
  expect(await screen.findByText('Nursing')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Harborview University, 2026–27' }).getAttribute('href')).toBe(
    '/schools/7/period/70',
  )
})

test('another policy year opens with one press, and is in the URL', async () => {
  const { at } = await open({
    'GET /api/student-periods/499': {
      body: { data: { ...aStudentPeriod, id: 499, period_id: 69, program: 'Pharmacy' } },
    },
    'GET /api/student-periods/499/status-moves': { body: { data: [] } },
  })
  await userEvent.click(await screen.findByRole('button', { name: '2025–26' }))
  expect(await screen.findByText('Pharmacy')).toBeTruthy()
  expect(at()).toBe('/student/900/overview?period=69')
})

test('a status change is saved over the loaded version, and undone from the toast', async () => {
  const moved = { ...aStudentPeriod, medical_status: 'waived', version: 5 }
  const { received } = await open({
    [put]: { body: { data: moved }, headers: { 'X-Change-Id': '77' } },
    'POST /api/changes/77/undo': {
      body: { data: { reverted: 1, left: [], left_total: 0, emails_canceled: 0, emails_sent: 0 } },
    },
  })
  await change('Medical', /^Approve waiver/)
  expect(await screen.findByText('Medical: Waived')).toBeTruthy()
  expect(sentTo(received, put)).toEqual([{ medical_status: 'waived', version: 4 }])
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Undone')).toBeTruthy()
})

test('an approval emails the student only if requested, and only students with an email address', async () => {
  const [answer, student] = [aStudentPeriod, { ...aStudent, university_email: 'ana@harborview.example' }]
  const { received } = await open({
    'GET /api/student-periods/500': { body: { data: { ...answer, student } } },
    [put]: { body: { data: { ...answer, student, version: 5 } }, headers: { 'X-Change-Id': '77' } },
  })
  await change('Medical', /email the student/)
  expect(await screen.findByText('Until the email is sent, Undo cancels it.')).toBeTruthy()
  expect(sentTo(received, put)).toEqual([{ medical_status: 'waived', version: 4, send_email: true }])
})

test('a student without an email address isn’t offered one', async () => {
  await open()
  await userEvent.click((await lines()).getByRole('button', { name: 'Change Medical' }))
  // the dates that a status change sets are shown below it
  expect(
    await screen.findByRole('menuitem', { name: /^Approve waiver.*verified 11\/20\/2026/i }),
  ).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: /email/ })).toBeNull()
})

test('the sidebar shows the student’s own school and current policy year', async () => {
  await open({
    'GET /api/schools-for-users': { body: { data: [{ id: 7, name: 'Harborview University' }] } },
    'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
  })
  const [sidebar] = await screen.findAllByRole('navigation', { name: 'Main' })
  const link = await within(sidebar!).findByRole('link', { name: /^Students/ })
  expect(link.getAttribute('href')).toBe('/schools/7/period/70')
})

test('a user who changes an outdated record is told, and sees the new one', async () => {
  let isChanged = false
  await open({
    'GET /api/student-periods/500': () => ({
      body: {
        data: isChanged ? { ...aStudentPeriod, medical_status: 'waiver_utp', version: 5 } : aStudentPeriod,
      },
    }),
    [put]: () => {
      isChanged = true
      return { status: 409, body: { code: 'stale', message: 'The record has changed.', data: {} } }
    },
  })
  await change('Medical', /^Approve waiver/)
  expect(
    await screen.findByText(/This student was changed in the meantime. Check the current status/),
  ).toBeTruthy()
  const tiles = await lines()
  await waitFor(() => expect(tiles.getByText('Waiver – Unable to Process')).toBeTruthy())
})

test('after an undo no status change is offered until the record of after it is there', async () => {
  let version = aStudentPeriod.version
  const reloaded = Promise.withResolvers<void>()
  let isUndone = false
  const { received } = await open({
    'GET /api/student-periods/500': async () => {
      if (isUndone) await reloaded.promise
      return { body: { data: { ...aStudentPeriod, version } } }
    },
    [put]: () => ({
      headers: { 'x-change-id': '41' },
      body: { data: { ...aStudentPeriod, version: (version += 1) } },
    }),
    'POST /api/changes/41/undo': () => {
      isUndone = true
      version += 1
      return { body: { data: { reverted: 1, left: [], left_total: 0, emails_canceled: 0, emails_sent: 0 } } }
    },
  })
  await change('Medical', /^Approve waiver/)
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(isUndone).toBe(true))
  await userEvent.click((await lines()).getByRole('button', { name: 'Change Medical' }))
  expect(await screen.findByText('Loading status changes…')).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: /^Approve waiver/ })).toBeNull()
  reloaded.resolve()
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Approve waiver/ }))
  await waitFor(() =>
    expect(sentTo(received, put)).toMatchObject([
      { version: aStudentPeriod.version },
      { version: aStudentPeriod.version + 2 },
    ]),
  )
})

test('the key for undo waits for a change that is being saved, and undoes that one', async () => {
  const saved = Promise.withResolvers<void>()
  const { received } = await open({
    [put]: async () => {
      await saved.promise
      return { headers: { 'x-change-id': '41' }, body: { data: { ...aStudentPeriod, version: 5 } } }
    },
    'POST /api/changes/41/undo': {
      body: { data: { reverted: 1, left: [], left_total: 0, emails_canceled: 0, emails_sent: 0 } },
    },
  })
  await change('Medical', /^Approve waiver/)
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(sentTo(received, 'POST /api/changes/41/undo')).toEqual([])
  saved.resolve()
  expect(await screen.findByText('Undone')).toBeTruthy()
  expect(screen.queryByText('Nothing to undo')).toBeNull()
})

test('an override asks for a status and a reason, and shows what it sets', async () => {
  const { received } = await open({
    [preview]: {
      body: {
        data: {
          matched: 1,
          changed: 1,
          skipped: [],
          skipped_total: 0,
          moves: [],
          sample: [
            {
              id: aStudentPeriod.id,
              name: 'Lopez, Ana',
              sid: 'S1',
              changes: [{ field: 'admin_fee', before: null, after: '25.00' }],
            },
          ],
        },
      },
    },
    [put]: {
      body: { data: { ...aStudentPeriod, dental_status: 'exempt' } },
      headers: { 'X-Change-Id': '78' },
    },
  })
  await change('Dental', 'Override…')
  await userEvent.click(await screen.findByRole('button', { name: 'Override status' }))
  expect(await screen.findByText('Choose status.')).toBeTruthy()
  expect(screen.getByText('Enter reason.')).toBeTruthy()
  await userEvent.click(screen.getByLabelText(/^Status/))
  await userEvent.click(await screen.findByRole('option', { name: 'Exempt' }))
  expect(await screen.findByText('Admin fee $25.00.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText(/^Reason/), 'Distance program')
  await userEvent.click(screen.getByRole('button', { name: 'Override status' }))
  expect(await screen.findByText('Dental: Exempt')).toBeTruthy()
  expect(sentTo(received, put)).toEqual([
    { dental_status: 'exempt', version: 4, override_reason: 'Distance program' },
  ])
})

test('an override to an enrolled status takes the day on which coverage starts', async () => {
  const { received } = await open({
    [preview]: { body: { data: { matched: 1, changed: 1, skipped: [], skipped_total: 0, moves: [] } } },
    [put]: { body: { data: { ...aStudentPeriod, dental_status: 'enrolled' } } },
  })
  await change('Dental', 'Override…')
  expect(screen.queryByLabelText(/^Coverage start date/)).toBeNull()
  await userEvent.click(await screen.findByLabelText(/^Status/))
  await userEvent.click(await screen.findByRole('option', { name: 'Enrolled' }))
  await userEvent.type(await screen.findByLabelText(/^Coverage start date/), '11/1/2026')
  await userEvent.type(screen.getByLabelText(/^Reason/), 'Paid')
  await waitFor(() =>
    expect(sentTo(received, preview).at(-1)).toMatchObject({ coverage_starts_on: '2026-11-01' }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Override status' }))
  await waitFor(() =>
    expect(sentTo(received, put)).toEqual([
      { dental_status: 'enrolled', coverage_starts_on: '2026-11-01', version: 4, override_reason: 'Paid' },
    ]),
  )
})

test('a school admin sees the status changes that the server lists, and no override', async () => {
  await open({}, schoolAdmin)
  await userEvent.click((await lines()).getByRole('button', { name: 'Change Vision' }))
  expect(await screen.findByText('No status changes available')).toBeTruthy()
  expect(screen.queryByText('Override…')).toBeNull()
})

test('the history shows who, what, why, where, and old and new values, without internal fields', async () => {
  await open()
  const history = within(await screen.findByRole('region', { name: /^History/ }))
  expect(await history.findByText('Dana Whitlock')).toBeTruthy()
  expect(history.getByText('overrode the coverage status in 2025–26')).toBeTruthy()
  expect(history.getByText('“Court order”')).toBeTruthy()
  expect(history.getByText('Waived')).toBeTruthy()
  expect(history.getByText('Enrolled')).toBeTruthy()
  expect(history.queryByText(/prior/i)).toBeNull()
})

test('more of the history loads on demand', async () => {
  const { received } = await open({
    'GET /api/student-history-entries': ({ path }) => {
      const page = Number(new URL(path).searchParams.get('page'))
      const meta = { total: 2, current_page: page, per_page: 1, last_page: 2, from: page, to: page }
      return { body: { data: [{ ...entry, id: page, reason: `Reason ${page}` }], meta } }
    },
  })
  expect(await screen.findByText('“Reason 1”')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('“Reason 2”')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  const asked = queriesOf(received, 'GET /api/student-history-entries').at(-1)
  expect(asked?.get('student_id')).toBe('900')
})

test.each([
  ['empty', onePage([]), /No changes yet/],
  ['refused', refused, /Only this school’s admins/],
  ['broken', broken, 'The history couldn’t be loaded'],
] as const)('a history that is %s leaves the student readable', async (_, answer, words) => {
  await open({ 'GET /api/student-history-entries': answer })
  expect(await screen.findByText(words)).toBeTruthy()
  expect(await screen.findByText('Nursing')).toBeTruthy()
})
