import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { CompanyMove, InsuranceCompany } from '#contract/records/insurance-companies/shapes.ts'
import type { Reply } from '#client/testing/fake-server.ts'
import { absent, broken, onePage, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { admin } from '#client/testing/users.ts'

const companies = 'GET /api/insurance-companies'
const typedNames = 'GET /api/insurance-companies/typed-names'
const one = 'GET /api/insurance-companies/9'
type Answer = Parameters<typeof openApp>[2][string]

const aCompany: InsuranceCompany = {
  id: 9,
  name: 'Aetna Inc.',
  aliases: ['Aetna US'],
  is_electronic: false,
  is_health_sharing: false,
  is_short_term: true,
  is_foreign: false,
  medicaid_state: null,
  age_out_rule: 'unknown',
  age_out_age: 26,
  usage: 312,
  version: 4,
  updated_at: '2026-11-20T15:00:00.000Z',
  phone: '+15550102200',
  website: null,
  address_1: null,
  address_2: null,
  city: null,
  state: null,
  zip: null,
  medical_payer_ids: ['60054'],
  dental_payer_ids: [],
  vision_payer_ids: [],
  member_id_pattern: 'W\\d{9}',
  member_id_hint: null,
}
const aetna: InsuranceCompany = { ...aCompany, id: 1, name: 'Aetna', aliases: [], usage: 900, version: 1 }

const aMove: CompanyMove = {
  into: { id: 1, name: 'Aetna' },
  student_periods: 312,
  lines: { medical: 300, dental: 12, vision: 0 },
  periods: [
    {
      school_id: 7,
      school_name: 'Harborview University',
      period_id: 70,
      period_name: '2026–27',
      student_periods: 312,
      lines: { medical: 300, dental: 12, vision: 0 },
    },
  ],
  gained: [{ field: 'aliases', values: ['Aetna Inc.'] }],
}

const around = {
  'GET /api/schools-for-users': { body: { data: [] } },
  [typedNames]: onePage([]),
  'GET /api/drafts': absent,
  'PUT /api/drafts': { status: 204 },
  'DELETE /api/drafts': { status: 204 },
}
const list = (answer: Answer, more: Record<string, Answer> = {}, search = '') =>
  openApp(`/settings/insurance-companies${search}`, admin, { ...around, [companies]: answer, ...more })
const open = (answer: Answer, more: Record<string, Answer> = {}) =>
  openApp('/settings/insurance-companies/9', admin, {
    ...around,
    [companies]: onePage([aetna, aCompany]),
    [one]: answer,
    ...more,
  })

test('while the companies load, placeholder rows are shown', async () => {
  await list(pending)
  expect((await screen.findByRole('grid', { name: 'Insurance companies' })).getAttribute('aria-busy')).toBe(
    'true',
  )
})

test('without companies a message says what appears here and offers to add the first', async () => {
  await list(onePage([]))
  expect(await screen.findByText('No insurance companies yet')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'New company' })).toHaveLength(2)
})

test('a search without matches offers to show all companies', async () => {
  await list(onePage([]), {}, '?q=zzz')
  expect(await screen.findByText('No matching companies')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show all companies' }))
  expect(await screen.findByText('No insurance companies yet')).toBeTruthy()
})

test('a user without access sees who has it', async () => {
  await list(refused)
  expect(await screen.findByText('Only Shipmate Admins can manage insurance companies.')).toBeTruthy()
})

test('a failure can be tried again', async () => {
  let fails = true
  await list(() => (fails ? broken : onePage([aCompany])))
  expect(await screen.findByText('The insurance companies couldn’t be loaded')).toBeTruthy()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('grid')).toBeTruthy()
})

test.each([
  ['being read', pending, 'Loading insurance company'],
  ['refused', refused, 'Only Shipmate Admins have access to insurance companies.'],
  ['not there', absent, 'Not found'],
  ['broken', broken, 'The insurance company couldn’t be loaded'],
])('a company that is %s says so', async (_, answer, words) => {
  await open(answer)
  expect(await screen.findByText(words)).toBeTruthy()
})

