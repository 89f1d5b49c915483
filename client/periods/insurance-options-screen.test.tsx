import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { everybody } from '#contract/periods/audience.ts'
import { dates } from '#contract/periods/dates.ts'
import { enrollmentOptions } from '#contract/periods/enrollment-options.ts'
import { insuranceConfiguration } from '#contract/periods/insurance-configuration.ts'
import type { Reply } from '#client/testing/fake-server.ts'
import { broken, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { setUpAnswers } from '#client/testing/set-up-server.ts'
import { admin } from '#client/testing/users.ts'

type Answers = Parameters<typeof openApp>[2]

const options = { ...enrollmentOptions.empty, version: 1 }
const days = { ...dates.empty, starts_on: '2026-08-01', ends_on: '2027-07-31', version: 2 }
const rules = { ...insuranceConfiguration.empty, version: 3 }
const [putOptions, putDates, putRules] = ['enrollment-options', 'dates', 'insurance-configuration'].map(
  (kind) => `PUT /api/periods/70/${kind}`,
) as [string, string, string]

const open = (more: Answers = {}) =>
  openApp('/schools/7/period/70/insurance-options', admin, {
    ...setUpAnswers,
    'GET /api/periods/70/enrollment-options': { body: { data: options } },
    'GET /api/periods/70/dates': { body: { data: days } },
    'GET /api/periods/70/insurance-configuration': { body: { data: rules } },
    ...more,
  })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

test('while one of its parts is read, its place is kept', async () => {
  await open({ 'GET /api/periods/70/dates': pending })
  expect(await screen.findByText('Loading Insurance options')).toBeTruthy()
})

test('a refusal says who may', async () => {
  await open({ 'GET /api/periods/70/dates': refused })
  expect(await screen.findByText('Only Shipmate Admins set up a policy year.')).toBeTruthy()
})

test('a failure can be tried again', async () => {
  let fails = true
  await open({ 'GET /api/periods/70/dates': () => (fails ? broken : { body: { data: days } }) })
  expect(await screen.findByText('Insurance options could not be loaded')).toBeTruthy()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByLabelText('Medical is offered')).toBeTruthy()
})

test('where one of its parts cannot be read, the others are edited and saved all the same', async () => {
  const message = 'What is kept of “Dates” cannot be read by this version of Shipmate.'
  const { received } = await open({
    'GET /api/periods/70/dates': { status: 500, body: { code: 'unknown_content', message } },
    // what the server knows and this page does not
    'GET /api/periods/70/insurance-configuration': { body: { data: { version: 3, newer: true } } },
    [putOptions]: { body: { data: { ...options, dental_offered: false, version: 2 } } },
  })
  expect(await screen.findByText('Dates could not be read')).toBeTruthy()
  expect(screen.getByText('“Insurance rules and fees” cannot be edited here')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Windows' })).toBeNull()
  await userEvent.click(screen.getByLabelText('Dental is offered'))
  await save()
  expect(await screen.findByText('Insurance options saved')).toBeTruthy()
  expect(sentTo(received, putOptions)).toHaveLength(1)
  expect([...sentTo(received, putDates), ...sentTo(received, putRules)]).toEqual([])
})

test('without any it says that nobody is exempt and offers the first exemption', async () => {
  await open()
  expect(await screen.findByText('Nobody is exempt.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add an exemption' })).toBeTruthy()
})

test('one Save sends what changed, each over the version that was read, and nothing else', async () => {
  const { received } = await open({
    [putOptions]: { body: { data: { ...options, dental_offered: false, version: 2 } } },
    [putRules]: { body: { data: { ...rules, late_waiver_fee: '75.00', version: 4 } } },
  })
  await userEvent.click(await screen.findByLabelText('Dental is offered'))
  await userEvent.type(screen.getByLabelText('Late waiver fee'), '75')
  expect(screen.getByText('Not saved yet')).toBeTruthy()
  await save()
  expect(await screen.findByText('Insurance options saved')).toBeTruthy()
  expect(sentTo(received, putOptions)).toEqual([{ ...options, dental_offered: false }])
  expect(sentTo(received, putDates)).toEqual([])
  expect(sentTo(received, putRules)).toEqual([{ ...rules, late_waiver_fee: '75.00' }])
  expect(screen.queryByText('Not saved yet')).toBeNull()
})

