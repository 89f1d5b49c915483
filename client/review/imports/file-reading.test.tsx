import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { chooseOption } from '#client/testing/choose-option.ts'
import { expect, test } from 'vitest'
import { dateQuestion } from '#contract/review/imports/date-question.ts'
import type { ProposedReading } from '#contract/review/imports/shapes.ts'
import { openApp } from '#client/testing/open-app.tsx'
import { aPeriod } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'
import { readingText } from './reading-text.ts'

const reading: ProposedReading = {
  encoding: 'utf-8',
  delimiter: ',',
  header_row: 3,
  footer_rows: [20],
  skipped: [
    { row: 1, text: 'Fall 2026' },
    { row: 20, text: 'Total: 16' },
  ],
  date_order: 'dmy',
  unclear_dates: [],
  address_group: 'home',
  address_groups: ['home', 'mailing'],
  sheet: null,
  sheets: [],
  spoiled: [],
  spoiled_count: 0,
}
const unclear = {
  ...reading,
  date_order: null,
  unclear_dates: [{ row: 4, column: 'DOB', value: '03/04/2001' }],
}
const head = (read: ProposedReading) => ({
  headers: ['Student ID', 'Name', 'DOB'],
  mapping: { 'Student ID': 'sid', Name: 'full_name', DOB: 'dob' },
  sample: [['S1', 'Lopez, Ana Q', '03/04/2001']],
  reading: read,
})

const open = (routes: Parameters<typeof openApp>[2]) =>
  openApp('/schools/7/period/70/import', admin, {
    'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
    'GET /api/imports': { body: { data: [] } },
    ...routes,
  })

/** Answers calls in turn; the last answer repeats. */
const inTurn = (...replies: readonly object[]) => {
  let calls = 0
  return () => {
    calls += 1
    return { body: { data: replies[Math.min(calls, replies.length) - 1] } }
  }
}

const choose = async () =>
  userEvent.upload(
    await screen.findByLabelText<HTMLInputElement>(/Drop a roster here/),
    new File(['x'], 'roster.csv', { type: 'text/csv' }),
  )

test('how a file was read is said in one sentence', () => {
  expect(readingText(reading)).toBe(
    'Read as UTF-8, comma-separated, column names in row 3, dates day first, home address.',
  )
  expect(
    readingText({
      ...reading,
      encoding: null,
      delimiter: null,
      sheet: 'Fall',
      date_order: null,
      address_group: 'plain',
    }),
  ).toBe('Read as sheet “Fall”, column names in row 3.')
})

test('the reading, skipped lines and a split name are shown, and the reading can be changed', async () => {
  const { received } = await open({ 'POST /api/imports/read-headers': { body: { data: head(reading) } } })
  await choose()
  const panel = within(await screen.findByRole('region', { name: 'File settings' }))
  expect(panel.getByText(/dates day first, home address/)).toBeTruthy()
  expect(panel.getByText('Skipped: row 1 “Fall 2026”, row 20 “Total: 16”.')).toBeTruthy()
  expect(screen.getByText('Last: Lopez · First: Ana · MI: Q')).toBeTruthy()
  await userEvent.click(panel.getByRole('button', { name: 'Change' }))
  await userEvent.selectOptions(panel.getByLabelText('Row with column names'), 'Row 2')
  await waitFor(() => expect(received.filter(({ path }) => path.endsWith('/read-headers'))).toHaveLength(2))
  await waitFor(() => expect(panel.getByLabelText<HTMLSelectElement>('Encoding').disabled).toBe(false))
  await userEvent.selectOptions(panel.getByLabelText('Address to import'), 'Mailing address')
  await waitFor(() => expect(received.filter(({ path }) => path.endsWith('/read-headers'))).toHaveLength(3))
})

const previewButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Preview import' })

test('dates that can be either are asked about before the preview', async () => {
  const settled: ProposedReading = { ...unclear, date_order: 'dmy', unclear_dates: [] }
  await open({ 'POST /api/imports/read-headers': inTurn(head(unclear), head(settled)) })
  await choose()
  expect(await screen.findByText(dateQuestion(unclear.unclear_dates))).toBeTruthy()
  expect(previewButton().disabled).toBe(true)
  expect(screen.getByText('Answer the question about dates first.')).toBeTruthy()
  await userEvent.click(screen.getByLabelText('Day first (dd/mm/yyyy)'))
  expect(await screen.findByText(/dates day first/)).toBeTruthy()
  expect(screen.queryByText(dateQuestion(unclear.unclear_dates))).toBeNull()
  expect(previewButton().disabled).toBe(false)
})

test('columns matched by hand stay when the file is read again, unless they are other columns', async () => {
  const other = { ...head(reading), headers: ['S1', 'Lopez'], mapping: { S1: null, Lopez: null } }
  await open({ 'POST /api/imports/read-headers': inTurn(head(reading), head(reading), other) })
  await choose()
  await chooseOption(await screen.findByLabelText('Field for DOB'), '')
  await userEvent.click(screen.getByRole('button', { name: 'Change' }))
  await userEvent.selectOptions(screen.getByLabelText('Encoding'), 'Western European (Mac)')
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Encoding').disabled).toBe(false))
  expect(screen.getByLabelText<HTMLSelectElement>('Field for DOB').value).toBe('')
  await userEvent.selectOptions(screen.getByLabelText('Row with column names'), 'Row 4')
  expect(await screen.findByLabelText('Field for Lopez')).toBeTruthy()
})

test('cells that couldn’t be read are listed, the first 5 of many', async () => {
  const spoiled = Array.from({ length: 7 }, (_, at) => ({
    row: at + 2,
    column: 'Name',
    value: `O\uFFFDHara ${at}`,
  }))
  await open({
    'POST /api/imports/read-headers': { body: { data: head({ ...reading, spoiled, spoiled_count: 7 }) } },
  })
  await choose()
  expect(await screen.findByText('7 cells have characters that couldn’t be read')).toBeTruthy()
  expect(screen.getAllByText(/^Row \d, Name: O/)).toHaveLength(5)
  expect(screen.getByText('And 2 more cells')).toBeTruthy()
})

test('a sheet can be chosen; a workbook has no encoding and no separator', async () => {
  const workbook = { ...reading, encoding: null, delimiter: null, sheet: 'Fall', sheets: ['Fall', 'Spring'] }
  const { received } = await open({ 'POST /api/imports/read-headers': { body: { data: head(workbook) } } })
  await choose()
  await userEvent.click(await screen.findByRole('button', { name: 'Change' }))
  expect(screen.queryByLabelText('Encoding')).toBeNull()
  await userEvent.selectOptions(screen.getByLabelText('Sheet'), 'Spring')
  await waitFor(() => expect(received.filter(({ path }) => path.endsWith('/read-headers'))).toHaveLength(2))
  const sent = received.findLast(({ path }) => path.endsWith('/read-headers'))?.body
  expect(sent instanceof FormData && sent.get('sheet')).toBe('Spring')
})

test('a whole name and a last name of its own are one too many', async () => {
  await open({ 'POST /api/imports/read-headers': { body: { data: head(reading) } } })
  await choose()
  await chooseOption(await screen.findByLabelText('Field for DOB'), 'Last name')
  expect(
    screen.getByText('Last or first names have their own column. Skip it, or skip this one.'),
  ).toBeTruthy()
  expect(previewButton().disabled).toBe(true)
})
