import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { chooseOption } from '#client/testing/choose-option.ts'
import { expect, test, vi } from 'vitest'
import { insuranceConfiguration } from '#contract/setup/period-documents/insurance-configuration.ts'
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
  reading: {
    encoding: 'utf-8',
    delimiter: ',',
    header_row: 1,
    footer_rows: [],
    skipped: [],
    date_order: 'mdy',
    unclear_dates: [],
    address_group: null,
    address_groups: [],
    sheet: null,
    sheets: [],
    spoiled: [],
    spoiled_count: 0,
  },
}
const file = new File(['Student ID\nS1'], 'roster.csv', { type: 'text/csv' })

const open = (more: Parameters<typeof openApp>[2] = {}, user = admin) =>
  openApp('/schools/7/period/70/import', user, {
    'GET /api/schools/7/periods': { body: { data: [aPeriod, earlier] } },
    'GET /api/imports': { body: { data: [] } },
    'GET /api/periods/70/insurance-configuration': {
      body: { data: { ...insuranceConfiguration.empty, version: 1 } },
    },
    'POST /api/imports/read-headers': { body: { data: head } },
    'GET /api/imports/5': { body: { data: anImport } },
    'GET /api/imports/5/rows': onePage([]),
    ...more,
  })

const choose = async () => {
  const input = await screen.findByLabelText<HTMLInputElement>(/Drop a roster here/)
  await userEvent.upload(input, file)
}

/** Replaces the transport of uploads with progress; records what was sent. */
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

test('while the policy year loads, a placeholder is shown', async () => {
  await open({ 'GET /api/schools/7/periods': pending })
  expect(await screen.findByText('Loading policy year')).toBeTruthy()
})

test.each([
  ['a refusal', refused, /Only this school’s admins and Shipmate Admins can import students/],
  ['a failure', broken, 'The policy year couldn’t be loaded'],
] as const)('%s is said', async (_, answer, words) => {
  await open({ 'GET /api/schools/7/periods': answer })
  expect(await screen.findByText(words)).toBeTruthy()
})

test('a policy year of another school isn’t found', async () => {
  await open({ 'GET /api/schools/7/periods': { body: { data: [earlier] } } })
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
})

test('recent imports show their state, and link to their results', async () => {
  const applied = { ...anImport, applied: true, may_apply: false }
  const undone = { at: '2026-11-20T15:00:00.000Z', by: 'Dana Whitlock' }
  const earlier = { ...applied, id: 4, file_name: 'wrong.csv', undone }
  await open({ 'GET /api/imports': { body: { data: [applied, earlier] } } })
  const link = await screen.findByRole('link', { name: 'roster.csv' })
  expect(link.getAttribute('href')).toBe('/schools/7/period/70/import/5')
  expect(screen.getByText('Imported')).toBeTruthy()
  expect(screen.getAllByText('48 added, 12 rejected')).toHaveLength(2)
  expect(screen.getByText('Undone')).toBeTruthy()
})

test('without imports a message says so', async () => {
  await open()
  expect(await screen.findByText('No imports into this policy year yet.')).toBeTruthy()
})

test('if recent imports fail to load, the rest stays usable', async () => {
  await open({ 'GET /api/imports': broken })
  expect(await screen.findByText('The recent imports couldn’t be loaded')).toBeTruthy()
  expect(screen.getByLabelText(/Drop a roster here/)).toBeTruthy()
})

test('a file that isn’t a table shows the error sentence', async () => {
  await open({
    'POST /api/imports/read-headers': {
      status: 422,
      body: { code: 'invalid', errors: { file: ['This is a PDF. Upload the roster as a CSV file.'] } },
    },
  })
  await choose()
  expect(await screen.findByText('This is a PDF. Upload the roster as a CSV file.')).toBeTruthy()
})

test('columns are matched, an SSN is always masked, and choosing a field twice is an error', async () => {
  await open()
  await choose()
  const columns = within(await screen.findByRole('list', { name: 'File columns' }))
  expect(columns.getByText('***-**-6789')).toBeTruthy()
  expect(columns.queryByText(/123-45/)).toBeNull()
  expect(screen.getByText(/No column is matched to date of birth/)).toBeTruthy()

  await chooseOption(columns.getByLabelText('Field for Student ID'), 'Last name')
  expect(columns.getAllByText('Two columns are matched to last name. Choose one.')).toHaveLength(2)
  expect(screen.getByText('Choose a column for student ID.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Preview import' }).disabled).toBe(true)
})

test('the file is sent as a dry run with the matched columns, and its preview opens', async () => {
  const { at } = await open()
  const sent = stubUpload(202, { data: { import_id: 5 } })
  await choose()
  const columns = within(await screen.findByRole('list', { name: 'File columns' }))
  await chooseOption(columns.getByLabelText('Field for SSN'), '')
  await chooseOption(columns.getByLabelText('Field for Shoe size'), 'Campus')
  await userEvent.click(screen.getByLabelText(/Don’t change them/))
  await userEvent.click(screen.getByRole('button', { name: 'Preview import' }))
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

test('a key previews the file from any of its columns, and only while it’s on screen', async () => {
  const { at } = await open()
  const sent = stubUpload(202, { data: { import_id: 5 } })
  await choose()
  const columns = within(await screen.findByRole('list', { name: 'File columns' }))
  await userEvent.click(screen.getByRole('button', { name: 'From another policy year' }))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'From a file' }))
  columns.getByLabelText('Field for First Name').focus()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(at()).toBe('/schools/7/period/70/import/5'))
  expect(sent).toHaveLength(1)
})

