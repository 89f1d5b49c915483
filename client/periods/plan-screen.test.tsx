import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { medicalPlan } from '#contract/periods/plans.ts'
import { broken, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { setUpAnswers } from '#client/testing/set-up-server.ts'
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

test('while it is read, its place is kept', async () => {
  await open(pending)
  expect(await screen.findByText('Loading Medical plan')).toBeTruthy()
})

test('a refusal says who may', async () => {
  await open(refused)
  expect(await screen.findByText('Only Shipmate Admins set up a policy year.')).toBeTruthy()
})

test('a failure says so', async () => {
  await open(broken)
  expect(await screen.findByText('Medical plan could not be loaded')).toBeTruthy()
})

test('a plan that the server cannot read says so, and the ways to the others stay', async () => {
  const message = 'What is kept of “Medical plan” cannot be read by this version of Shipmate.'
  await open({ status: 500, body: { code: 'unknown_content', message } })
  expect(await screen.findByText('Medical plan could not be read')).toBeTruthy()
  expect(screen.getByText(message)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Dental plan' })).toBeTruthy()
})

test('an address that leads to the premiums gives the first of them the focus', async () => {
  await open(undefined, {}, '#field-premiums')
  const first = await screen.findByLabelText('Premium, Enrolled')
  await waitFor(() => expect(document.activeElement).toBe(first))
})

test('a plan that there is not is no page', async () => {
  await openApp('/schools/7/period/70/insurance-options/pet-plan', admin, setUpAnswers)
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
})

test('without premiums there is no example; with one it is counted by month, and all of it is saved', async () => {
  const saved = { ...plan, premiums: { ...plan.premiums, enrolled: '4678.00' }, version: 2 }
  const { received } = await open(undefined, { [put]: { body: { data: saved } } })
  expect(await screen.findByText('Once there is a premium, an example of it stands here.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Premium, Enrolled'), '$4,678')
  expect(screen.getByText('Enrolled from 02/01/2027: $2,339.00 for 6 of 12 months')).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'Whole year, whenever coverage starts' }))
  expect(screen.getByText('Enrolled from 02/01/2027: $4,678.00 for the whole year')).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: /^By month/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Medical plan saved')).toBeTruthy()
  expect(sentTo(received, put)).toEqual([
    { ...plan, premiums: { ...plan.premiums, enrolled: '4678.00' }, version: 1 },
  ])
})

test('premiums that are paid directly are asked for where they can be', async () => {
  await open()
  expect(await screen.findByLabelText('Premium, Enrolled')).toBeTruthy()
  expect(screen.queryByLabelText('Paid directly, Enrolled')).toBeNull()
  await userEvent.click(screen.getByLabelText(/^Direct pay/))
  expect(screen.getByLabelText('Paid directly, Enrolled')).toBeTruthy()
})

test('an address of a document that is none is said at its field', async () => {
  const { received } = await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Add a document' }))
  await userEvent.type(screen.getByLabelText(/^Label/), 'Brochure')
  await userEvent.type(screen.getByLabelText(/^Address/), 'javascript:alert(1)')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('button', { name: /^Address: / })).toBeTruthy()
  expect(sentTo(received, put)).toEqual([])
})

test('of the options and the plans one tab is marked: where one is', async () => {
  await open()
  const tabs = within(await screen.findByRole('navigation', { name: 'Insurance options and plans' }))
  const marked = tabs.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page')
  expect(marked.map((link) => link.textContent)).toEqual(['Medical plan'])
})

test('premiums that are probably slips are saved after one question', async () => {
  const typed = { ...plan, premiums: { ...plan.premiums, enrolled: '188.00', enrolled_esp: '1.00' } }
  const { received } = await open(undefined, { [put]: { body: { data: { ...typed, version: 2 } } } })
  await userEvent.type(await screen.findByLabelText('Premium, Enrolled'), '188')
  await userEvent.type(screen.getByLabelText('Premium, Enrolled – Spouse'), '1')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/the premium of \$1.00 is less than the student’s own \$188.00/)).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Go back' }))
  expect(sentTo(received, put)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Save anyway' }))
  await waitFor(() => expect(sentTo(received, put)).toEqual([typed]))
})
