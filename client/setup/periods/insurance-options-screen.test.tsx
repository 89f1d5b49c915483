import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { everyone } from '#contract/setup/period-documents/audience.ts'
import { dates } from '#contract/setup/period-documents/dates.ts'
import { enrollmentOptions } from '#contract/setup/period-documents/enrollment-options.ts'
import { insuranceConfiguration } from '#contract/setup/period-documents/insurance-configuration.ts'
import type { Reply } from '#client/testing/fake-server.ts'
import { broken, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { setUpAnswers } from '#client/testing/set-up-server.ts'
import { admin } from '#client/testing/users.ts'

type Answers = Parameters<typeof openApp>[2]

const options = { ...enrollmentOptions.empty, version: 1 }
const days = { ...dates.empty, starts_on: '2026-08-01', ends_on: '2027-07-31', version: 2 }
const rules = { ...insuranceConfiguration.empty, version: 3 }
const put = 'PUT /api/periods/70/documents'
const saved = (documents: object): Reply => ({ body: { data: { documents } } })

const open = (more: Answers = {}, topic = '') =>
  openApp(`/schools/7/period/70/insurance-options${topic}`, admin, {
    ...setUpAnswers,
    'GET /api/periods/70/enrollment-options': { body: { data: options } },
    'GET /api/periods/70/dates': { body: { data: days } },
    'GET /api/periods/70/insurance-configuration': { body: { data: rules } },
    ...more,
  })
const leaveTopic = () => userEvent.click(screen.getByRole('link', { name: 'All insurance options' }))
const openTopic = async (name: RegExp) =>
  userEvent.click(
    within(await screen.findByRole('navigation', { name: 'Topics' })).getByRole('link', { name }),
  )
const turnOffDental = async () => {
  await openTopic(/^Coverage offered/)
  await userEvent.click(screen.getByLabelText('Offer dental coverage'))
  await leaveTopic()
}
const typeFee = async (amount: string) => {
  await openTopic(/^Fees/)
  await userEvent.type(screen.getByLabelText('Late waiver fee'), amount)
}
const save = () => userEvent.click(screen.getByRole('button', { name: /^Save/ }))

test('while a part loads, a placeholder is shown', async () => {
  await open({ 'GET /api/periods/70/dates': pending })
  expect(await screen.findByText('Loading Insurance options')).toBeTruthy()
})

test('a user without access sees who has it', async () => {
  await open({ 'GET /api/periods/70/dates': refused })
  expect(await screen.findByText('Only Shipmate Admins can set up a policy year.')).toBeTruthy()
})

test('a failure can be tried again', async () => {
  let fails = true
  await open({ 'GET /api/periods/70/dates': () => (fails ? broken : { body: { data: days } }) })
  expect(await screen.findByText('Insurance options couldn’t be loaded')).toBeTruthy()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByLabelText('Offer medical coverage')).toBeTruthy()
})

test('if one part can’t be read, the others can be edited and saved', async () => {
  const message = 'This version of Shipmate can’t read “Dates”.'
  const { received } = await open({
    'GET /api/periods/70/dates': { status: 500, body: { code: 'unknown_content', message } },
    // a format the server knows and this page doesn't
    'GET /api/periods/70/insurance-configuration': { body: { data: { version: 3, newer: true } } },
    [put]: saved({ enrollment_options: { ...options, dental_offered: false, version: 2 } }),
  })
  expect(await screen.findByText('Dates couldn’t be loaded')).toBeTruthy()
  expect(screen.getByText('“Insurance rules and fees” can’t be edited here')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Dates' })).toBeNull()
  await userEvent.click(screen.getByLabelText('Offer dental coverage'))
  await save()
  expect(await screen.findByText('Insurance options saved')).toBeTruthy()
  expect(sentTo(received, put)).toEqual([
    { documents: { enrollment_options: { ...options, dental_offered: false } } },
  ])
})

test('an index says what each topic holds, as it’s typed, and leads to its page', async () => {
  const { at } = await open()
  const topics = within(await screen.findByRole('navigation', { name: 'Topics' }))
  expect(topics.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Coverage offeredMedical, dental, and vision',
    'ExemptionsNo exemptions',
    expect.stringMatching(/^Default enrollment/),
    'Dates08/01/2026 – 07/31/2027; enroll by the end of the year; no waiver deadline',
    'CohortsEveryone has the same deadlines',
    'Coverage termsStudents enroll for the full policy year',
    expect.stringMatching(/^Tiers, leaves and withdrawalsSpouse and child tiers/),
    'RolloverEnrolled last year: Not Started; waived last year: Not Started',
    expect.stringMatching(/^Qualifying life events\d+ events, \d+ days to act$/),
    'FeesNo fees',
  ])
  await userEvent.click(topics.getByRole('link', { name: /^Fees/ }))
  await waitFor(() => expect(document.activeElement?.id).toBe('fees'))
  expect(screen.queryByRole('heading', { name: 'Dates' })).toBeNull()
  await userEvent.type(screen.getByLabelText('Late waiver fee'), '75')
  await userEvent.click(screen.getByRole('link', { name: 'All insurance options' }))
  expect(await screen.findByRole('link', { name: /^Fees ?Late waiver fee \$75.00$/ })).toBeTruthy()
  expect(at()).toBe('/schools/7/period/70/insurance-options')
})

