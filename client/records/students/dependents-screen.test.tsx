import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Dependent } from '#contract/platform/record/dependent.ts'
import { broken, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { aStudentOverview, aStudentPeriod } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'

const child: Dependent = {
  id: 31,
  type: 'child',
  gender: null,
  first_name: 'Mia',
  last_name: 'Lopez',
  dob: '2020-05-01',
  ssn: null,
  covers: ['medical'],
  medical_start_on: '2026-11-10',
  medical_end_on: null,
  dental_start_on: null,
  dental_end_on: '2026-10-31',
  vision_start_on: null,
  vision_end_on: null,
}
const put = 'PUT /api/student-periods/500'

const open = (more: Parameters<typeof openApp>[2] = {}) =>
  openApp('/student/900/policy-years/70/dependents', admin, {
    'GET /api/students/900/overview': { body: { data: aStudentOverview } },
    'GET /api/student-periods/500': { body: { data: { ...aStudentPeriod, dependents: [child] } } },
    ...more,
  })

test('while the policy year loads, a placeholder is shown', async () => {
  await open({ 'GET /api/student-periods/500': pending })
  expect(await screen.findByText('Loading policy year')).toBeTruthy()
})

test.each([
  ['a refusal', refused, /Only this school’s admins and Shipmate Admins/],
  ['a failure', broken, 'The policy year couldn’t be loaded'],
] as const)('%s is said', async (_, answer, words) => {
  await open({ 'GET /api/student-periods/500': answer })
  expect(await screen.findByText(words)).toBeTruthy()
})

test('the dependents of a policy year are listed with what they cover', async () => {
  await open()
  expect(await screen.findByRole('heading', { name: 'Dependents 2026–27' })).toBeTruthy()
  expect(screen.getByText('Mia Lopez')).toBeTruthy()
  expect(
    screen.getByText('Child · born 05/01/2020 · Medical from 11/10/2026, Dental until 10/31/2026'),
  ).toBeTruthy()
})

test('no dependents is stated', async () => {
  await open({ 'GET /api/student-periods/500': { body: { data: aStudentPeriod } } })
  expect(await screen.findByText('No dependents in this policy year.')).toBeTruthy()
})

const family = { ...aStudentPeriod, medical_status: 'enrolled_ech', medical_enroll_premium: '7200.00' }
const preview = 'POST /api/student-periods/500/dependents-preview'
const lineOf = (from: string, to: string, before: string, after: string) => ({
  coverage: 'medical',
  from,
  to,
  effective_on: '2026-11-05',
  premium_before: before,
  premium_after: after,
  direct_pay_premium_before: null,
  direct_pay_premium_after: null,
})

test('before a covered dependent is removed, tier, date and premium are shown; the new premium is reported', async () => {
  const lines = [lineOf('enrolled_ech', 'enrolled', '7200.00', '5400.00')]
  const removed = {
    ...family,
    dependents: [],
    medical_status: 'enrolled',
    medical_enroll_premium: '5400.00',
    version: 5,
  }
  const { received } = await open({
    'GET /api/student-periods/500': { body: { data: { ...family, dependents: [child] } } },
    [preview]: { body: { data: { life_event: 'not_asked', life_events: [], lines } } },
    [put]: { body: { data: removed } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Mia Lopez' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Mia Lopez' }))
  const shown = await dialog.findByRole('region', { name: 'Tier and premium' })
  expect(shown.textContent).toContain('from 11/05/2026')
  expect(shown.textContent).toMatch(/\$7,200\.00.*\$5,400\.00/)
  await userEvent.click(dialog.getByRole('button', { name: 'Remove dependent' }))
  expect(await screen.findByText('Medical is now Enrolled. The premium is now $5,400.00.')).toBeTruthy()
  expect(sentTo(received, put)).toEqual([{ dependents: [], version: 4 }])
})

test('after the enrollment window, a life event is chosen for a new dependent, and the preview follows', async () => {
  const lines = [lineOf('enrolled', 'enrolled_esp', '4800.00', '8400.00')]
  const { received } = await open({
    'GET /api/student-periods/500': {
      body: { data: { ...family, medical_status: 'enrolled', dependents: [] } },
    },
    [preview]: { body: { data: { life_event: 'required', life_events: ['marriage'], lines } } },
    [put]: { body: { data: { ...family, version: 5 } } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add dependent' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add dependent' }))
  await userEvent.click(dialog.getByLabelText(/Relation/))
  await userEvent.click(await screen.findByRole('option', { name: 'Spouse' }))
  await userEvent.click(dialog.getByLabelText('Medical'))
  await userEvent.click(await dialog.findByLabelText(/Qualifying life event/))
  await userEvent.click(await screen.findByRole('option', { name: 'Marriage' }))
  await userEvent.type(dialog.getByLabelText(/Date of the event/), '11/05/2026')
  await userEvent.tab()
  const ask = {
    dependents: [{ type: 'spouse', covers: ['medical'], last_name: '-' }],
    dependents_effective_on: null,
    qualifying_event: 'marriage',
    event_on: '2026-11-05',
  }
  await waitFor(() => expect(sentTo(received, preview).at(-1)).toEqual(ask))
  await userEvent.click(dialog.getByRole('button', { name: 'Add dependent' }))
  await waitFor(() =>
    expect(sentTo(received, put)).toMatchObject([
      {
        dependents: [{ type: 'spouse', last_name: 'Lopez', covers: ['medical'] }],
        qualifying_event: 'marriage',
        event_on: '2026-11-05',
      },
    ]),
  )
})