test('an error of the server stands at its field; what is saved stays saved, what is not stays typed', async () => {
  const message = 'The deadline is before its start.'
  const { received } = await open({
    [putOptions]: { body: { data: { ...options, dental_offered: false, version: 2 } } },
    [putDates]: {
      status: 422,
      body: { code: 'invalid', message, errors: { waiver_deadline_on: [message] } },
    },
  })
  await userEvent.click(await screen.findByLabelText('Dental is offered'))
  await userEvent.type(screen.getByLabelText('Waiver deadline'), '09/15/2026')
  await userEvent.type(screen.getByLabelText('Late waiver fee'), '75')
  await save()
  expect(await screen.findAllByText(message, { exact: false })).not.toHaveLength(0)
  expect(screen.getByLabelText<HTMLInputElement>('Waiver deadline').value).toBe('09/15/2026')
  expect(screen.getByLabelText<HTMLInputElement>('Late waiver fee').value).toContain('75')
  expect(sentTo(received, putRules)).toEqual([])
  // once it is right, only what is left is sent
  await save()
  await waitFor(() => expect(sentTo(received, putDates)).toHaveLength(2))
  expect(sentTo(received, putOptions)).toHaveLength(1)
})

test('what is typed into one part while it is saved stays typed, and the parts after it are saved all the same', async () => {
  let answer: (reply: Reply) => void = () => undefined
  const { received } = await open({
    [putOptions]: () => new Promise((resolve) => (answer = resolve)),
    [putRules]: { body: { data: { ...rules, late_waiver_fee: '75.00', version: 4 } } },
    'PUT /api/drafts': { status: 204 },
    'DELETE /api/drafts': { status: 204 },
  })
  await userEvent.click(await screen.findByLabelText('Dental is offered'))
  await userEvent.type(screen.getByLabelText('Late waiver fee'), '75')
  await save()
  await userEvent.click(screen.getByLabelText('Vision is offered'))
  answer({ body: { data: { ...options, dental_offered: false, version: 2 } } })
  expect(await screen.findByText('Insurance options saved')).toBeTruthy()
  expect(sentTo(received, putRules)).toHaveLength(1)
  expect(screen.getByText('Not saved yet')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Vision is offered').checked).toBe(false)
  await save()
  await waitFor(() => expect(sentTo(received, putOptions)).toHaveLength(2))
  expect(sentTo(received, putOptions)[1]).toMatchObject({ vision_offered: false, version: 2 })
  expect(sentTo(received, putRules)).toHaveLength(1)
})

test('an exemption for everybody is refused at its audience, which is said in words', async () => {
  const message = 'Say who is exempt: this would be everybody.'
  const { received } = await open({
    [putOptions]: {
      status: 422,
      body: { code: 'invalid', message, errors: { 'exemptions.0.audience': [message] } },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add an exemption' }))
  const item = within(screen.getByRole('listitem', { name: 'exemption 1 of 1' }))
  await userEvent.type(item.getByLabelText(/^Name/), 'Distance learners')
  await save()
  expect((await item.findAllByText(message)).length).toBe(1)
  // its fields are open by then
  await userEvent.type(item.getByLabelText('Campuses'), 'Online{Enter}')
  await userEvent.type(item.getByLabelText('Class years'), '2028,')
  // in the line that stands for it, and at its audience
  expect(item.getAllByText('At Online, class of 2028')).toHaveLength(2)
  await save()
  await waitFor(() => expect(sentTo(received, putOptions)).toHaveLength(2))
  expect(sentTo(received, putOptions).at(-1)).toMatchObject({
    exemptions: [{ audience: { ...everybody, campuses: ['Online'], class_years: [2028] } }],
  })
})

test('who saves over someone else’s change of another part keeps both', async () => {
  const theirs = { ...options, vision_offered: false, version: 2 }
  let times = 0
  const { received } = await open({
    [putOptions]: () => {
      times += 1
      return times === 1
        ? { status: 409, body: { code: 'stale', message: 'It has changed.', data: theirs } }
        : { body: { data: { ...theirs, dental_offered: false, version: 3 } } }
    },
  })
  await userEvent.click(await screen.findByLabelText('Dental is offered'))
  await save()
  await waitFor(() => expect(sentTo(received, putOptions)).toHaveLength(2))
  expect(sentTo(received, putOptions).at(-1)).toEqual({
    ...options,
    dental_offered: false,
    vision_offered: false,
    version: 2,
  })
})

test('leaving with two of its parts changed asks once', async () => {
  const { at } = await open()
  await userEvent.click(await screen.findByLabelText('Dental is offered'))
  await userEvent.type(screen.getByLabelText('Late waiver fee'), '75')
  await userEvent.click(screen.getByRole('link', { name: 'Medical plan' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(at()).toBe('/schools/7/period/70/insurance-options/medical-plan'))
  expect(screen.queryByText('Leave without saving?')).toBeNull()
})
