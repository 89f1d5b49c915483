import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { enrollFormDropdowns } from '#contract/setup/period-documents/dropdowns.ts'
import { absent, broken, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { createRecordServer } from '#client/testing/record-server.ts'
import { aStudentOverview, aStudentPeriod } from '#client/testing/records.ts'
import { admin, schoolAdmin } from '#client/testing/users.ts'

const at = '/student/900/policy-years/70/info'
const put = 'PUT /api/student-periods/500'

const open = (more: Parameters<typeof openApp>[2] = {}, user = admin, address = at) =>
  openApp(address, user, {
    'GET /api/students/900/overview': { body: { data: aStudentOverview } },
    'GET /api/student-periods/500': { body: { data: aStudentPeriod } },
    ...more,
  })
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const retype = async (label: string, text: string) => {
  const input = await field(label)
  await userEvent.clear(input)
  await userEvent.type(input, text)
}

test('while the policy year loads, a placeholder is shown below the student’s header', async () => {
  await open({ 'GET /api/student-periods/500': pending })
  expect(await screen.findByRole('heading', { level: 1, name: 'Ana Lopez' })).toBeTruthy()
  expect(screen.getByText('Loading policy year')).toBeTruthy()
})

test.each([
  ['a refusal', refused, /Only this school’s admins and Shipmate Admins/],
  ['a failure', broken, 'The policy year couldn’t be loaded'],
  ['a policy year that is not there', absent, 'Not found'],
] as const)('%s is said', async (_, answer, words) => {
  await open({ 'GET /api/student-periods/500': answer })
  expect(await screen.findByText(words)).toBeTruthy()
})

test('a failure can be tried again', async () => {
  let isBroken = true
  await open({
    'GET /api/student-periods/500': () => (isBroken ? broken : { body: { data: aStudentPeriod } }),
  })
  const again = await screen.findByRole('button', { name: /again/i })
  isBroken = false
  await userEvent.click(again)
  expect((await field('Program')).value).toBe('Nursing')
})

test('if the student isn’t in a policy year, a message says so', async () => {
  await open({}, admin, '/student/900/policy-years/71/info')
  expect(await screen.findByText('Not in this policy year')).toBeTruthy()
})

test('the academics and fees can be edited; fields for Shipmate Admins are read-only for others', async () => {
  await open({}, schoolAdmin)
  expect((await field('Program')).value).toBe('Nursing')
  expect((await field('Admin fee')).disabled).toBe(true)
})

const listed = (value: string) => [{ key: value, value, is_retired: false }]
const withOptions = {
  [`GET /api/periods/70/${enrollFormDropdowns.kind}`]: {
    body: {
      data: {
        ...enrollFormDropdowns.empty,
        options: {
          ...enrollFormDropdowns.empty.options,
          program: listed('Nursing'),
          campus: listed('Main'),
          rotation_location: listed('Riverside Hospital'),
        },
      },
    },
  },
}

test('a rotation location is any text, although the policy year lists some', async () => {
  const { received } = await open({
    ...withOptions,
    [put]: { body: { data: { ...aStudentPeriod, rotation_location: 'Mercy Hospital', version: 5 } } },
  })
  await retype('Rotation location', 'Mercy Hospital')
  await userEvent.tab()
  expect(screen.queryByText(/isn’t in the list/)).toBeNull()
  await save()
  await waitFor(() =>
    expect(sentTo(received, put)).toEqual([{ rotation_location: 'Mercy Hospital', version: 4 }]),
  )
})

test.each([
  ['Program', 'Archery'],
  ['Campus', 'North'],
])('%s refuses a text that isn’t in its list, and leaving asks about it', async (label, text) => {
  const { received, at: shownAt } = await open(withOptions)
  const before = (await field(label)).value
  await retype(label, text)
  await userEvent.tab()
  expect(await screen.findByText(new RegExp(`“${text}” isn’t in the list and won’t be saved`))).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: /^History/ }))
  const ask = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }))
  expect(ask.getByText(`“${text}” isn’t in the list and won’t be saved.`)).toBeTruthy()
  await userEvent.click(ask.getByRole('button', { name: 'Stay' }))
  expect(shownAt()).toBe(at)
  expect((await field(label)).value).toBe(text)
  expect(before).not.toBe(text)
  expect(sentTo(received, put)).toEqual([])
})

test('only changed values are sent; an error appears at its field and typed text stays', async () => {
  const { received } = await open({
    [put]: {
      status: 422,
      body: { code: 'invalid', message: 'x', errors: { campus: ['The campus field is too long.'] } },
    },
  })
  await retype('Campus', 'North')
  await save()
  expect(await screen.findAllByText(/too long/)).toBeTruthy()
  expect((await field('Campus')).value).toBe('North')
  expect(sentTo(received, put)).toEqual([{ campus: 'North', version: 4 }])
})

