import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { enrollFormIntro, waiverForm } from '#contract/setup/period-documents/forms.ts'
import { enrollFormDropdowns } from '#contract/setup/period-documents/dropdowns.ts'
import { enrollmentOptions } from '#contract/setup/period-documents/enrollment-options.ts'
import { medicalPlan } from '#contract/setup/period-documents/plans.ts'
import { openApp, sentTo } from '#client/testing/open-app.tsx'
import { fakeMedia } from '#client/testing/media.ts'
import { setUpAnswers } from '#client/testing/set-up-server.ts'
import { admin } from '#client/testing/users.ts'

const one = (content: object) => ({ body: { data: { ...content, version: 1 } } })
// saved before statements could answer a requirement
const attestations = [{ key: 'true', label: 'My answers are true.' }]
const asks = (name: string) => ({
  key: name.replace('_', '-'),
  name,
  label: null,
  help: null,
  is_required: true,
})
const steps = [
  { key: 'you', title: 'About you', body: '', fields: [asks('first_name'), asks('last_name')] },
  { key: 'reach', title: 'How to reach you', body: '', fields: [asks('phone')] },
]

interface Opened {
  isPhone?: boolean
  answers?: Parameters<typeof openApp>[2]
}

const open = (
  kind: 'enroll-form' | 'waiver-form',
  content: object = {},
  { isPhone = false, answers = {} }: Opened = {},
) => {
  fakeMedia(isPhone)
  return openApp(`/schools/7/period/70/website/${kind}`, admin, {
    ...setUpAnswers,
    'GET /api/periods/70/custom-pages': { body: { data: [] } },
    'GET /api/periods/70/enrollment-options': one({
      ...enrollmentOptions.empty,
      medical_offered: true,
      dental_offered: true,
      vision_offered: false,
    }),
    [`GET /api/periods/70/${kind}`]: one({ ...waiverForm.empty, attestations, ...content }),
    [`GET /api/periods/70/${kind}/intro`]: one(enrollFormIntro.empty),
    [`GET /api/periods/70/${kind}/dropdowns-and-notices`]: one(enrollFormDropdowns.empty),
    [`PUT /api/periods/70/${kind}`]: ({ body }) => ({
      body: { data: { ...JSON.parse(String(body)), version: 2 } },
    }),
    ...answers,
  })
}

const save = async (kind: 'Enrollment form' | 'Waiver form') => {
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(`${kind} saved`)).toBeTruthy()
}

const outline = () => screen.findByRole('navigation', { name: 'Parts of the form' })

test('a statement of the waiver form can answer a requirement', async () => {
  const { received } = await open('waiver-form')
  await userEvent.click(within(await outline()).getByRole('button', { name: 'My answers are true.' }))
  const requirement = screen.getByLabelText<HTMLInputElement>('Requirement it meets')
  expect([requirement.value, requirement.placeholder]).toEqual(['', 'No requirement'])
  await userEvent.type(requirement, 'answers are')
  const options = await screen.findAllByRole('option')
  expect(options).toHaveLength(1)
  await userEvent.click(within(options[0] ?? document.body).getByText('My answers are true'))
  await save('Waiver form')
  expect(sentTo(received, 'PUT /api/periods/70/waiver-form')).toMatchObject([
    { attestations: [{ ...attestations[0], confirms: 'truth' }] },
  ])
})

test('a statement of the enrollment form answers none', async () => {
  await open('enroll-form')
  await userEvent.click(within(await outline()).getByRole('button', { name: 'My answers are true.' }))
  expect(await screen.findByRole('textbox', { name: /^Statement/ })).toBeTruthy()
  expect(screen.queryByLabelText('Requirement it meets')).toBeNull()
})

test('a field is added with two presses; the palette marks those on the form', async () => {
  const { received } = await open('enroll-form', { steps })
  await userEvent.click(within(await outline()).getByRole('button', { name: 'Add a field to About you' }))
  const palette = await screen.findByRole('dialog', { name: 'Fields to add to About you' })
  expect(within(palette).getByRole('button', { name: /^Phone/ })).toHaveProperty('disabled', true)
  await userEvent.type(within(palette).getByPlaceholderText('Search fields'), 'birth')
  await userEvent.click(within(palette).getByRole('button', { name: 'Date of birth' }))
  // its details are open
  expect(await screen.findByText('Date of birth', { selector: 'b' })).toBeTruthy()
  await userEvent.click(screen.getByLabelText('Required'))
  await save('Enrollment form')
  expect(sentTo(received, 'PUT /api/periods/70/enroll-form')).toMatchObject([
    {
      steps: [
        { fields: [asks('first_name'), asks('last_name'), { name: 'dob', is_required: false }] },
        { fields: [asks('phone')] },
      ],
    },
  ])
})