test('a busy policy year is reported, and the matched columns stay', async () => {
  await open()
  stubUpload(409, {
    code: 'busy',
    message: 'Another import into this policy year is running. Wait until it finishes.',
  })
  await choose()
  await userEvent.click(await screen.findByRole('button', { name: 'Preview import' }))
  expect(
    await screen.findByText('Another import into this policy year is running. Wait until it finishes.'),
  ).toBeTruthy()
  expect(screen.getByRole('list', { name: 'File columns' })).toBeTruthy()
})

test('a Shipmate Admin copies students from another year: which students, and which fields', async () => {
  const { received, at } = await open({
    'POST /api/import/students-from-period': { status: 202, body: { data: { import_id: 5 } } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'From another policy year' }))
  await userEvent.click(screen.getByLabelText('Only students with these medical statuses'))
  const preview = screen.getByRole<HTMLButtonElement>('button', { name: 'Preview copy' })
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

const openCopy = async (more: Parameters<typeof openApp>[2] = {}) => {
  const opened = await open(more)
  await userEvent.click(await screen.findByRole('button', { name: 'From another policy year' }))
  return opened
}

test.each([
  [
    'renewed',
    'renewed',
    'Enrolled students are enrolled again in the same tier, with the same dependents, at the new year’s premiums and fees. Waived students become Waived – Needs Reverification. Exempt students stay Exempt, and anyone to whom an exemption applies becomes Exempt. Everyone else starts as Not Started.',
  ],
  ['renewed', 'not_started', /enrolled again .* Not Started, including waived students\.$/],
  ['not_started', 'renewed', /^Waived students become .* Not Started, including enrolled students\.$/],
  [
    'not_started',
    'not_started',
    'Exempt students stay Exempt, and anyone to whom an exemption applies becomes Exempt. Everyone else starts as Not Started, including enrolled and waived students.',
  ],
] as const)('if enrolled is %s and waived %s, the screen says what becomes of them', async (...setting) => {
  const [enrolled_becomes, waived_becomes, words] = setting
  const rules = { ...insuranceConfiguration.empty, enrolled_becomes, waived_becomes, version: 2 }
  await openCopy({ 'GET /api/periods/70/insurance-configuration': { body: { data: rules } } })
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Change rollover' }).getAttribute('href')).toBe(
    '/schools/7/period/70/insurance-options#renewals',
  )
})

test('students are copied from the latest earlier year that has any; empty years aren’t offered', async () => {
  const year = (id: number, name: string, starts_on: string, students: number) => ({
    ...aPeriod,
    id,
    name,
    starts_on,
    students,
    is_current: false,
  })
  const periods = [
    year(66, '2023–24', '2023-08-01', 500),
    year(69, '2025–26', '2025-08-01', 0),
    aPeriod,
    year(68, '2024–25', '2024-08-01', 694),
    year(71, '2027–28', '2027-08-01', 3),
  ]
  await openCopy({ 'GET /api/schools/7/periods': { body: { data: periods } } })
  const source = await screen.findByRole('combobox', { name: 'Copy from' })
  expect(source.textContent).toBe('2024–25 (694 students)')
  await userEvent.click(source)
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    '2027–28 (3 students)',
    '2024–25 (694 students)',
    '2023–24 (500 students)',
  ])
})

test('if no other year has students, there’s nothing to copy from', async () => {
  await open({ 'GET /api/schools/7/periods': { body: { data: [aPeriod, { ...earlier, students: 0 }] } } })
  expect(await screen.findByLabelText(/Drop a roster here/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'From another policy year' })).toBeNull()
})

test('a missing premium is said before anything is copied', async () => {
  const words =
    'Students would be enrolled again without a premium. Set these premiums of 2026–27 first: medical for “Enrolled”.'
  await openCopy({
    'POST /api/import/students-from-period': {
      status: 422,
      body: { code: 'invalid', message: words, errors: { to_period_id: [words] } },
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Preview copy' }))
  expect(await screen.findByText(words)).toBeTruthy()
})

test('a school admin imports only from a file', async () => {
  await open({}, schoolAdmin)
  expect(await screen.findByLabelText(/Drop a roster here/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'From another policy year' })).toBeNull()
})

test('matched columns aren’t lost by accident: leaving asks, and switching tabs keeps them', async () => {
  const { at } = await open()
  await choose()
  const shoes = () => screen.findByLabelText<HTMLInputElement>('Field for Shoe size')
  await chooseOption(await shoes(), 'Campus')
  await userEvent.click(screen.getByRole('button', { name: 'From another policy year' }))
  await userEvent.click(screen.getByRole('button', { name: 'From a file' }))
  expect((await shoes()).value).toBe('Campus')
  await userEvent.click(screen.getByRole('link', { name: '2026–27' }))
  expect(await screen.findByText(/You’ll lose the columns you matched/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Stay' }))
  expect(at()).toBe('/schools/7/period/70/import')
})
