import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { medicalPlan } from '#contract/setup/period-documents/plans.ts'
import { broken, openApp, pending, refused, queriesOf, sentTo } from '#client/testing/open-app.tsx'
import { aPeriod } from '#client/testing/records.ts'
import { aPeriodSite, setUpAnswers } from '#client/testing/set-up-server.ts'
import { admin } from '#client/testing/users.ts'

type Answers = Parameters<typeof openApp>[2]

const plan = { ...medicalPlan.empty, version: 1 }
const put = 'PUT /api/periods/70/medical-plan'
const open = (answer: Answers[string] = { body: { data: plan } }, more: Answers = {}, hash = '') =>
  openApp(`/schools/7/period/70/insurance-options/medical-plan${hash}`, admin, {
    ...setUpAnswers,
    'GET /api/periods/70/medical-plan': answer,
    ...more,
  })

test('while it loads, a placeholder is shown', async () => {
  await open(pending)
  expect(await screen.findByText('Loading Medical plan')).toBeTruthy()
})

test('a user without access sees who has it', async () => {
  await open(refused)
  expect(await screen.findByText('Only Shipmate Admins can set up a policy year.')).toBeTruthy()
})

test('a failure says so', async () => {
  await open(broken)
  expect(await screen.findByText('Medical plan couldn’t be loaded')).toBeTruthy()
})

test('if the server can’t read a plan, a message says so, and the tabs stay', async () => {
  const message = 'This version of Shipmate can’t read “Medical plan”.'
  await open({ status: 500, body: { code: 'unknown_content', message } })
  expect(await screen.findByText('Medical plan couldn’t be loaded')).toBeTruthy()
  expect(screen.getByText(message)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Dental plan' })).toBeTruthy()
})

test('a URL that names the premiums focuses the first of them', async () => {
  await open(undefined, {}, '#field-premiums')
  const first = await screen.findByLabelText('Premium, Enrolled')
  await waitFor(() => expect(document.activeElement).toBe(first))
})

test('a plan that doesn’t exist isn’t found', async () => {
  await openApp('/schools/7/period/70/insurance-options/pet-plan', admin, setUpAnswers)
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
})

test('without premiums there’s no example; with one it’s calculated by month, and everything is saved', async () => {
  const saved = { ...plan, premiums: { ...plan.premiums, enrolled: '4678.00' }, version: 2 }
  const { received } = await open(undefined, { [put]: { body: { data: saved } } })
  expect(await screen.findByText('Enter a premium to see an example.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Premium, Enrolled'), '$4,678')
  expect(
    screen.getByText('Example: Enrolled starting 02/01/2027 costs $2,339.00 for 6 of 12 months'),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'Full premium, no proration' }))
  expect(
    screen.getByText('Example: Enrolled starting 02/01/2027 costs $4,678.00 for the full year'),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: /^Prorated by month/ }))
  await userEvent.click(screen.getByRole('button', { name: /^Save/ }))
  expect(await screen.findByText('Medical plan saved')).toBeTruthy()
  expect(sentTo(received, put)).toEqual([
    { ...plan, premiums: { ...plan.premiums, enrolled: '4678.00' }, version: 1 },
  ])
})

test.each([
  [true, 'Save and show to students'],
  [false, 'Save'],
])('if the site is open is %s, the button says “%s”', async (is_open, label) => {
  await open(undefined, { 'GET /api/periods/70/site': { body: { data: { ...aPeriodSite, is_open } } } })
  expect(await screen.findByText('Students see what’s saved here, without publishing.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Plan name'), 'Gold')
  expect(await screen.findByRole('button', { name: label })).toBeTruthy()
})

test('direct-pay premiums are shown where they’re possible', async () => {
  await open()
  expect(await screen.findByLabelText('Premium, Enrolled')).toBeTruthy()
  expect(screen.queryByLabelText('Direct-pay premium, Enrolled')).toBeNull()
  await userEvent.click(screen.getByLabelText(/^Direct pay/))
  expect(screen.getByLabelText('Direct-pay premium, Enrolled')).toBeTruthy()
})