test('the address of a field opens its topic', async () => {
  await open({}, '#field-waiver_deadline_on')
  expect(await screen.findByRole('heading', { name: 'Dates' })).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Waiver deadline')))
})

test('without exemptions a message says so and offers to add one', async () => {
  await open({}, '#exemptions')
  expect(await screen.findByText('No exemptions yet.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add an exemption' })).toBeTruthy()
})

test('Save sends all changed parts in one call, each over its loaded version, and nothing else', async () => {
  const { received } = await open({
    [put]: saved({
      enrollment_options: { ...options, dental_offered: false, version: 2 },
      insurance_configuration: { ...rules, late_waiver_fee: '75.00', version: 4 },
    }),
  })
  await turnOffDental()
  await typeFee('75')
  expect(screen.getByText('Unsaved changes')).toBeTruthy()
  await save()
  expect(await screen.findByText('Insurance options saved')).toBeTruthy()
  expect(sentTo(received, put)).toEqual([
    {
      documents: {
        enrollment_options: { ...options, dental_offered: false },
        insurance_configuration: { ...rules, late_waiver_fee: '75.00' },
      },
    },
  ])
  expect(screen.queryByText('Unsaved changes')).toBeNull()
})

test('coverage after a life event can start on the first day of its month', async () => {
  const { received } = await open(
    {
      [put]: saved({
        insurance_configuration: { ...rules, qualifying_event_first_of_month: true, version: 4 },
      }),
    },
    '#events',
  )
  await userEvent.click(
    await screen.findByRole('checkbox', { name: /^Start coverage on the first day of the event’s month/ }),
  )
  await save()
  expect(await screen.findByText('Insurance options saved')).toBeTruthy()
  expect(sentTo(received, put)).toEqual([
    { documents: { insurance_configuration: { ...rules, qualifying_event_first_of_month: true } } },
  ])
})

test('errors in any part appear in one summary at the top, and nothing is saved', async () => {
  const message = 'Enter a date on or after the start date.'
  const { received } = await open({
    [put]: {
      status: 422,
      body: {
        code: 'invalid',
        message,
        errors: {
          'documents.dates.waiver_deadline_on': [message],
          'documents.insurance_configuration.late_waiver_fee': ['Too high.'],
        },
      },
    },
  })
  await turnOffDental()
  await openTopic(/^Dates/)
  await userEvent.type(screen.getByLabelText('Waiver deadline'), '09/15/2026')
  await leaveTopic()
  await typeFee('75')
  await save()
  const summary = within(await screen.findByRole('region', { name: 'Errors to fix' }))
  expect(summary.getAllByRole('button').map((line) => line.textContent)).toEqual([
    `Waiver deadline: ${message}`,
    'Late waiver fee: Too high.',
  ])
  await userEvent.click(summary.getByRole('button', { name: /Late waiver fee/ }))
  // on its own page
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Late waiver fee')))
  expect(screen.getByRole('heading', { name: 'Fees' })).toBeTruthy()
  expect(screen.getByText('Unsaved changes')).toBeTruthy()
  // everything is sent again, and only together
  await save()
  await waitFor(() => expect(sentTo(received, put)).toHaveLength(2))
  expect(Object.keys(Object(sentTo(received, put)[1]).documents)).toHaveLength(3)
})

test('validation errors are shown before anything is sent', async () => {
  const { received } = await open()
  await turnOffDental()
  await typeFee('-5')
  await save()
  expect(await screen.findByRole('region', { name: 'Errors to fix' })).toBeTruthy()
  expect(sentTo(received, put)).toEqual([])
})