test('without unmatched names a message says so', async () => {
  await list(onePage([aCompany]), {}, '?list=typed')
  expect(await screen.findByText('No unmatched names')).toBeTruthy()
})

test('a member ID is tested while it’s typed, and a sample ID becomes the format', async () => {
  const saved = { ...aCompany, version: 5, member_id_pattern: 'U\\d{8}' }
  const { received } = await open(
    { body: { data: aCompany } },
    { 'PUT /api/insurance-companies/9': { body: { data: saved }, headers: { 'x-change-id': '77' } } },
  )
  const format = await screen.findByLabelText<HTMLInputElement>('Format')
  expect(format.value).toBe('W + 9 digits')
  const field = screen.getByLabelText('Test a member ID')
  await userEvent.type(field, 'w12345678')
  expect(await screen.findByText('It needs 9 digits after “W”, and has 8.')).toBeTruthy()
  await userEvent.type(field, '9')
  expect(await screen.findByText('This ID fits.')).toBeTruthy()
  await userEvent.clear(format)
  await userEvent.type(format, 'nine digits')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findAllByText(/for example W \+ 9 digits\.$/)).length).toBeGreaterThan(0)
  expect(sentTo(received, 'PUT /api/insurance-companies/9')).toEqual([])
  await userEvent.clear(format)
  await userEvent.type(format, 'u12345678')
  expect(screen.getByText('Saved as U + 8 digits. Change it if other IDs differ.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(format.value).toBe('U + 8 digits'))
  expect(sentTo(received, 'PUT /api/insurance-companies/9')).toMatchObject([{ member_id_pattern: 'U\\d{8}' }])
})