test('an invalid URL of a document is reported at its field', async () => {
  const { received } = await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Add a document' }))
  await userEvent.type(screen.getByLabelText(/^Label/), 'Brochure')
  await userEvent.type(screen.getByLabelText(/^URL/), 'javascript:alert(1)')
  await userEvent.click(screen.getByRole('button', { name: /^Save/ }))
  expect(await screen.findByRole('button', { name: /^URL: / })).toBeTruthy()
  expect(sentTo(received, put)).toEqual([])
})

test('one of the tabs is marked: the current one', async () => {
  await open()
  const tabs = within(await screen.findByRole('navigation', { name: 'Insurance options and plans' }))
  const marked = tabs.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page')
  expect(marked.map((link) => link.textContent)).toEqual(['Medical plan'])
})

test('premiums that look like typing errors are saved after one question', async () => {
  const typed = { ...plan, premiums: { ...plan.premiums, enrolled: '188.00', enrolled_esp: '1.00' } }
  const { received } = await open(undefined, { [put]: { body: { data: { ...typed, version: 2 } } } })
  await userEvent.type(await screen.findByLabelText('Premium, Enrolled'), '188')
  await userEvent.type(screen.getByLabelText('Premium, Enrolled – Spouse'), '1')
  await userEvent.click(screen.getByRole('button', { name: /^Save/ }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(
    question.getByText(/The premium for .* \(\$1.00\) is less than the student-only premium \(\$188.00\)/),
  ).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Go back' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sentTo(received, put)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: /^Save/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Save anyway' }))
  await waitFor(() => expect(sentTo(received, put)).toEqual([typed]))
})

const list = 'GET /api/student-periods-by-period/70'
const charged = { ...plan, premiums: { ...plan.premiums, enrolled: '4678.00', enrolled_ech: '9000.00' } }
const counted = (total: number) => ({
  body: {
    data: [],
    meta: { total, current_page: 1, per_page: 1, last_page: 1, from: null, to: null },
  },
})
const changePremium = async (label: string, amount: string): Promise<void> => {
  const input = await screen.findByLabelText(label)
  await userEvent.clear(input)
  await userEvent.type(input, amount)
}

test('a changed premium says who keeps the old one, and after saving links to the comparison', async () => {
  const saved = { ...charged, premiums: { ...charged.premiums, enrolled: '4790.00' }, version: 2 }
  const { received } = await open(
    { body: { data: charged } },
    { [put]: { body: { data: saved } }, [list]: counted(477) },
  )
  await changePremium('Premium, Enrolled', '4790')
  expect(
    await screen.findByText('For new records: Premiums. 477 enrolled students keep $4,678.00.'),
  ).toBeTruthy()
  const [asked] = queriesOf(received, list)
  expect(JSON.parse(asked?.get('filters') ?? '')).toEqual({
    medical_status: { operator: 'and', constraints: [{ match_mode: 'in', value: ['enrolled'] }] },
    medical_enroll_premium: { operator: 'and', constraints: [{ match_mode: 'equals', value: '4678.00' }] },
  })
  await userEvent.click(screen.getByRole('button', { name: /^Save/ }))
  const link = await screen.findByRole('link', { name: 'Compare records with the setup' })
  expect(link.getAttribute('href')).toBe('/schools/7/period/70/set-up/records')
  expect(screen.queryByText(/^For new records/)).toBeNull()
})

test('a premium that changes again says how many students keep the one before', async () => {
  const ofFilters = ({ path }: { readonly path: string }) =>
    counted(path.includes('medical_enroll_premium') ? 0 : 477)
  await open({ body: { data: charged } }, { [list]: ofFilters })
  await changePremium('Premium, Enrolled', '4790')
  expect(
    await screen.findByText('For new records: Premiums. 477 enrolled students keep their premiums.'),
  ).toBeTruthy()
})