test('keys move a field, also into the next step, and say where it is', async () => {
  const { received } = await open('enroll-form', { steps })
  const parts = within(await outline())
  parts.getByRole('button', { name: 'First name' }).focus()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(await screen.findByText('Place 2 of 2 in About you.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('First name'))
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(await screen.findByText('Place 1 of 2 in How to reach you.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('First name'))
  await save('Enrollment form')
  expect(sentTo(received, 'PUT /api/periods/70/enroll-form')).toMatchObject([
    { steps: [{ fields: [asks('last_name')] }, { fields: [asks('first_name'), asks('phone')] }] },
  ])
})

test('a removed step is restored with its fields', async () => {
  await open('enroll-form', { steps })
  const parts = within(await outline())
  await userEvent.click(parts.getByRole('button', { name: /^1\. About you/, current: true }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove step' }))
  await waitFor(() => expect(parts.queryByRole('button', { name: 'First name' })).toBeNull())
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await parts.findByRole('button', { name: 'First name' })).toBeTruthy()
})

test('a refused save opens the part with the error, on a phone over the outline', async () => {
  await open('enroll-form', { steps }, { isPhone: true })
  const parts = within(await outline())
  expect(screen.queryByLabelText(/^Title/)).toBeNull()
  await userEvent.click(parts.getByRole('button', { name: /^2\. How to reach you/ }))
  await userEvent.clear(within(await screen.findByRole('dialog')).getByLabelText(/^Title/))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const details = await screen.findByRole('dialog', { name: 'Step' })
  expect(
    within(details)
      .getByLabelText(/^Title/)
      .getAttribute('aria-invalid'),
  ).toBe('true')
})

test('the preview is filled in as a student would, and sends nothing', async () => {
  const { received } = await open('enroll-form', { steps })
  const preview = within(await screen.findByRole('region', { name: 'Page preview' }))
  // all steps at once, with what the product adds
  expect(await preview.findByRole('checkbox', { name: /^Dental/ })).toHaveProperty('checked', true)
  expect(preview.getByLabelText(/^Your full name/)).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'Step by step' }))
  await userEvent.click(await preview.findByRole('checkbox', { name: /^Medical/ }))
  const goOn = () => userEvent.click(preview.getByRole('button', { name: 'Continue' }))
  await goOn()
  await goOn()
  expect(await preview.findAllByText('Answer this question.')).toHaveLength(2)
  await userEvent.type(preview.getByLabelText(/^First name/), 'Ada')
  await userEvent.type(preview.getByLabelText(/^Last name/), 'Byron')
  await goOn()
  await userEvent.type(await preview.findByLabelText(/^Phone/), '2015550123')
  await goOn()
  await userEvent.click(await preview.findByRole('checkbox', { name: 'My answers are true.' }))
  await userEvent.type(preview.getByLabelText(/^Your full name/), 'Ada Byron')
  await userEvent.click(preview.getByRole('button', { name: 'Submit' }))
  expect(await preview.findByText('PREVIEW')).toBeTruthy()
  expect(received.filter(({ method }) => method !== 'GET')).toEqual([])
})

const priced = {
  ...medicalPlan.empty,
  name: 'Gold',
  premiums: { ...medicalPlan.empty.premiums, enrolled: '2400.00', enrolled_ech: '3600.00' },
}

test('the preview has the year’s premiums, with dependents too', async () => {
  const covered = [{ ...steps[0], fields: [asks('dependents')] }]
  await open(
    'enroll-form',
    { steps: covered },
    { answers: { 'GET /api/periods/70/medical-plan': one(priced) } },
  )
  const preview = within(await screen.findByRole('region', { name: 'Page preview' }))
  expect(await preview.findByText('Gold · $2,400 a year')).toBeTruthy()
  expect(await preview.findAllByText('$2,400')).not.toHaveLength(0)
  await userEvent.click(preview.getByRole('button', { name: 'Add a person' }))
  await userEvent.selectOptions(await preview.findByLabelText(/^Relationship to you/), 'child')
  expect(await preview.findAllByText('$3,600')).not.toHaveLength(0)
})

test('the preview says what the saved waiver rules refuse, as students read it', async () => {
  const rule = {
    key: 'accepted_sources',
    severity: 'block',
    evidence: { type: 'form', ref: null, quote: null },
  }
  const refused = { ...rule, outcome: 'fail', message: 'We don’t accept COBRA.' }
  const later = { ...rule, key: 'documents_required', outcome: 'fail', message: 'Send your card.' }
  const decision = {
    recommendation: 'decline',
    confidence: 'low',
    rules: [refused, later, { ...rule, key: 'visa', outcome: 'unknown', message: 'Unknown' }],
    blocking: [],
    suggested_status: null,
    student_message: '',
    engine_version: '1',
    risk: 0,
  }
  const asked = [{ ...steps[0], fields: [{ ...asks('medical_waive_source_of_coverage'), key: 'source' }] }]
  const { received } = await open(
    'waiver-form',
    { steps: asked },
    { answers: { 'POST /api/periods/70/waiver-trial': { body: { data: decision } } } },
  )
  const preview = within(await screen.findByRole('region', { name: 'Page preview' }))
  await userEvent.selectOptions(await preview.findByLabelText(/^Source of coverage/i), 'cobra')
  expect(await preview.findByText('We don’t accept COBRA.')).toBeTruthy()
  expect([preview.queryByText('Send your card.'), preview.queryByText('Unknown')]).toEqual([null, null])
  expect(sentTo(received, 'POST /api/periods/70/waiver-trial')).toMatchObject([
    { source_of_coverage: 'cobra' },
  ])
})
