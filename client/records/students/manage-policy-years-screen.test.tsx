import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { insuranceConfiguration } from '#contract/setup/period-documents/insurance-configuration.ts'
import { broken, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { aPeriod, aPolicyYear, aStudentOverview } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'
import { sourceFor } from './add-year.tsx'

const next = { ...aPeriod, id: 71, name: '2027–28', starts_on: '2027-08-01', ends_on: '2028-07-31' }
const previewAt = 'GET /api/student-periods/500/copy-preview'
const post = 'POST /api/student-periods'
const preview = {
  from: { id: 500, period_name: '2026–27' },
  changes: [
    { field: 'program', before: null, after: 'Nursing' },
    { field: 'medical_waive_insurance_company', before: null, after: 'Aetna' },
    { field: 'medical_status', before: null, after: 'not_started' },
    { field: 'dental_status', before: null, after: 'exempt' },
  ],
  dependents: [{ type: 'child', first_name: 'Mia', last_name: 'Lopez', covers: [] }],
}

const open = (more: Parameters<typeof openApp>[2] = {}) =>
  openApp('/student/900/manage-policy-years', admin, {
    'GET /api/students/900/overview': { body: { data: aStudentOverview } },
    'GET /api/schools/7/periods': { body: { data: [next, aPeriod] } },
    'GET /api/periods/71/insurance-configuration': {
      body: { data: { ...insuranceConfiguration.empty, enrolled_becomes: 'renewed', version: 1 } },
    },
    [previewAt]: { body: { data: preview } },
    [post]: { status: 201, body: { data: {} }, headers: { 'X-Change-Id': '77' } },
    ...more,
  })
const choose = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Add to a policy year' }))
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}
const dialog = async () =>
  within(await screen.findByRole('dialog', { name: 'Add to 2027–28, copied from 2026–27' }))

test('a policy year is copied from the last one after a preview', async () => {
  const { received } = await open()
  await choose('2027–28, copied from 2026–27…')
  const shown = await dialog()
  expect(await shown.findByText('Nursing')).toBeTruthy()
  expect(shown.getByText('Aetna')).toBeTruthy()
  expect(within(shown.getByRole('list', { name: 'Coverage' })).getByText('Exempt')).toBeTruthy()
  expect(shown.getByText(/not covered until enrolled again this year/)).toBeTruthy()
  expect(sentTo(received, post)).toEqual([])
  await userEvent.click(shown.getByRole('button', { name: 'Add to 2027–28' }))
  expect(await screen.findByText('Copied from 2026–27.')).toBeTruthy()
  expect(sentTo(received, post)).toEqual([
    { student_id: 900, period_id: 71, copy_from_student_period_id: 500 },
  ])
})

test('the dialog says what the new year does with enrolled and waived students', async () => {
  await open()
  await choose('2027–28, copied from 2026–27…')
  const words = /^Enrolled students are enrolled again .* Forms aren’t copied\.$/
  expect(await (await dialog()).findByText(words)).toBeTruthy()
})

const charged = { field: 'medical_enroll_premium', before: null, after: '2411.33' }

test('a part that is deselected is neither shown nor copied, but what the new year charges is', async () => {
  const asked: string[] = []
  const some = { ...preview, changes: preview.changes.filter(({ field }) => !field.includes('company')) }
  const { received } = await open({
    [previewAt]: ({ path }) => {
      const fields = new URL(path, 'http://localhost').searchParams.get('fields_to_carry')
      if (fields === null) return { body: { data: preview } }
      if (fields === ',') return { body: { data: { ...preview, changes: [charged] } } }
      asked.push(fields)
      return { body: { data: some } }
    },
  })
  await choose('2027–28, copied from 2026–27…')
  const shown = await dialog()
  const waiver = await shown.findByRole('checkbox', { name: 'Medical waiver (1 field)' })
  expect(waiver).toHaveProperty('checked', true)
  waiver.focus()
  await userEvent.keyboard(' ')
  await waitFor(() => expect(shown.queryByText('Aetna')).toBeNull())
  expect(await shown.findByText('Nursing')).toBeTruthy()
  expect(asked).toEqual(['program'])
  await userEvent.click(shown.getByRole('checkbox', { name: 'Academic details (1 field)' }))
  expect(await shown.findByText('$2,411.33')).toBeTruthy()
  expect(shown.queryByText('Nursing')).toBeNull()
  await userEvent.click(shown.getByRole('checkbox', { name: 'Medical waiver (1 field)' }))
  await userEvent.click(shown.getByRole('button', { name: 'Add to 2027–28' }))
  expect(await screen.findByText('Copied from 2026–27.')).toBeTruthy()
  expect(sentTo(received, post)).toEqual([
    {
      student_id: 900,
      period_id: 71,
      copy_from_student_period_id: 500,
      fields_to_carry: ['medical_waive_insurance_company_id'],
    },
  ])
})

test('a policy year is added empty at once', async () => {
  const { received } = await open()
  await choose('2027–28')
  expect(await screen.findByText('Added to 2027–28')).toBeTruthy()
  expect(sentTo(received, post)).toEqual([{ student_id: 900, period_id: 71 }])
})

test('if there’s nothing to copy, a message says so', async () => {
  await open({ [previewAt]: { body: { data: { ...preview, changes: [], dependents: [] } } } })
  await choose('2027–28, copied from 2026–27…')
  expect(await (await dialog()).findByText(/No other fields have values to copy/)).toBeTruthy()
})

test.each([
  ['is read', pending, /copied from/],
  ['is refused', refused, /Only this school’s admins and Shipmate Admins/],
  ['is broken', broken, 'The preview of this copy couldn’t be loaded'],
] as const)('while the preview %s nothing can be added', async (_, answer, words) => {
  await open({ [previewAt]: answer })
  await choose('2027–28, copied from 2026–27…')
  const shown = await dialog()
  expect(await shown.findByText(words)).toBeTruthy()
  expect(shown.getByRole<HTMLButtonElement>('button', { name: 'Add to 2027–28' }).disabled).toBe(true)
})

test('a student without a policy year has nothing to copy', async () => {
  await open({
    'GET /api/students/900/overview': { body: { data: { ...aStudentOverview, student_periods: [] } } },
  })
  expect(await screen.findByText('No policy years yet', { selector: 'main *' })).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Add to a policy year' }))
  expect(await screen.findByRole('menuitem', { name: '2027–28' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: /copy from/ })).toBeNull()
})

test('a year is copied from the one before it, otherwise from the latest', () => {
  const years = [aPolicyYear, { ...aPolicyYear, id: 499, starts_on: '2025-08-01' }]
  expect(sourceFor({ starts_on: '2027-08-01' }, years)?.id).toBe(500)
  expect(sourceFor({ starts_on: '2026-01-01' }, years)?.id).toBe(499)
  expect(sourceFor({ starts_on: '2020-08-01' }, years)?.id).toBe(500)
  expect(sourceFor({ starts_on: '2020-08-01' }, [])).toBeUndefined()
})
