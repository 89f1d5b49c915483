import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { WaiverWhatIf } from '#contract/decisions/what-if.ts'
import { waiverConfiguration } from '#contract/periods/waiver-configuration.ts'
import { broken, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { setUpAnswers } from '#client/testing/set-up-server.ts'
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
    await sheet.findByRole('heading', { name: '47 of 120 waivers would get another recommendation' }),
  ).toBeTruthy()
  const rows = sheet.getAllByRole('row').map((row) =>
    within(row)
      .queryAllByRole('cell')
      .map(({ textContent }) => textContent),
  )
  expect(rows).toEqual([[], ['Approve', 'Decline', '40'], ['Unable to process', 'Approve', '7']])
  expect(sheet.getByRole('listitem').textContent).toBe(
    'Lopez, Ana · MedicalApprove → Decline · Maximum deductible, Required documents',
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