test('changes are saved over the loaded version; several names can be added at once', async () => {
  const saved = { ...aCompany, version: 5, city: 'Hartford' }
  const { received } = await open(
    { body: { data: aCompany } },
    { 'PUT /api/insurance-companies/9': { body: { data: saved }, headers: { 'x-change-id': '77' } } },
  )
  await userEvent.type(await screen.findByLabelText('City'), 'Hartford')
  await userEvent.type(screen.getByLabelText('Other names'), 'AUS,Aetna Student{Enter}aetna us{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Remove AUS' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Aetna Inc. saved')).toBeTruthy()
  expect(sentTo(received, 'PUT /api/insurance-companies/9').at(-1)).toMatchObject({
    version: 4,
    city: 'Hartford',
    website: null,
    phone: '+15550102200',
    aliases: ['Aetna US', 'Aetna Student'],
    medical_payer_ids: ['60054'],
  })
})

test('if someone else saved it, the user chooses field by field', async () => {
  const theirs = { ...aCompany, version: 5, city: 'Boston', is_electronic: true }
  let isStale = true
  const { received } = await open(
    { body: { data: aCompany } },
    {
      'PUT /api/insurance-companies/9': () =>
        isStale
          ? { status: 409, body: { code: 'stale', message: 'x', data: theirs } }
          : { body: { data: { ...theirs, version: 6, city: 'Hartford' } } },
    },
  )
  await userEvent.type(await screen.findByLabelText('City'), 'Hartford')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Someone else changed this company' }))
  expect(dialog.getByText('Boston')).toBeTruthy()
  expect(dialog.getByText('Hartford')).toBeTruthy()
  // the typed text stays until the choice is made
  expect(sentTo(received, 'DELETE /api/drafts')).toEqual([])
  isStale = false
  await userEvent.click(dialog.getByRole('button', { name: 'Save choices' }))
  await waitFor(() =>
    expect(sentTo(received, 'PUT /api/insurance-companies/9').at(-1)).toMatchObject({
      version: 5,
      city: 'Hartford',
      is_electronic: true,
    }),
  )
})

test('text typed during a save stays, and is saved over the saved version', async () => {
  const put = 'PUT /api/insurance-companies/9'
  let answer: (reply: Reply) => void = () => undefined
  const { received } = await open(
    { body: { data: aCompany } },
    { [put]: () => new Promise((resolve) => (answer = resolve)) },
  )
  await userEvent.type(await screen.findByLabelText('City'), 'Hartford')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.type(screen.getByLabelText('Website'), 'https://new.example')
  answer({ body: { data: { ...aCompany, version: 5, city: 'Hartford' } } })
  expect(await screen.findByText('Aetna Inc. saved')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Website').value).toBe('https://new.example')
  expect(screen.getByText('Unsaved changes')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(received, put)).toHaveLength(2))
  expect(sentTo(received, put)[1]).toMatchObject({
    version: 5,
    city: 'Hartford',
    website: 'https://new.example',
  })
})

test('deleting a company in use offers a merge: the preview shows the changes, and exactly those are made', async () => {
  const merge = 'POST /api/insurance-companies/9/merge'
  const { received, at } = await open(
    { body: { data: aCompany } },
    {
      'GET /api/insurance-companies/1': { body: { data: aetna } },
      [merge]: { body: { data: aMove }, headers: { 'x-change-id': '78' } },
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge Aetna Inc.' }))
  expect(dialog.getByText(/^312 records use/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('combobox'))
  await userEvent.click(await screen.findByRole('option', { name: /^Aetna/ }))
  expect(await dialog.findByText('312 records will change at 1 school, in 1 policy year.')).toBeTruthy()
  expect(dialog.getByText('Medical 300, dental 12')).toBeTruthy()
  expect(dialog.getByText('Other names: Aetna Inc.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Merge into Aetna' }))
  await waitFor(() => expect(at()).toContain('/settings/insurance-companies'))
  expect(sentTo(received, 'DELETE /api/insurance-companies/9')).toEqual([])
  expect(sentTo(received, merge)).toEqual([
    { merge_into_id: 1, dry_run: true },
    { merge_into_id: 1, expected: { student_periods: 312 } },
  ])
  expect(await screen.findByText('Aetna Inc. merged into Aetna')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
})

test('a large merge is tracked until it’s done, and can be undone', async () => {
  let looks = 0
  const job = {
    id: 5,
    kind: 'merge-insurance-companies',
    progress: { done: 0, total: 10_001 },
    message: null,
  }
  const running = { ...job, state: 'running', change_id: null, result: null }
  const result = { matched: 10_001, changed: 10_001, skipped: [], skipped_total: 0, moves: [] }
  const { at } = await open(
    { body: { data: aCompany } },
    {
      'GET /api/insurance-companies/1': { body: { data: aetna } },
      'POST /api/insurance-companies/9/merge': ({ body }) =>
        String(body).includes('dry_run')
          ? { body: { data: aMove } }
          : { status: 202, body: { data: { job_id: 5 } } },
      'GET /api/jobs/5': () => ({
        body: {
          data:
            (looks += 1) === 1 ? running : { ...job, state: 'done', change_id: 78, may_undo: true, result },
        },
      }),
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge Aetna Inc.' }))
  await userEvent.click(dialog.getByRole('combobox'))
  await userEvent.click(await screen.findByRole('option', { name: /^Aetna/ }))
  await dialog.findByText(/^312 records will change at 1 school/)
  await userEvent.click(dialog.getByRole('button', { name: 'Merge into Aetna' }))
  expect(await screen.findByText('Making the change')).toBeTruthy()
  await waitFor(() => expect(at()).toContain('/settings/insurance-companies'))
  const done = 'Aetna Inc. merged into Aetna: 10,001 records'
  expect(await screen.findByText(done)).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Making the change')).toBeNull())
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
})

test('if records start to use a company while it’s being deleted, a merge is offered', async () => {
  await open(
    { body: { data: { ...aCompany, usage: 0 } } },
    {
      'DELETE /api/insurance-companies/9': {
        status: 409,
        body: { code: 'in_use', message: '1 record uses Aetna Inc. Merge it into another company instead.' },
      },
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge Aetna Inc.' }))
  expect(dialog.getByText('1 record uses Aetna Inc. Merge it into another company instead.')).toBeTruthy()
})

test('an unused company is deleted at once, with Undo', async () => {
  const { at } = await open(
    { body: { data: { ...aCompany, usage: 0 } } },
    { 'DELETE /api/insurance-companies/9': { status: 204, headers: { 'x-change-id': '79' } } },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Aetna Inc. deleted')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  await waitFor(() => expect(at()).toBe('/settings/insurance-companies'))
})
