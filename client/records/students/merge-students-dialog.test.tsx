import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { StudentHit } from '#contract/records/students/shapes.ts'
import { openApp, sentTo } from '#client/testing/open-app.tsx'
import { aStudentOverview } from '#client/testing/records.ts'
import { admin, schoolAdmin } from '#client/testing/users.ts'

const own = aStudentOverview
const [year] = own.student_periods
const other = {
  ...own,
  student: {
    ...own.student,
    id: 901,
    sid: 'S901',
    city: 'Akron',
    personal_email: 'two@mail.example',
    version: 4,
  },
  student_periods: own.student_periods.map((one) => ({ ...one, id: one.id + 1000 })),
}
const hit: StudentHit = {
  id: 901,
  school_id: own.student.school_id,
  school_name: 'Riverside University',
  first_name: 'Ana',
  last_name: 'Twice',
  prior_last_name: null,
  sid: 'S901',
  dob: '2003-04-05',
  university_email: null,
  matched: 'name',
  latest_period_id: null,
}
const mergeAt = `POST /api/students/${own.student.id}/merge`

const open = async (user = admin, answer = {}) => {
  const app = await openApp(`/student/${own.student.id}`, user, {
    [`GET /api/students/${own.student.id}/overview`]: { body: { data: own } },
    'GET /api/students/901/overview': { body: { data: other } },
    'GET /api/students/search-by-name': {
      body: { data: [hit] },
    },
    [mergeAt]: { body: { data: own.student }, headers: { 'x-change-id': '77' } },
    ...answer,
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Actions for/ }))
  return app
}

const choose = async () => {
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Merge with another student…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByRole('combobox', { name: 'Student' }), 'Twice')
  await userEvent.click(await screen.findByRole('option', { name: /Twice, Ana/ }))
  await dialog.findByRole('group', { name: 'City' })
  return dialog
}

test('chosen values and the record of a doubled year are merged, with undo', async () => {
  const { received } = await open()
  const dialog = await choose()
  await userEvent.click(
    within(dialog.getByRole('group', { name: 'City' })).getByRole('radio', { name: /Akron/ }),
  )
  const years = dialog.getAllByRole('group', { name: /: the record that stays$/ })
  const [, theirs] = within(years[0]!).getAllByRole('radio')
  await userEvent.click(theirs!)
  await userEvent.click(dialog.getByRole('button', { name: 'Merge students' }))
  expect(await screen.findByText('Students merged')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  expect(sentTo(received, mergeAt)).toMatchObject([
    {
      other_id: 901,
      version: own.student.version,
      other_version: 4,
      fields: expect.arrayContaining(['city']),
      other_period_ids: [year!.period_id],
    },
  ])
})

test('a record in which nothing has happened goes, and what would be lost is said', async () => {
  const unused = {
    ...own,
    student_periods: own.student_periods.map((one) => ({
      ...one,
      medical_status: 'not_started',
      dental_status: 'not_started',
      vision_status: 'not_applicable',
    })),
  }
  const lost = 'Medical for 2026–27 would be lost.'
  const { received } = await open(admin, {
    [`GET /api/students/${own.student.id}/overview`]: { body: { data: unused } },
    [mergeAt]: {
      status: 422,
      body: { code: 'invalid', message: lost, errors: { other_period_ids: [lost] }, request_id: 'r' },
    },
  })
  const dialog = await choose()
  await userEvent.click(dialog.getByRole('button', { name: 'Merge students' }))
  expect(await dialog.findByText(lost)).toBeTruthy()
  const ids = own.student_periods.map(({ period_id }) => period_id)
  expect(sentTo(received, mergeAt)).toMatchObject([{ other_period_ids: ids }])
})

test.each([
  ['waiver_submitted', 'enrolled', 'other'],
  ['enrolled', 'enrolled_esp', 'other'],
  ['enrolled', 'waiver_submitted', 'kept'],
  ['waived', 'enrolled', 'kept'],
])('of a record that is %s and one that is %s, the %s one is proposed', async (mine, theirs, stays) => {
  const years = (medical_status: string, { student_periods }: typeof own) =>
    student_periods.map((one) => ({ ...one, medical_status, dental_status: 'waived' }))
  const { received } = await open(admin, {
    [`GET /api/students/${own.student.id}/overview`]: {
      body: { data: { ...own, student_periods: years(mine, own) } },
    },
    'GET /api/students/901/overview': { body: { data: { ...other, student_periods: years(theirs, other) } } },
  })
  const dialog = await choose()
  await userEvent.click(dialog.getByRole('button', { name: 'Merge students' }))
  expect(await screen.findByText('Students merged')).toBeTruthy()
  const ids = own.student_periods.map(({ period_id }) => period_id)
  expect(sentTo(received, mergeAt)).toMatchObject([{ other_period_ids: stays === 'other' ? ids : [] }])
})

test('a refusal stays in the dialog, with what was chosen', async () => {
  const message = 'The other insurance is being checked.'
  await open(admin, { [mergeAt]: { status: 409, body: { code: 'busy', message, request_id: 'r' } } })
  const dialog = await choose()
  await userEvent.click(dialog.getByRole('button', { name: 'Merge students' }))
  expect(await dialog.findByText(message)).toBeTruthy()
  expect(dialog.getByRole('group', { name: 'City' })).toBeTruthy()
})

test('school admins can’t merge', async () => {
  await open(schoolAdmin)
  expect(await screen.findByRole('menuitem', { name: 'Add note' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: /Merge/ })).toBeNull()
})