test('what fields can’t hold and what doesn’t fit together are listed at once', async () => {
  const { received } = await open()
  await turnOffDental()
  await openTopic(/^Dates/)
  await userEvent.type(screen.getByLabelText('Waiver window opens'), '09/20/2026')
  await userEvent.type(screen.getByLabelText('Waiver deadline'), '09/15/2026')
  await userEvent.type(screen.getByLabelText('Enrollment window opens'), '13/45/2026')
  await leaveTopic()
  await typeFee('-5')
  await save()
  const summary = within(await screen.findByRole('region', { name: 'Errors to fix' }))
  expect(summary.getAllByRole('button').map((line) => line.textContent?.split(':')[0])).toEqual([
    'Enrollment window opens',
    'Waiver deadline',
    'Late waiver fee',
  ])
  expect(sentTo(received, put)).toEqual([])
})

test('text typed into a part while it’s being saved stays', async () => {
  let answer: (reply: Reply) => void = () => undefined
  const { received } = await open({
    [put]: () => new Promise((resolve) => (answer = resolve)),
    'PUT /api/drafts': { status: 204 },
    'DELETE /api/drafts': { status: 204 },
  })
  await userEvent.click(await screen.findByLabelText('Offer dental coverage'))
  await save()
  await waitFor(() => expect(sentTo(received, put)).toHaveLength(1))
  await userEvent.click(screen.getByLabelText('Offer vision coverage'))
  answer(saved({ enrollment_options: { ...options, dental_offered: false, version: 2 } }))
  expect(await screen.findByText('Insurance options saved')).toBeTruthy()
  expect(screen.getByText('Unsaved changes')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Offer vision coverage').checked).toBe(false)
  await save()
  await waitFor(() => expect(sentTo(received, put)).toHaveLength(2))
  expect(sentTo(received, put)[1]).toMatchObject({
    documents: { enrollment_options: { vision_offered: false, version: 2 } },
  })
})

test('an exemption for everyone is rejected at its audience, with a plain message', async () => {
  const message = 'Choose who is exempt. Without a choice, this exempts everyone.'
  const { received } = await open(
    { [put]: saved({ enrollment_options: { ...options, version: 2 } }) },
    '#exemptions',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Add an exemption' }))
  const item = within(screen.getByRole('listitem', { name: 'exemption 1 of 1' }))
  await userEvent.type(item.getByLabelText(/^Name/), 'Distance learners')
  await save()
  expect((await item.findAllByText(message)).length).toBe(1)
  // its fields are open now
  await userEvent.type(item.getByLabelText('Campuses'), 'Online{Enter}')
  await userEvent.type(item.getByLabelText('Class years'), '2028,')
  // in its summary line, and at its audience
  expect(item.getAllByText('At Online, class of 2028')).toHaveLength(2)
  await save()
  await waitFor(() => expect(sentTo(received, put)).toHaveLength(1))
  expect(sentTo(received, put)[0]).toMatchObject({
    documents: {
      enrollment_options: {
        exemptions: [{ audience: { ...everyone, campuses: ['Online'], class_years: [2028] } }],
      },
    },
  })
})

test('a part someone else changed is merged, and everything is saved together', async () => {
  const theirs = { ...options, vision_offered: false, version: 2 }
  let times = 0
  const { received } = await open({
    [put]: () => {
      times += 1
      return times === 1
        ? {
            status: 409,
            body: { code: 'stale', message: 'x', data: { documents: { enrollment_options: theirs } } },
          }
        : saved({
            enrollment_options: { ...theirs, dental_offered: false, version: 3 },
            insurance_configuration: { ...rules, late_waiver_fee: '75.00', version: 4 },
          })
    },
  })
  await turnOffDental()
  await typeFee('75')
  await save()
  expect(await screen.findByText('Insurance options saved')).toBeTruthy()
  expect(sentTo(received, put)).toHaveLength(2)
  expect(sentTo(received, put).at(-1)).toEqual({
    documents: {
      enrollment_options: { ...options, dental_offered: false, vision_offered: false, version: 2 },
      insurance_configuration: { ...rules, late_waiver_fee: '75.00' },
    },
  })
})

const stale = (documents: object): Reply => ({
  status: 409,
  body: { code: 'stale', message: 'x', data: { documents } },
})

test('after a choice in one part, all changed parts are saved in one call', async () => {
  const theirs = { ...rules, late_waiver_fee: '60.00', version: 4 }
  const mine = { ...rules, late_waiver_fee: '75.00', version: 4 }
  let times = 0
  const { received } = await open({
    [put]: () => {
      times += 1
      return times === 1
        ? stale({ insurance_configuration: theirs })
        : saved({
            enrollment_options: { ...options, dental_offered: false, version: 2 },
            insurance_configuration: { ...mine, version: 5 },
          })
    },
  })
  await turnOffDental()
  await typeFee('75')
  await save()
  await userEvent.click(await screen.findByRole('button', { name: 'Save choices' }))
  expect(await screen.findByText('Insurance options saved')).toBeTruthy()
  expect(sentTo(received, put)).toHaveLength(2)
  expect(sentTo(received, put).at(-1)).toEqual({
    documents: {
      enrollment_options: { ...options, dental_offered: false },
      insurance_configuration: mine,
    },
  })
  expect(screen.queryByText('Unsaved changes')).toBeNull()
})

test('with choices in two parts, everything is saved after the last one', async () => {
  const theirRules = { ...rules, late_waiver_fee: '60.00', version: 4 }
  const theirDays = { ...days, waiver_deadline_on: '2026-09-20', version: 3 }
  let times = 0
  const { received } = await open({
    [put]: () => {
      times += 1
      return times === 1
        ? stale({ insurance_configuration: theirRules, dates: theirDays })
        : saved({
            dates: { ...theirDays, waiver_deadline_on: '2026-09-15', version: 4 },
            insurance_configuration: { ...theirRules, version: 5 },
          })
    },
  })
  await openTopic(/^Dates/)
  await userEvent.type(screen.getByLabelText('Waiver deadline'), '09/15/2026')
  await leaveTopic()
  await typeFee('75')
  await save()
  await userEvent.click(await screen.findByRole('button', { name: 'Save choices' }))
  await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain('Late waiver fee'))
  expect(sentTo(received, put)).toHaveLength(1)
  await userEvent.click(screen.getByRole('radio', { name: /Their value/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save choices' }))
  expect(await screen.findByText('Insurance options saved')).toBeTruthy()
  expect(sentTo(received, put)).toHaveLength(2)
  expect(sentTo(received, put).at(-1)).toEqual({
    documents: { dates: { ...theirDays, waiver_deadline_on: '2026-09-15' } },
  })
  expect(screen.queryByText('Unsaved changes')).toBeNull()
})

test('a choice can be put off, and Save then sends all parts together', async () => {
  const theirs = { ...rules, late_waiver_fee: '60.00', version: 4 }
  const { received } = await open({ [put]: () => stale({ insurance_configuration: theirs }) })
  await turnOffDental()
  await typeFee('75')
  await save()
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(screen.getByText('Unsaved changes')).toBeTruthy()
  expect(sentTo(received, put)).toHaveLength(1)
  await save()
  await screen.findByRole('button', { name: 'Save choices' })
  expect(Object.keys(Object(sentTo(received, put)[1]).documents)).toHaveLength(2)
})

test('leaving with changed parts asks nothing, because drafts keep them', async () => {
  const { at } = await open()
  await turnOffDental()
  await typeFee('75')
  await userEvent.click(screen.getByRole('link', { name: 'Medical plan' }))
  await waitFor(() => expect(at()).toBe('/schools/7/period/70/insurance-options/medical-plan'))
  expect(screen.queryByText('Leave without saving?')).toBeNull()
})

test('changed exemptions, tiers and fees are for new records, and are compared after saving', async () => {
  await open({ [put]: saved({ enrollment_options: { ...options, dental_offered: false, version: 2 } }) })
  await userEvent.click(await screen.findByLabelText('Offer dental coverage'))
  expect(
    await screen.findByText('For new records: Dental offered. 1,482 students stay as they are.'),
  ).toBeTruthy()
  await save()
  const link = await screen.findByRole('link', { name: 'Compare records with the setup' })
  expect(link.getAttribute('href')).toBe('/schools/7/period/70/set-up/records')
})

test('a changed end of the policy year is for new records too, and nothing compares it', async () => {
  const ends_on = '2027-08-15'
  await open({ [put]: saved({ dates: { ...days, ends_on, version: 3 } }) })
  await openTopic(/^Dates/)
  const input = screen.getByLabelText(/^Ends/)
  await userEvent.clear(input)
  await userEvent.type(input, '08/15/2027')
  await userEvent.tab()
  expect(await screen.findByText('For new records: Ends. 1,482 students stay as they are.')).toBeTruthy()
  await save()
  expect(await screen.findByText('Saved for new records.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Compare records with the setup' })).toBeNull()
})
