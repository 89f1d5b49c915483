import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { attestations, excludedTypes } from '#contract/setup/period-documents/waiver-choices.ts'
import {
  waiverConfiguration,
  type WaiverValues,
} from '#contract/setup/period-documents/waiver-configuration.ts'
import type { RuleKey } from '#contract/setup/period-documents/waiver-rules.ts'
import { websiteConfiguration } from '#contract/setup/period-documents/website-configuration.ts'
import { broken, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { documentState, setUpAnswers } from '#client/testing/set-up-server.ts'
import { admin } from '#client/testing/users.ts'
import { ruleText } from './rule-text.ts'

type Answers = Parameters<typeof openApp>[2]

const stored = { ...waiverConfiguration.empty, version: 5 }
const put = 'PUT /api/periods/70/waiver-configuration'
const open = (answer: Answers[string] = { body: { data: stored } }, more: Answers = {}) =>
  openApp('/schools/7/period/70/waiver-options', admin, {
    ...setUpAnswers,
    'GET /api/periods/70/documents': { body: { data: [documentState('waiver-configuration', 5, 4)] } },
    'GET /api/periods/70/waiver-configuration': answer,
    ...more,
  })
const toggle = (rule: string) => screen.findByRole('switch', { name: `${rule} is on` })

test('while it loads, a placeholder is shown', async () => {
  await open(pending)
  expect(await screen.findByText('Loading Waiver options')).toBeTruthy()
})

test('a user without access sees who has it', async () => {
  await open(refused)
  expect(await screen.findByText('Only Shipmate Admins can set up a policy year.')).toBeTruthy()
})

test('a failure says so', async () => {
  await open(broken)
  expect(await screen.findByText('Waiver options couldn’t be loaded')).toBeTruthy()
})

test('rules are counted, searched and filtered; without matches a message says so', async () => {
  await open()
  expect(await screen.findByRole('button', { name: /^On ?4$/ })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^Off ?12$/ }))
  expect(screen.queryByRole('switch', { name: 'Required documents is on' })).toBeNull()
  await userEvent.type(screen.getByLabelText('Find a rule'), 'deductible')
  expect(screen.getAllByRole('switch')).toHaveLength(1)
  await userEvent.type(screen.getByLabelText('Find a rule'), ' of cats')
  await userEvent.click(screen.getByRole('button', { name: 'Show all rules' }))
  expect(screen.getAllByRole('switch')).toHaveLength(16)
})

