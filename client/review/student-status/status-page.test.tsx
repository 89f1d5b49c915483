import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { reasonMessage } from '#contract/review/decisions/reasons.ts'
import type {
  CoverageForStudent,
  FormForStudent,
  StudentStatus,
} from '#contract/review/student-status/shapes.ts'
import type { FormPage } from '#contract/setup/site/form-page.ts'
import { SiteLanguageContext, type SiteLanguage } from '#client/setup/site/words/words.ts'
import type { StatusCalls } from './calls.ts'
import { StatusPage } from './status-page.tsx'

const line: CoverageForStudent = {
  coverage_type: 'medical',
  status: 'waiver_declined',
  kind: 'waiver_declined',
  since: '2026-11-18',
  asked: null,
  otherwise: null,
  tier: null,
  premium: null,
  starts_on: null,
  ends_on: null,
  reverify_on: null,
  billed_by: null,
  appeal: { form_id: 7, until: '2026-12-02' },
  can_decline: true,
}
const status: StudentStatus = {
  session: { opened_by: 'code', expires_at: '2026-11-20T20:00:00.000Z', idle_minutes: 30 },
  school: { name: 'Lakeside', slug: 'lakeside' },
  period: { id: 2, name: '2026–27', starts_on: '2026-08-01', ends_on: '2027-07-31' },
  first_name: 'Maya',
  coverages: [],
  forms: [],
}

const form: FormForStudent = {
  id: 7,
  confirmation_number: 'W-7',
  form_type: 'waiver',
  submitted_at: '2026-11-16T15:00:00.000Z',
  coverage_types: ['medical'],
  content: {
    form_type: 'waiver',
    coverage_types: ['medical'],
    answers: [],
    dependents: [],
    attestations: [],
    signature: 'Maya Lee',
    language: 'en',
    qualifying_event: null,
    event_on: null,
  },
  drawn_signature: null,
  decisions: [
    {
      coverage_type: 'medical',
      outcome: 'declined',
      reason_codes: ['max_deductible'],
      note: 'It’s $9,000.',
      respond_by: null,
      decided_on: '2026-11-18',
    },
  ],
  can_fix: false,
  appeal_until: '2026-12-02',
}

const aField = {
  is_usual_label: false,
  help: null,
  is_required: false,
  choices: null,
  has_own_choices: false,
  is_number: false,
  coverage: null,
} as const
const page: FormPage = {
  kind: 'waive',
  title: null,
  intro: '',
  steps: [
    {
      key: 'you',
      title: 'You',
      body: '',
      fields: [
        { ...aField, name: 'dob', label: 'Born on', control: 'date' },
        { ...aField, name: 'phone', label: 'Call me at', control: 'phone' },
        { ...aField, name: 'include_dependents', label: 'Others', control: 'yes_no' },
      ],
    },
  ],
  attestations: [],
  notices: [],
  confirmation: '',
}

/** Opens the page of a student who isn’t signed in until they enter a code. */
const open = (sent = form, page?: FormPage, language: SiteLanguage = 'en') => {
  let isOpen = false
  let appeal = line.appeal
  const calls: StatusCalls = {
    read: () =>
      Promise.resolve(isOpen ? { ...status, coverages: [{ ...line, appeal }], forms: [sent] } : null),
    sendCode: () => Promise.resolve(10),
    openByCode: () => {
      isOpen = true
      return Promise.resolve()
    },
    openByForm: () => Promise.resolve(),
    end: () => Promise.resolve(),
    decline: () => Promise.resolve(),
    tokenOf: () => Promise.resolve('token'),
    appeal: () => {
      appeal = null
      return Promise.resolve('2026-12-01')
    },
  }
  render(
    <SiteLanguageContext value={language}>
      <StatusPage
        calls={calls}
        language={language}
        takeToken={() => null}
        pages={page ? { waiver: page } : {}}
        formHref={() => '/'}
        fixHref={() => '/'}
      />
    </SiteLanguageContext>,
  )
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const focused = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element))

const signIn = async () => {
  await userEvent.type(await screen.findByLabelText('Student ID'), 'S1')
  await press('Email me a code')
  await userEvent.type(await screen.findByLabelText('Code of 6 digits'), '123456{Enter}')
}

test('a declined waiver says why, in its coverage and in the form', async () => {
  open()
  await signIn()
  await screen.findByRole('heading', { name: 'Hello, Maya' })
  expect(screen.getAllByText(reasonMessage('decline', 'max_deductible', 'en')!)).toHaveLength(2)
  expect(screen.getAllByText('It’s $9,000.')).toHaveLength(2)
})

test.each([
  ['en', 'February 15, 2003', 'Yes'],
  ['es', '15 de febrero de 2003', 'Sí'],
] as const)('what was sent is read as on the form: %s', async (language, day, yes) => {
  const answers = [
    { name: 'dob', value: '2003-02-15' },
    { name: 'phone', value: '+15755553259' },
    { name: 'include_dependents', value: true },
  ]
  open({ ...form, content: { ...form.content, answers } }, page, language)
  await userEvent.type(await screen.findByLabelText(/Student ID|Número de estudiante/), 'S1')
  await userEvent.click(screen.getAllByRole('button')[0]!)
  await userEvent.type(await screen.findByLabelText(/Code of 6 digits|6 (dígitos|cifras)/), '123456{Enter}')
  for (const text of [day, '(575) 555-3259', yes]) expect(await screen.findByText(text)).toBeTruthy()
})

test('each step of the status page gives the focus to what replaces the pressed button', async () => {
  open()
  await userEvent.type(await screen.findByLabelText('Student ID'), 'S1')
  await press('Email me a code')
  await focused(await screen.findByLabelText('Code of 6 digits'))
  await press('Send another code')
  await focused(screen.getByLabelText('Student ID'))
  await press('Email me a code')
  await focused(await screen.findByLabelText('Code of 6 digits'))
  await userEvent.keyboard('123456{Enter}')
  await focused(await screen.findByRole('heading', { name: 'Hello, Maya' }))
  await press('Decline medical coverage')
  await focused(screen.getByText(/Decline\?$/))
  await press('Back')
  await focused(screen.getByRole('button', { name: 'Decline medical coverage' }))
  await press('Appeal')
  await focused(screen.getByLabelText('Why should we decide differently?'))
  await userEvent.keyboard('It covers me')
  await press('Send the appeal')
  await focused(await screen.findByText(/^We have your appeal/))
  await press('See my status')
  await waitFor(() => expect(screen.queryByText(/^We have your appeal/)).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Hello, Maya' }))
  await press('Sign out')
  await focused(await screen.findByText(/signed out/))
})
