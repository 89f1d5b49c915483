import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { broken, onePage, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { anImport, aPeriod } from '#client/testing/records.ts'
import { admin, schoolAdmin } from '#client/testing/users.ts'

const earlier = { ...aPeriod, id: 69, name: '2025–26', is_current: false, students: 694 }
const head = {
  headers: ['Student ID', 'Last Name', 'First Name', 'SSN', 'Shoe size'],
  mapping: {
    'Student ID': 'sid',
    'Last Name': 'last_name',
    'First Name': 'first_name',
    SSN: 'ssn',
    'Shoe size': null,
  },
  sample: [['S1', 'Lopez', 'Ana', '123-45-6789', '38']],
}
const file = new File(['Student ID\nS1'], 'roster.csv', { type: 'text/csv' })

const open = (more: Parameters<typeof openApp>[2] = {}, user = admin) =>
  openApp('/schools/7/period/70/import', user, {
    'GET /api/schools/7/periods': { body: { data: [aPeriod, earlier] } },
    'GET /api/imports': { body: { data: [] } },
    'POST /api/imports/read-headers': { body: { data: head } },
    'GET /api/imports/5': { body: { data: anImport } },
    'GET /api/imports/5/rows': onePage([]),
    ...more,
  })

const choose = async () => {
  const input = await screen.findByLabelText<HTMLInputElement>(/Drop a roster here/)
  await userEvent.upload(input, file)
}

/** Stands for the transport of uploads that are followed; answers what was sent. */
const stubUpload = (status: number, body: unknown): FormData[] => {
  const sent: FormData[] = []
  class Upload extends EventTarget {
    readonly upload = new EventTarget()
    readonly status = status
    readonly response = new Blob([JSON.stringify(body)])
    open() {}
    setRequestHeader() {}
    getResponseHeader = () => null
    send(form: FormData) {
      sent.push(form)
      setTimeout(() => this.dispatchEvent(new Event('load')))
    }
  }
  vi.stubGlobal('XMLHttpRequest', Upload)
  return sent
}

test('while the policy year is read, its place is kept', async () => {
  await open({ 'GET /api/schools/7/periods': pending })
  expect(await screen.findByText('Loading the policy year')).toBeTruthy()
})

test.each([
  ['a refusal', refused, /Only this school’s own admins and Shipmate Admins import students/],
  ['a failure', broken, 'The policy year could not be loaded'],
] as const)('%s is said', async (_, answer, words) => {
  await open({ 'GET /api/schools/7/periods': answer })
  expect(await screen.findByText(words)).toBeTruthy()
})

test('a policy year of another school is not there', async () => {
  await open({ 'GET /api/schools/7/periods': { body: { data: [earlier] } } })
  expect(await screen.findByText('Page not found')).toBeTruthy()
})

test('recent imports say where they stand, and lead to their result', async () => {
  const applied = { ...anImport, applied: true, may_apply: false }
  const undone = { at: '2026-11-20T15:00:00.000Z', by: 'Dana Whitlock' }
  const earlier = { ...applied, id: 4, file_name: 'wrong.csv', undone }
  await open({ 'GET /api/imports': { body: { data: [applied, earlier] } } })
  const link = await screen.findByRole('link', { name: 'roster.csv' })
  expect(link.getAttribute('href')).toBe('/schools/7/period/70/import/5')
  expect(screen.getByText('Imported')).toBeTruthy()
  expect(screen.getAllByText('48 added, 12 refused')).toHaveLength(2)
  expect(screen.getByText('Undone')).toBeTruthy()
})

test('without imports it says so, and a failure there leaves the rest usable', async () => {
  await open()
  expect(await screen.findByText('Nothing was imported into this policy year yet.')).toBeTruthy()
})

test('a failure of the recent imports leaves the rest usable', async () => {
  await open({ 'GET /api/imports': broken })
  expect(await screen.findByText('The recent imports could not be loaded')).toBeTruthy()
  expect(screen.getByLabelText(/Drop a roster here/)).toBeTruthy()
})

test('a file that is no table is told in the server’s sentence', async () => {
  await open({
    'POST /api/imports/read-headers': {
      status: 422,
      body: { code: 'invalid', errors: { file: ['This is a PDF. Bring the roster as a CSV file.'] } },
    },
  })
  await choose()
  expect(await screen.findByText('This is a PDF. Bring the roster as a CSV file.')).toBeTruthy()
})

test('columns are matched, an SSN is never shown whole, and a choice twice is a fault', async () => {
  await open()
  await choose()
  const columns = within(await screen.findByRole('list', { name: 'Columns of the file' }))
  expect(columns.getByText('***-**-6789')).toBeTruthy()
  expect(columns.queryByText(/123-45/)).toBeNull()
  expect(screen.getByText(/No column brings the date of birth/)).toBeTruthy()

  await userEvent.selectOptions(columns.getByLabelText('Student ID goes into'), 'Last name')
  expect(columns.getAllByText('Two columns go into Last name.')).toHaveLength(2)
  expect(screen.getByText('Choose the column for student ID.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Preview the import' }).disabled).toBe(true)
})

