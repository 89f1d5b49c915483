import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { reasonMessage } from '#contract/review/decisions/reasons.ts'
import type {
  CoverageForStudent,
  FormForStudent,
  StudentStatus,
} from '#contract/review/student-status/shapes.ts'
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

/** Opens the page of a student who isn’t signed in until they enter a code. */
const open = () => {
  let isOpen = false
  let appeal = line.appeal
  const calls: StatusCalls = {
    read: () =>
      Promise.resolve(isOpen ? { ...status, coverages: [{ ...line, appeal }], forms: [form] } : null),
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
    <StatusPage
      calls={calls}
      language="en"
      takeToken={() => null}
      pages={{}}
      formHref={() => '/'}
      fixHref={() => '/'}
    />,
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
