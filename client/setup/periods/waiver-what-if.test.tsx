import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { WaiverWhatIf } from '#contract/review/decisions/what-if.ts'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import { broken, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { documentState, setUpAnswers } from '#client/testing/set-up-server.ts'
import { admin } from '#client/testing/users.ts'

type Answers = Parameters<typeof openApp>[2]

const get = 'GET /api/periods/70/waiver-what-if'
const found: WaiverWhatIf = {
  judged: 120,
  changed: 47,
  moves: [
    { from: 'approve', to: 'decline', quantity: 40 },
    { from: 'utp', to: 'approve', quantity: 7 },
  ],
  examples: [
    {
      submission_id: 501,
      period_id: 69,
      student_name: 'Lopez, Ana',
      coverage_type: 'medical',
      from: 'approve',
      to: 'decline',
      rules: ['max_deductible', 'documents_required'],
    },
  ],
  is_cut: false,
}
const answered = (more: Partial<WaiverWhatIf> = {}) => ({ body: { data: { ...found, ...more } } })

const open = async (answer: Answers[string] = answered()) => {
  const opened = await openApp('/schools/7/period/70/waiver-options', admin, {
    ...setUpAnswers,
    'GET /api/periods/70/waiver-configuration': {
      body: { data: { ...waiverConfiguration.empty, version: 5 } },
    },
    [get]: answer,
  })
  const openSheet = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'See what changes' }))
    return within(await screen.findByRole('dialog', { name: 'Changed recommendations' }))
  }
  return { ...opened, openSheet }
}

test('it shows how many recommendations change, which, and examples to open', async () => {
  const { received, openSheet } = await open()
  expect(sentTo(received, get)).toEqual([])
  const sheet = await openSheet()
  expect(
    await sheet.findByRole('heading', { name: '47 of 120 waivers would get a different recommendation' }),
  ).toBeTruthy()
  const rows = sheet.getAllByRole('row').map((row) =>
    within(row)
      .queryAllByRole('cell')
      .map(({ textContent }) => textContent),
  )
  expect(rows).toEqual([[], ['Approve', 'Decline', '40'], ['Unable to process', 'Approve', '7']])
  expect(sheet.getByRole('listitem').textContent).toBe(
    'Lopez, Ana · Medical · previous policy yearApprove → Decline · Maximum deductible, Required documents',
  )
  expect(sheet.getByRole('link', { name: 'Lopez, Ana' }).getAttribute('href')).toBe(
    '/schools/7/period/69/student-form-submission/501',
  )
  expect(sheet.queryByText(/newest 2,000/)).toBeNull()
  expect(sheet.queryByText(/^Save your changes/)).toBeNull()
})

test('unsaved rules aren’t compared, and the sheet says so', async () => {
  const { openSheet } = await open()
  await userEvent.click(await screen.findByRole('switch', { name: 'Maximum deductible is on' }))
  const sheet = await openSheet()
  expect(await sheet.findByText('Save your changes to see what they change.')).toBeTruthy()
})

test('if nothing changes, there are no tables, and it says if only the newest forms count', async () => {
  const sheet = await (
    await open(answered({ changed: 0, moves: [], examples: [], is_cut: true }))
  ).openSheet()
  expect(await sheet.findByRole('heading', { name: 'No change for 120 waivers' })).toBeTruthy()
  expect(sheet.getByText(/newest 2,000 forms/)).toBeTruthy()
  expect(sheet.queryByRole('table')).toBeNull()
})

test('without judged waivers, it says which appear here', async () => {
  const none = answered({ judged: 0, changed: 0, moves: [], examples: [] })
  const sheet = await (await open(none)).openSheet()
  expect(await sheet.findByText('No waivers to compare')).toBeTruthy()
})

test('while it runs, a placeholder is shown', async () => {
  const sheet = await (await open(pending)).openSheet()
  expect(await sheet.findByText('Checking waivers')).toBeTruthy()
})

test.each([
  ['a failure', broken, 'The comparison couldn’t be loaded'],
  ['a refusal', refused, 'Only Shipmate Admins can compare waiver rules.'],
])('%s is shown', async (_, answer, text) => {
  const sheet = await (await open(answer)).openSheet()
  expect(await sheet.findByText(text, {}, { timeout: 10_000 })).toBeTruthy()
})

const publish = async (answer: Answers[string] = answered()) => {
  const opened = await openApp('/schools/7/period/70/waiver-options', admin, {
    ...setUpAnswers,
    'GET /api/periods/70/waiver-configuration': {
      body: { data: { ...waiverConfiguration.empty, version: 5 } },
    },
    'GET /api/periods/70/documents': { body: { data: [documentState(waiverConfiguration.kind, 5, 4)] } },
    'GET /api/periods/70/unpublished-changes': {
      body: { data: [{ field: 'waiver-configuration.grace_days', before: 30, after: 14 }] },
    },
    'POST /api/periods/70/publications': { body: { data: [] } },
    [get]: answer,
  })
  const button = await screen.findByRole('button', { name: 'Publish…' })
  expect(sentTo(opened.received, get)).toEqual([])
  await userEvent.click(button)
  const dialog = within(await screen.findByRole('dialog'))
  return { ...opened, dialog, part: within(await dialog.findByRole('region', { name: /^Changed rec/ })) }
}

test('the publish dialog shows how many recommendations change, with the first examples and the rest folded', async () => {
  const examples = [1, 2, 3, 4, 5].map((id) => ({
    ...found.examples[0]!,
    submission_id: id,
    student_name: `Student ${id}`,
    period_id: id === 1 ? 70 : 69,
  }))
  const { part } = await publish(answered({ examples }))
  expect(await part.findByText('47 of 120 waivers would get a different recommendation')).toBeTruthy()
  expect(part.getAllByRole('row').at(1)?.textContent).toBe('ApproveDecline40')
  const items = part.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items[0]).toMatch(/^Student 1 · MedicalApprove → Decline/)
  expect(items[1]).toMatch(/^Student 2 · Medical · previous policy year/)
  expect(part.getByText('2 more').closest('details')?.open).toBe(false)
  expect(part.getByRole('link', { name: 'Student 1' }).getAttribute('href')).toBe(
    '/schools/7/period/70/student-form-submission/1',
  )
})

test('without judged waivers the publish dialog says so', async () => {
  const { part } = await publish(answered({ judged: 0, changed: 0, moves: [], examples: [] }))
  expect(await part.findByText('No waivers to compare yet.')).toBeTruthy()
})

test.each([
  ['running', pending, 'Checking waivers'],
  ['refused', refused, 'Only Shipmate Admins can compare waiver rules.'],
  ['broken', broken, 'Couldn’t compare the waivers. You can publish without the comparison.'],
])('a comparison that is %s doesn’t keep anyone from publishing', async (_, answer, text) => {
  const { dialog, part, received } = await publish(answer)
  expect(await part.findByText(text, {}, { timeout: 10_000 })).toBeTruthy()
  await userEvent.click(await dialog.findByRole('button', { name: 'Publish 1 change' }))
  expect(await screen.findByText('waiver-configuration published')).toBeTruthy()
  expect(sentTo(received, 'POST /api/periods/70/publications')).toHaveLength(1)
})
