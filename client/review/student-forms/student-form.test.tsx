import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FormReceipt } from '#contract/review/form-submissions/shapes.ts'
import type { SiteField } from '#contract/setup/site/form-page.ts'
import type { OpenSite } from '#contract/setup/site/shapes.ts'
import { emptyForm, type FormBody } from './answers.ts'
import type { FormCalls } from './calls.ts'
import { StudentForm } from './student-form.tsx'

const field = (name: string, label: string): SiteField => ({
  name,
  label,
  is_usual_label: false,
  help: null,
  is_required: false,
  control: 'text',
  choices: null,
  has_own_choices: false,
  is_number: false,
  coverage: null,
})
const page = {
  kind: 'enroll' as const,
  title: null,
  intro: '',
  steps: [
    { key: 'a', title: 'First', body: '', fields: [field('first_name', 'First name')] },
    { key: 'b', title: 'Second', body: '', fields: [field('city', 'City')] },
  ],
  attestations: [],
  notices: [],
  confirmation: '',
}
const receipt: FormReceipt = {
  confirmation_number: null,
  progress: 'in_progress',
  resume_token: 'the-token',
  expires_at: '2027-07-31T00:00:00Z',
}

/** Opens a form whose calls are noted. A call to save is answered when its function is called. */
const open = (token: string | null = null) => {
  const sent: { body: FormBody; token: string | null }[] = []
  const steps: unknown[] = []
  const answers: (() => void)[] = []
  const calls: FormCalls = {
    check: async () => ({ errors: {}, refusals: [], late_fee: null, premiums: [] }),
    send: (body, known) => {
      sent.push({ body, token: known })
      return new Promise((resolve) => {
        answers.push(() => resolve({ ...receipt, confirmation_number: 'E-AAAA-BBBB' }))
      })
    },
    upload: async () => 'file',
    searchCompanies: async () => [],
    emailLink: async () => undefined,
    countStep: (reached) => void steps.push(reached),
    readProgress: async () => ({ outcomes: [], decide_by: '2026-11-24' }),
  }
  const site = { plans: [], life_events: { kinds: [], days: 0 }, late_waiver_fee: null }
  render(
    <StudentForm
      // only what a form reads of its site
      site={site as unknown as OpenSite}
      form={{ page, texts_in_english: [], opens_on: null, closes_on: '2099-01-01', state: 'open' }}
      language="en"
      calls={calls}
      start={{ ...emptyForm(['medical']), signature: 'Maya Thompson' }}
      token={token}
      fix={null}
    />,
  )
  return { sent, steps, answers }
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('steps that are answered faster than they’re saved are one form', async () => {
  const { sent, answers } = open()
  await press('Continue')
  await screen.findByRole('heading', { name: 'Second' })
  await press('Continue')
  await screen.findByRole('heading', { name: 'Check and sign' })
  await press('Submit')
  for (const number of [0, 1, 2]) {
    await waitFor(() => expect(answers).toHaveLength(number + 1))
    answers[number]?.()
  }
  await screen.findByRole('heading', { name: 'Your enroll form is sent' })
  expect(sent.map(({ token, body }) => [token, body['progress']])).toEqual([
    [null, 'in_progress'],
    ['the-token', 'in_progress'],
    ['the-token', 'complete'],
  ])
})

test('a form says how long the page was open and what is in the field that people don’t see', async () => {
  const { sent } = open()
  await press('Continue')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ left_empty: '', elapsed_seconds: expect.any(Number) })
})

test('a form that was saved before doesn’t say how long the page was open', async () => {
  const { sent } = open('known-token')
  await press('Continue')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.token).toBe('known-token')
  expect(Object.keys(sent[0]?.body ?? {})).not.toContain('elapsed_seconds')
})

test('each step is counted once, however often it’s shown', async () => {
  const { steps } = open()
  await press('Continue')
  await screen.findByRole('heading', { name: 'Second' })
  await press('Back')
  await screen.findByRole('heading', { name: 'First' })
  await press('Continue')
  await screen.findByRole('heading', { name: 'Second' })
  expect(steps).toEqual([
    { form: 'enroll', step: 'step-a', is_first: true, language: 'en' },
    { form: 'enroll', step: 'step-b', is_first: false, language: 'en' },
  ])
})