test('the file goes out as a dry run with the mapping made by hand, and its preview comes next', async () => {
  const { at } = await open()
  const sent = stubUpload(202, { data: { import_id: 5 } })
  await choose()
  const columns = within(await screen.findByRole('list', { name: 'Columns of the file' }))
  await userEvent.selectOptions(columns.getByLabelText('SSN goes into'), 'Leave out')
  await userEvent.selectOptions(columns.getByLabelText('Shoe size goes into'), 'Campus')
  await userEvent.click(screen.getByLabelText(/Leave them as they are/))
  await userEvent.click(screen.getByRole('button', { name: 'Preview the import' }))
  await waitFor(() => expect(at()).toBe('/schools/7/period/70/import/5'))
  const [form] = sent
  expect(form?.get('period_id')).toBe('70')
  expect(form?.get('dry_run')).toBe('true')
  expect(form?.get('on_existing')).toBe('skip')
  expect(JSON.parse(String(form?.get('mapping')))).toEqual({
    ...head.mapping,
    SSN: null,
    'Shoe size': 'campus',
  })
})

test('a busy policy year is told in its place, and the mapping stays', async () => {
  await open()
  stubUpload(409, { code: 'busy', message: 'Another import into this period is running.' })
  await choose()
  await userEvent.click(await screen.findByRole('button', { name: 'Preview the import' }))
  expect(await screen.findByText('Another import into this period is running.')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Columns of the file' })).toBeTruthy()
})

test('a product admin carries students over from another year: whom, and with what', async () => {
  const { received, at } = await open({
    'POST /api/import/students-from-period': { status: 202, body: { data: { import_id: 5 } } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'From another policy year' }))
  await userEvent.click(screen.getByLabelText('Only those with certain medical statuses'))
  const preview = screen.getByRole<HTMLButtonElement>('button', { name: 'Preview the copy' })
  expect(preview.disabled).toBe(true)
  await userEvent.click(screen.getByLabelText('Waived'))
  for (const label of ['Medical waiver', 'Dental waiver', 'Vision waiver', 'Campus'])
    await userEvent.click(screen.getByLabelText(label))
  await userEvent.click(screen.getByLabelText('Admin fee'))
  await userEvent.click(preview)
  await waitFor(() => expect(at()).toBe('/schools/7/period/70/import/5'))
  const [body] = sentTo(received, 'POST /api/import/students-from-period')
  expect(body).toMatchObject({ from_period_id: 69, to_period_id: 70, dry_run: true, statuses: ['waived'] })
  expect(body).toHaveProperty('fields_to_carry', [
    'academic_status',
    'graduation_year',
    'program',
    'rotation_location',
    'expected_start_on',
    'expected_graduation_on',
    'loa_start_on',
    'loa_end_on',
    'loa_reason',
    'admin_fee',
  ])
})

test('a school admin imports from a file only', async () => {
  await open({}, schoolAdmin)
  expect(await screen.findByLabelText(/Drop a roster here/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'From another policy year' })).toBeNull()
})

test('columns that were matched by hand are not lost by a slip: leaving asks, and another tab keeps them', async () => {
  const { at } = await open()
  await choose()
  const shoes = () => screen.findByLabelText<HTMLSelectElement>('Shoe size goes into')
  await userEvent.selectOptions(await shoes(), 'Campus')
  await userEvent.click(screen.getByRole('button', { name: 'From another policy year' }))
  await userEvent.click(screen.getByRole('button', { name: 'From a file' }))
  expect((await shoes()).value).toBe('campus')
  await userEvent.click(screen.getByRole('link', { name: '2026–27' }))
  expect(await screen.findByText(/would have to be matched again/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Stay here' }))
  expect(at()).toBe('/schools/7/period/70/import')
})