test('a rule is turned on, given an amount, summarized when collapsed, and saved with the rest', async () => {
  const { received } = await open(undefined, {
    [put]: ({ body }) => ({ body: { data: { ...JSON.parse(String(body)), version: 6 } } }),
    'GET /api/periods/70/website-configuration': {
      body: { data: { ...websiteConfiguration.empty, languages: ['en', 'es'], version: 1 } },
    },
  })
  await userEvent.click(await toggle('Maximum deductible'))
  const amount = screen.getByLabelText(/^Maximum amount/)
  await userEvent.clear(amount)
  await userEvent.type(amount, '1250')
  await userEvent.click(screen.getByRole('radio', { name: 'Needs staff review' }))
  expect(screen.queryByLabelText('Campuses')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Message to the student: standard text' }))
  // the languages of the site, and no others
  expect(screen.queryByRole('button', { name: 'French' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Spanish' }))
  await userEvent.type(screen.getByLabelText('Message (Spanish)'), 'El deducible es alto.')
  await userEvent.click(screen.getByRole('button', { name: 'Applies to: everyone' }))
  await userEvent.type(screen.getByLabelText('Campuses'), 'Harbor{Enter}')
  await userEvent.click(screen.getByRole('button', { name: /^Maximum deductible/ }))
  expect(
    screen.getByText(
      'At Harbor: The deductible must be at most $1,250.00 (by eligibility check), or staff must review the waiver.',
    ),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Waiver options saved')).toBeTruthy()
  expect(sentTo(received, put)).toEqual([
    {
      ...stored,
      max_deductible: {
        ...stored.max_deductible,
        is_on: true,
        severity: 'review',
        applies_to: { ...stored.max_deductible.applies_to, campuses: ['Harbor'] },
        message: { ...stored.max_deductible.message, es: 'El deducible es alto.' },
        parameters: { amount: '1250.00' },
      },
    },
  ])
})

test('a rule reads as one sentence', () => {
  const text = <K extends RuleKey>(key: K, parameters: WaiverValues[K]['parameters']) =>
    ruleText(key, { ...waiverConfiguration.empty[key], parameters, evidence: 'document', severity: 'block' })
  const tail = ' (by document), or the waiver can’t be approved.'
  const sources = waiverConfiguration.empty.accepted_sources.parameters
  expect([
    text('accepted_sources', { ...sources, medicaid: 'refuse', cobra: 'exception' }),
    text('excluded_types', { types: [] }),
    text('excluded_types', { types: [...excludedTypes] }),
    text('min_benefit', { unlimited: false, amount: null }),
    text('local_network', { zip: '02110', miles: 30, states_by_rotation: true }),
    text('medicaid_state', { states: ['MA', 'NH'], class_years: [2028] }),
    text('attestations', { required: [...attestations] }),
    text('documents_required', { documents: ['insurance_card_front', 'insurance_card_back'] }),
  ]).toEqual([
    `Coverage can’t come from Medicaid${tail} Staff must make an exception for COBRA.`,
    `The plan can’t be one of excluded kinds of coverage that you haven’t chosen yet${tail}`,
    `The plan can’t be any of the 10 excluded kinds of coverage${tail}`,
    `The benefit must be at least an amount that you haven’t set yet${tail}`,
    `In-network providers must be within 30 miles of 02110 or in the student’s rotation states${tail}`,
    `Medicaid must be from MA or NH, and the student in the class of 2028${tail}`,
    `The student must agree to all 4 statements${tail}`,
    `The student must upload the front of the insurance card and the back of the insurance card${tail}`,
  ])
})

const everySource = (acceptance: 'accept' | 'refuse' | 'exception') => {
  const { accepted_sources: rule } = waiverConfiguration.empty
  // the same keys
  return Object.fromEntries(
    Object.keys(rule.parameters).map((source) => [source, acceptance]),
  ) as typeof rule.parameters
}
const accepted = everySource('accept')

test.each([
  ['all', accepted, 'Coverage can come from any source.'],
  [
    'not other; an individual plan by exception',
    { ...accepted, other: 'refuse', individual_plan: 'exception' },
    'Coverage can’t come from an unlisted source (by document), or the waiver can’t be approved. Staff must make an exception for an individual plan.',
  ],
  [
    'not 2',
    { ...accepted, medicaid: 'refuse', cobra: 'refuse' },
    'Coverage can’t come from Medicaid or COBRA (by document), or the waiver can’t be approved.',
  ],
  [
    '2 by exception',
    { ...accepted, tricare: 'exception', cobra: 'exception' },
    'Coverage can come from any source. Staff must make an exception for COBRA or TRICARE.',
  ],
  [
    'only 2',
    { ...everySource('refuse'), parent_employer_group: 'accept', cobra: 'exception' },
    'Coverage must come from a parent’s employer plan or COBRA (by document), or the waiver can’t be approved. Staff must make an exception for COBRA.',
  ],
  [
    'all by exception',
    everySource('exception'),
    'Coverage can come from any source. Staff must make an exception for any source.',
  ],
  [
    'none',
    everySource('refuse'),
    'Coverage can’t come from any source (by document), or the waiver can’t be approved.',
  ],
] as const)('the accepted sources read as an office says them: %s', (_what, parameters, expected) => {
  const { accepted_sources: rule } = waiverConfiguration.empty
  expect(ruleText('accepted_sources', { ...rule, parameters, evidence: 'document', severity: 'block' })).toBe(
    expected,
  )
})

test('states are found by name or 2 letters and by keyboard, pasted together, and removed', async () => {
  const withGuam = {
    ...stored,
    medicaid_state: {
      ...stored.medicaid_state,
      is_on: true,
      parameters: { states: ['GU'], class_years: [] },
    },
  }
  const { received } = await open({ body: { data: withGuam } }, { [put]: broken })
  await userEvent.click(await screen.findByRole('button', { name: /^Medicaid states accepted/ }))
  const states = screen.getByRole('combobox', { name: 'States' })
  await userEvent.type(states, 'ma')
  expect(
    screen
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
      .slice(0, 3),
  ).toEqual(['Massachusetts', 'Maine', 'Maryland'])
  await userEvent.keyboard('{Enter}')
  await userEvent.type(states, 'new jer{ArrowDown}{Enter}')
  await userEvent.type(states, 'forces')
  expect(screen.getByText('No matches')).toBeTruthy()
  await userEvent.clear(states)
  await userEvent.click(states)
  await userEvent.paste('ny, District of Columbia\nNarnia')
  expect(states).toHaveProperty('value', 'Narnia')
  await userEvent.clear(states)
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Remove Guam' }))
  await userEvent.type(states, 'tx')
  await userEvent.tab()
  expect(screen.getByRole('button', { name: 'Remove Texas' })).toBeTruthy()
  await userEvent.type(states, '{Backspace}')
  expect(screen.queryByRole('button', { name: 'Remove Texas' })).toBeNull()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(received, put)).toHaveLength(1))
  expect(sentTo(received, put)[0]).toMatchObject({
    medicaid_state: { parameters: { states: ['MA', 'NJ', 'NY', 'DC'] } },
  })
})

test('an error of a collapsed rule opens it and appears at its field', async () => {
  const message = 'Enter the campus ZIP code or use rotation states.'
  const path = 'local_network.parameters.zip'
  await open(undefined, {
    [put]: { status: 422, body: { code: 'invalid', message, errors: { [path]: [message] } } },
  })
  await userEvent.click(await toggle('Local provider network'))
  await userEvent.click(screen.getByRole('button', { name: /^Local provider network/ }))
  expect(screen.queryByRole('textbox', { name: 'Campus ZIP code' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const zip = await screen.findByRole('textbox', { name: 'Campus ZIP code' })
  expect(zip.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('button', { name: `Campus ZIP code: ${message}` })).toBeTruthy()
})

test('only values that both people changed are a question, in words', async () => {
  const theirs = {
    ...stored,
    max_deductible: { ...stored.max_deductible, is_on: true },
    grace_days: 21,
    version: 6,
  }
  await open(undefined, {
    [put]: { status: 409, body: { code: 'stale', message: 'It has changed.', data: theirs } },
  })
  const grace = await screen.findByLabelText('Days to respond')
  await userEvent.clear(grace)
  await userEvent.type(grace, '14')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = within(await screen.findByRole('dialog'))
  const groups = dialog.getAllByRole('group').map((group) => group.querySelector('legend')?.textContent)
  expect(groups).toHaveLength(1)
  expect(dialog.getByLabelText<HTMLInputElement>(/14/).checked).toBe(true)
  expect(dialog.getByLabelText(/21/)).toBeTruthy()
})

test('automatic approval says that declines are never automatic', async () => {
  await open()
  await userEvent.click(await screen.findByLabelText(/^Auto-approve waivers/))
  expect(
    screen.getByText(
      /Waivers that pass are approved without staff review\. Shipmate never declines automatically/,
    ),
  ).toBeTruthy()
})

test('the publish dialog describes the rules in words, and the rule sets are listed', async () => {
  const two = [3, 2].map((number) => ({ number, version: number, at: '2026-09-01T12:00:00Z', by: null }))
  const { received } = await open(undefined, {
    'GET /api/periods/70/unpublished-changes': {
      body: {
        data: [
          {
            field: 'waiver-configuration.max_deductible.parameters.amount',
            before: '2500.00',
            after: '1250.00',
          },
          { field: 'waiver-configuration.max_deductible.severity', before: 'block', after: 'review' },
        ],
      },
    },
    'GET /api/periods/70/publications': { body: { data: two } },
    'POST /api/periods/70/publications': { body: { data: [] } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Rule set 3' }))
  expect(await screen.findByText('Rule set 2')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Publish…' }))
  expect(await screen.findByText('Maximum deductible › Amount')).toBeTruthy()
  expect(screen.getByText('$1,250.00')).toBeTruthy()
  expect(screen.getByText('Maximum deductible › If not met')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Publish 2 changes' }))
  await waitFor(() =>
    expect(sentTo(received, 'POST /api/periods/70/publications')).toEqual([
      { documents: [{ kind: 'waiver-configuration', version: 5 }] },
    ]),
  )
})

test('default rules that were never saved can be saved, so that they can be published', async () => {
  const { received } = await open(
    { body: { data: { ...waiverConfiguration.empty, version: 0 } } },
    {
      'GET /api/periods/70/documents': {
        body: { data: [documentState(waiverConfiguration.kind, 0, null)] },
      },
      [put]: { body: { data: { ...waiverConfiguration.empty, version: 1 } } },
    },
  )
  expect(await screen.findByText('Never published')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Waiver options saved')).toBeTruthy()
  expect(sentTo(received, put)).toEqual([{ ...waiverConfiguration.empty, version: 0 }])
})