test('several changed premiums and plan details say how many students keep theirs', async () => {
  await open({ body: { data: charged } }, { [list]: counted(1) })
  await changePremium('Premium, Enrolled', '4790')
  await changePremium('Premium, Enrolled – Child(ren)', '9100')
  await userEvent.type(screen.getByLabelText('Group number'), '7')
  expect(
    await screen.findByText(
      'For new records: Group number, Premiums. 1 enrolled student keeps their premium. 1,482 students stay as they are.',
    ),
  ).toBeTruthy()
})

test('what students see on the website applies at once, so nothing is said', async () => {
  await open({ body: { data: charged } })
  await userEvent.type(await screen.findByLabelText('Member phone'), '3305550100')
  expect(screen.getByText('Unsaved changes')).toBeTruthy()
  expect(screen.queryByText(/^For new records/)).toBeNull()
})

test('a draft of a policy year, or one without students, has no records to keep anything', async () => {
  const draft = { 'GET /api/schools/7/periods': { body: { data: [{ ...aPeriod, state: 'draft' }] } } }
  await open({ body: { data: charged } }, draft)
  await changePremium('Premium, Enrolled', '4790')
  expect(screen.getByText('Unsaved changes')).toBeTruthy()
  expect(screen.queryByText(/^For new records/)).toBeNull()
})

test('in a draft, a page leads back to Setup and on to the next one with coverage on offer', async () => {
  const draft = { ...aPeriod, state: 'draft', dental_offered: false, vision_offered: true }
  await open(undefined, { 'GET /api/schools/7/periods': { body: { data: [draft] } } })
  const way = within(await screen.findByRole('navigation', { name: 'Setup steps' }))
  expect(way.getByRole('link', { name: 'Back to Setup' }).getAttribute('href')).toBe(
    '/schools/7/period/70/set-up',
  )
  expect(way.getByRole('link', { name: 'Next: Vision plan' }).getAttribute('href')).toBe(
    '/schools/7/period/70/insurance-options/vision-plan',
  )
})

test('last year’s premiums are next to the fields with the change, and the family tier appears where it’s used', async () => {
  const former = { ...plan, premiums: { ...plan.premiums, enrolled: '4678.00' } }
  await open(
    { body: { data: { ...plan, premiums: { ...plan.premiums, enrolled: '4912.00' } } } },
    {
      'GET /api/periods/70/comparison': {
        body: { data: { other: { id: 69, name: '2025–26' }, differences: [], unreadable: [] } },
      },
      'GET /api/periods/69/medical-plan': { body: { data: former } },
    },
  )
  expect(await screen.findByRole('columnheader', { name: 'Premium, and in 2025–26' })).toBeTruthy()
  expect(screen.getByText('$4,678.00')).toBeTruthy()
  expect(screen.getByText('+5.0%')).toBeTruthy()
  expect(screen.queryByLabelText(/^Premium, .*Family/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Add family tier' }))
  expect(screen.getByLabelText(/^Premium, .*Family/)).toBeTruthy()
})

test('a premium that is being typed stays when last year’s arrive', async () => {
  const arrived = Promise.withResolvers<void>()
  await open(
    { body: { data: plan } },
    {
      'GET /api/periods/70/comparison': async () => {
        await arrived.promise
        return { body: { data: { other: { id: 69, name: '2025–26' }, differences: [], unreadable: [] } } }
      },
      'GET /api/periods/69/medical-plan': { body: { data: plan } },
    },
  )
  const field = await screen.findByLabelText('Premium, Enrolled')
  await userEvent.clear(field)
  await userEvent.type(field, '2520')
  arrived.resolve()
  expect(await screen.findByRole('columnheader', { name: 'Premium, and in 2025–26' })).toBeTruthy()
  const input: HTMLInputElement = screen.getByLabelText('Premium, Enrolled')
  expect(input.value).toBe('2520')
  await waitFor(() => expect(document.activeElement).toBe(input))
})
