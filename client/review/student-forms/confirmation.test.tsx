import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FormProgress } from '#contract/review/student-status/shapes.ts'
import type { FormPage } from '#contract/setup/site/form-page.ts'
import { SiteLanguageContext, type SiteLanguage } from '#client/setup/site/words/words.ts'
import { CallProblem, type FormCalls } from './calls.ts'
import { Confirmation } from './confirmation.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const outcomes = (...found: FormProgress['outcomes'][number]['outcome'][]): FormProgress => ({
  outcomes: found.map((outcome, index) => ({
    coverage_type: index === 0 ? 'medical' : 'dental',
    outcome,
  })),
  decide_by: '2026-11-24',
})
const never = (): never => {
  throw new Error('Nothing else is called.')
}

/** Opens the page after a form was sent. `answers` are what its calls get, the last one again and again. */
const open = async (
  answers: readonly (FormProgress | null)[],
  { kind = 'waive', language = 'en' }: { kind?: FormPage['kind']; language?: SiteLanguage } = {},
) => {
  const asked: string[] = []
  const calls: FormCalls = {
    check: never,
    send: never,
    upload: never,
    searchCompanies: never,
    emailLink: never,
    countStep: never,
    readProgress: async (token) => {
      asked.push(token)
      const answer = answers[Math.min(asked.length, answers.length) - 1]
      if (!answer) throw new CallProblem('offline')
      return answer
    },
  }
  const page: FormPage = {
    kind,
    title: null,
    intro: '',
    steps: [],
    attestations: [],
    notices: [],
    confirmation: '',
  }
  render(
    <SiteLanguageContext value={language}>
      <Confirmation
        form={{ page, closes_on: '2026-12-31', state: 'open' }}
        calls={calls}
        language={language}
        receipt={{
          confirmation_number: 'W-AAAA-BBBB',
          progress: 'complete',
          resume_token: 'the-token',
          expires_at: '2027-07-31T00:00:00Z',
        }}
      />
    </SiteLanguageContext>,
  )
  await pass(0)
  return asked
}
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
const said = () => screen.getByRole('status').textContent

test('a waiver is in review until it’s approved, which the page says and then asks no more', async () => {
  const asked = await open([outcomes('waiting'), outcomes('waiting'), outcomes('approved')])
  expect(said()).toBe('We’re checking your insurance. This can take a minute.')
  await pass(2)
  await pass(3)
  expect(said()).toMatch(/^Your waiver is approvedMedical: you keep your own insurance and aren’t charged/)
  await pass(120)
  expect(asked).toEqual(['the-token', 'the-token', 'the-token'])
})

test('the page asks less and less often, and after a minute says by when the office plans to decide', async () => {
  const asked = await open([outcomes('waiting')])
  const times: number[] = []
  for (let second = 1; second <= 180; second += 1) {
    const before = asked.length
    await pass(1)
    if (asked.length > before) times.push(second)
  }
  expect(times).toEqual([2, 5, 10, 18, 30, 45, 60])
  expect(said()).toBe(
    'We’re looking at your form. We plan to decide by November 24, 2026 and email you then.',
  )
})

test('a page that is hidden doesn’t ask, and goes on once it’s shown again', async () => {
  const asked = await open([outcomes('waiting'), outcomes('approved')])
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await pass(180)
  expect(asked).toHaveLength(1)
  expect(said()).toContain('We plan to decide by November 24, 2026')
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(0)
  expect(asked).toHaveLength(2)
  expect(said()).toContain('Your waiver is approved')
})

test('calls that fail change nothing that the page said', async () => {
  await open([outcomes('waiting'), null, outcomes('approved')])
  await pass(2)
  expect(said()).toBe('We’re checking your insurance. This can take a minute.')
  await pass(3)
  expect(said()).toContain('Your waiver is approved')
})

test('what is approved, what isn’t decided yet and what was decided in another way are told apart', async () => {
  await open([outcomes('approved', 'waiting')])
  expect(said()).toContain('Medical: you keep your own insurance')
  expect(said()).toContain('We’re checking your insurance')
})

test('another decision is left to the email about it', async () => {
  await open([outcomes('needs_fix')])
  expect(said()).toBe('Part of your form is decided. The email that you get says what comes next.')
})

test('an enrollment form, which staff decide, is asked about once', async () => {
  const asked = await open([outcomes('waiting')], { kind: 'enroll' })
  await pass(180)
  expect(asked).toHaveLength(1)
  expect(said()).toMatch(/^We’re looking at your form/)
})

test('a student who reads Spanish is told in Spanish', async () => {
  await open([outcomes('waiting'), outcomes('approved')], { language: 'es' })
  expect(said()).toBe('Estamos verificando su seguro. Puede tardar un minuto.')
  await pass(2)
  expect(said()).toContain('Su renuncia fue aprobada')
})
