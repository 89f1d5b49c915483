import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { WaiverDecision } from '#contract/review/decisions/shapes.ts'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import { enrollFormDropdowns } from '#contract/setup/period-documents/dropdowns.ts'
import { broken, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { setUpAnswers } from '#client/testing/set-up-server.ts'
import { admin } from '#client/testing/users.ts'

type Answers = Parameters<typeof openApp>[2]

const post = 'POST /api/periods/70/waiver-trial'
const declined: WaiverDecision = {
  recommendation: 'decline',
  confidence: 'medium',
  rules: [
    {
      key: 'accepted_sources',
      severity: 'block',
      outcome: 'pass',
      message: null,
      evidence: { type: 'form', ref: 'waive_source_of_coverage', quote: 'Medicaid' },
    },
    {
      key: 'max_deductible',
      severity: 'block',
      outcome: 'fail',
      message: 'Your deductible is too high.',
      evidence: { type: 'eligibility', ref: null, quote: '$3,000.00 deductible' },
    },
    {
      key: 'min_benefit',
      severity: 'review',
      outcome: 'unknown',
      message: 'Confirm that your plan has no lifetime limit.',
      evidence: { type: 'attestation', ref: 'min_benefit', quote: null },
    },
    {
      key: 'documents_required',
      severity: 'block',
      outcome: 'fail',
      message: 'Send us: insurance card, back; summary of benefits.',
      evidence: { type: 'document', ref: 'insurance_card_back,summary', quote: null },
    },
  ],
  blocking: ['max_deductible'],
  suggested_status: 'waiver_declined',
  student_message:
    'Your other coverage doesn’t meet the school’s requirements.\nYour deductible is too high.',
  engine_version: '1',
  risk: 4,
}

const open = async (answer: Answers[string] = { body: { data: declined } }) => {
  const opened = await openApp('/schools/7/period/70/waiver-options', admin, {
    ...setUpAnswers,
    'GET /api/periods/70/waiver-configuration': {
      body: { data: { ...waiverConfiguration.empty, version: 5 } },
    },
    [`GET /api/periods/70/${enrollFormDropdowns.kind}`]: {
      body: { data: { ...enrollFormDropdowns.empty, version: 1 } },
    },
    [post]: answer,
  })
  const openSheet = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Try it' }))
    return within(await screen.findByRole('dialog', { name: 'Try the waiver rules' }))
  }
  return { ...opened, openSheet }
}

test('a made-up waiver is tried by keyboard, and its result is shown in words', async () => {
  const { received, openSheet } = await open()
  const sheet = await openSheet()
  expect(await sheet.findByText('The recommendation and the outcome of each rule appear here.')).toBeTruthy()
  await userEvent.type(sheet.getByLabelText('Program'), 'Nursing')
  await userEvent.type(sheet.getByLabelText('Class year'), '2028{Enter}')
  expect(await sheet.findByText('Decline')).toBeTruthy()
  expect(sheet.getByText('Status: Waiver Declined')).toBeTruthy()
  expect(sheet.queryByText(/Confidence|Risk/)).toBeNull()
  const rules = sheet.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rules).toEqual([
    'Accepted sources of coverage · MetWaiver form: Medicaid',
    'Maximum deductible · Not met · Blocks approvalYour deductible is too high.Eligibility check: $3,000.00 deductible',
    'Minimum benefit · Not known yet · Needs staff reviewConfirm that your plan has no lifetime limit.Attestation: nothing yet',
    'Required documents · Not met · Blocks approvalSend us: insurance card, back; summary of benefits.Document: Insurance card, back (not received); Summary of benefits (not received)',
  ])
  expect(sheet.getByText(/^Your other coverage doesn’t meet/).textContent).toBe(declined.student_message)
  expect(sentTo(received, post)).toMatchObject([
    { source_of_coverage: 'parent_employer_group', program: 'Nursing', campus: null, graduation_year: 2028 },
  ])
  expect(sheet.queryByText('You changed the waiver. Try it again.')).toBeNull()
  await userEvent.click(sheet.getByRole('checkbox', { name: 'Summary of benefits' }))
  expect(sheet.getByText('You changed the waiver. Try it again.')).toBeTruthy()
})

test('unsaved rules aren’t tried, and the sheet says so', async () => {
  const { openSheet } = await open()
  await userEvent.click(await screen.findByRole('switch', { name: 'Maximum deductible is on' }))
  const sheet = await openSheet()
  expect(await sheet.findByText('Save your changes to try them.')).toBeTruthy()
})

test('while it runs, a placeholder is shown', async () => {
  const sheet = await (await open(pending)).openSheet()
  await userEvent.click(await sheet.findByRole('button', { name: 'Try it' }))
  expect(await sheet.findByText('Checking the rules')).toBeTruthy()
})

test.each([
  ['a failure', broken],
  ['a refusal', refused],
])('%s is shown, and the waiver stays', async (_, answer) => {
  const sheet = await (await open(answer)).openSheet()
  await userEvent.type(await sheet.findByLabelText('Campus'), 'Harbor{Enter}')
  await waitFor(() => expect(sheet.getByRole('alert').textContent).not.toBe(''))
  expect(sheet.getByLabelText<HTMLInputElement>('Campus').value).toBe('Harbor')
})