test('a new academic status takes an effective date, and says what waits for it', async () => {
  const planned = { planned_academic_status: 'withdrawn', planned_status_on: '2027-03-15' } as const
  const { received } = await open({
    [put]: { body: { data: { ...aStudentPeriod, ...planned, version: 5 } } },
    'DELETE /api/student-periods/500/planned-status': {
      body: { data: { ...aStudentPeriod, version: 6 } },
      headers: { 'X-Change-Id': '79' },
    },
  })
  const choose = async (status: string) => {
    await userEvent.click(await screen.findByLabelText('Academic status'))
    await userEvent.click(await screen.findByRole('option', { name: status }))
  }
  const day = 'Effective date'
  expect(screen.queryByLabelText(day)).toBeNull()
  await choose('Withdrawn')
  await userEvent.type(await field(day), '3/15/2027')
  await save()
  const strip = within(await screen.findByRole('region', { name: 'Planned change' }))
  expect(strip.getByText('Withdraws on 03/15/2027.')).toBeTruthy()
  expect(sentTo(received, put)).toEqual([
    { academic_status: 'withdrawn', effective_on: '2027-03-15', version: 4 },
  ])
  expect(screen.queryByLabelText(day)).toBeNull()
  await userEvent.click(strip.getByRole('button', { name: 'Cancel this change' }))
  expect(await screen.findByText('Planned change canceled')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Planned change' })).toBeNull()
})

test('a date that was typed before the academic status was put back isn’t sent', async () => {
  const { received } = await open({ [put]: { body: { data: { ...aStudentPeriod, campus: 'North' } } } })
  const label = 'Academic status'
  const choose = async (name: string | RegExp) => {
    await userEvent.click(await screen.findByLabelText(label))
    await userEvent.click(await screen.findByRole('option', { name }))
  }
  const former = (await screen.findByLabelText(label)).textContent
  await choose('Graduated')
  await userEvent.type(await field('Effective date'), '3/15/2027')
  await choose(former)
  await retype('Campus', 'North')
  await save()
  await waitFor(() => expect(sentTo(received, put)).toEqual([{ campus: 'North', version: 4 }]))
})

test('an undo from the toast is shown in the saved form', async () => {
  const server = createRecordServer(aStudentPeriod)
  await open(server.routes)
  await retype('Program', 'Pharmacy')
  await save()
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(async () => expect((await field('Program')).value).toBe('Nursing'))
})

test('a value someone else saved is a choice; the typed text stays until then, and doesn’t come back', async () => {
  const server = createRecordServer(aStudentPeriod)
  const { received } = await open(server.routes)
  await retype('Program', 'Pharmacy')
  await waitFor(() => expect(server.draft()).toContain('Pharmacy'))
  server.change({ program: 'Medicine' })
  await save()
  const dialog = within(await screen.findByRole('dialog', { name: /Someone else changed/ }))
  expect(server.draft()).toContain('Pharmacy')
  await userEvent.click(dialog.getByRole('radio', { name: /Medicine/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save choices' }))
  await waitFor(async () => expect((await field('Program')).value).toBe('Medicine'))
  await waitFor(() => expect(server.draft()).toBeNull())
  expect(screen.queryByText(/Draft restored/)).toBeNull()
  expect(sentTo(received, put)[0]).toEqual({ program: 'Pharmacy', version: 4 })
})

test('text typed while a save turns out stale stays after the choice, and is saved with the next save', async () => {
  const server = createRecordServer(aStudentPeriod)
  const answer = server.routes[put]
  let release: () => void = () => undefined
  const { received } = await open({
    ...server.routes,
    [put]: async (one) => {
      await new Promise<void>((resolve) => (release = resolve))
      return typeof answer === 'function' ? answer(one) : absent
    },
  })
  await retype('Program', 'Pharmacy')
  server.change({ program: 'Medicine' })
  await save()
  await retype('Campus', 'North')
  release()
  await userEvent.click(await screen.findByRole('button', { name: 'Save choices' }))
  await waitFor(() => expect(sentTo(received, put)).toHaveLength(2))
  release()
  expect(await screen.findByText(/saved$/)).toBeTruthy()
  expect((await field('Campus')).value).toBe('North')
  expect(screen.getByText('Unsaved changes')).toBeTruthy()
  await save()
  await waitFor(() => expect(sentTo(received, put)).toHaveLength(3))
  expect(sentTo(received, put).slice(1)).toEqual([
    { program: 'Pharmacy', version: 5 },
    { campus: 'North', version: 6 },
  ])
})

test('each section counts its filled fields while the user types', async () => {
  await open({
    'GET /api/student-periods/500': {
      body: { data: { ...aStudentPeriod, loa_start_on: '2026-10-01', loa_end_on: null, loa_reason: null } },
    },
  })
  const leave = within((await screen.findByRole('heading', { name: 'Leave of absence' })).parentElement!)
  expect(leave.getByText('1 of 3 fields filled in')).toBeTruthy()
  await userEvent.type(await field('LOA reason'), 'M')
  expect(leave.getByText('2 of 3 fields filled in')).toBeTruthy()
})
