import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { StudentHit } from '#contract/records/students/shapes.ts'
import type { StudentMessage } from '#contract/review/student-messages/shapes.ts'
import { broken, onePage, openApp, pending, queriesOf, refused, sentTo } from '#client/testing/open-app.tsx'
import { aPeriod, aStudentOverview } from '#client/testing/records.ts'
import { schoolAdmin } from '#client/testing/users.ts'

const list = 'GET /api/student-messages'
const path = '/schools/7/period/70/messages'
const message: StudentMessage = {
  id: 30,
  period_id: 70,
  reference: 'M-7K2M-94QX',
  topic: 'Waivers',
  name: 'Maya Thompson',
  email: 'maya@mail.example',
  message: 'Can I still send\nmy <b>waiver</b>?',
  created_at: '2026-11-20T14:00:00.000Z',
  student: null,
  done_at: null,
  done_by: null,
  version: 1,
}
const student = { id: 900, student_period_id: 500, name: 'Thompson, Maya', sid: 'S100' }
const open = (answers: Parameters<typeof openApp>[2], at = path) =>
  openApp(at, schoolAdmin, { 'GET /api/schools/7/periods': { body: { data: [aPeriod] } }, ...answers })
const theList = async () => within(await screen.findByRole('list', { name: 'Messages' }))

describe('the messages of students', () => {
  test.each([
    ['loading', { [list]: pending }, 'Loading messages'],
    ['empty', { [list]: onePage([]) }, 'No open messages'],
    ['refused', { [list]: refused }, /Only this school’s admins/],
    ['broken', { [list]: broken }, 'The messages couldn’t be loaded'],
  ])('say so if they’re %s', async (_, answers, words) => {
    await open(answers)
    expect(await screen.findByText(words)).toBeTruthy()
  })

  test('show who wrote what, as it was typed', async () => {
    await open({ [list]: onePage([message]) })
    const item = await theList()
    expect(item.getByRole('heading', { name: 'Waivers' })).toBeTruthy()
    expect(item.getByText(/From Maya Thompson,/)).toBeTruthy()
    expect(item.getByRole('link', { name: 'maya@mail.example' }).getAttribute('href')).toBe(
      'mailto:maya@mail.example',
    )
    expect(item.getByText(/my <b>waiver<\/b>\?/)).toBeTruthy()
    expect(item.getByText('M-7K2M-94QX')).toBeTruthy()
  })

  test('are listed by what is left to do, which the address says', async () => {
    const { received, at } = await open({ [list]: onePage([]) })
    await userEvent.click(await screen.findByRole('radio', { name: 'Done' }))
    expect(await screen.findByText('No messages are done yet')).toBeTruthy()
    expect(at()).toBe(`${path}?queue=done`)
    expect(queriesOf(received, list).map((query) => new URLSearchParams(query).get('queue'))).toEqual([
      'open',
      'done',
    ])
  })

  test('are marked as done', async () => {
    const call = 'PUT /api/student-messages/30/done'
    const { received } = await open({ [list]: onePage([message]), [call]: { body: { data: message } } })
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as done' }))
    expect(await screen.findByText('Message done')).toBeTruthy()
    expect(sentTo(received, call)).toEqual([{ is_done: true, version: 1 }])
  })

  test('that a colleague changed say so and load again', async () => {
    const call = 'PUT /api/student-messages/30/done'
    const stale = {
      status: 409,
      body: { code: 'stale', message: 'Someone else changed this record.', data: message },
    }
    await open({ [list]: onePage([message]), [call]: stale })
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as done' }))
    expect(await screen.findByText('Couldn’t change the message')).toBeTruthy()
  })

  test('of a student lead to the record and can be answered by email', async () => {
    await open({ [list]: onePage([{ ...message, student }]) })
    const item = await theList()
    expect(item.getByRole('link', { name: 'Thompson, Maya' }).getAttribute('href')).toBe('/student/900')
    expect(item.getByRole('button', { name: 'Write email' })).toBeTruthy()
    expect(item.queryByRole('button', { name: 'Match with a student…' })).toBeNull()
  })
})

describe('a message without a student', () => {
  const hit: StudentHit = {
    id: 900,
    school_id: 7,
    school_name: 'Harborview University',
    first_name: 'Maya',
    last_name: 'Thompson',
    prior_last_name: null,
    sid: 'S100',
    dob: '2003-04-05',
    university_email: null,
    matched: 'name',
    latest_period_id: 70,
  }
  const call = 'PUT /api/student-messages/30/student'
  const match = async (years: readonly unknown[], answers = {}) => {
    const app = await open({
      [list]: onePage([message]),
      'GET /api/students/search-by-name': { body: { data: [hit] } },
      'GET /api/student-periods-by-student/900': { body: { data: years } },
      [call]: { body: { data: { ...message, student } } },
      ...answers,
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Match with a student…' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByRole('combobox', { name: 'Student' }), 'Thompson')
    await userEvent.click(await screen.findByRole('option', { name: /Thompson, Maya/ }))
    return { app, dialog }
  }
  const [year] = aStudentOverview.student_periods

  test('is matched with one of the policy year', async () => {
    const { app, dialog } = await match([{ ...year, id: 500, period_id: 70 }])
    await userEvent.click(await dialog.findByRole('button', { name: 'Match' }))
    expect(await screen.findByText('Message matched')).toBeTruthy()
    expect(sentTo(app.received, call)).toEqual([{ student_period_id: 500, version: 1 }])
  })

  test('isn’t matched with someone who isn’t in the policy year', async () => {
    const { dialog } = await match([{ ...year, id: 500, period_id: 71 }])
    expect(await dialog.findByText(/isn’t in this policy year/)).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Match' })).toHaveProperty('disabled', true)
  })

  test('that a colleague matched says so', async () => {
    const answer = { status: 409, body: { code: 'stale', message: 'This message already has a student.' } }
    const { dialog } = await match([{ ...year, id: 500, period_id: 70 }], { [call]: answer })
    await userEvent.click(await dialog.findByRole('button', { name: 'Match' }))
    expect(await dialog.findByText('This message already has a student.')).toBeTruthy()
  })
})

describe('the messages on the record of a student', () => {
  const onRecord = 'GET /api/students/900/messages'
  const openRecord = (answer: Parameters<typeof openApp>[2][string]) =>
    open(
      {
        'GET /api/students/900/overview': { body: { data: aStudentOverview } },
        'GET /api/student-emails': onePage([]),
        [onRecord]: answer,
      },
      '/student/900/emails',
    )

  test('stand above the emails, and are marked as done there', async () => {
    const call = 'PUT /api/student-messages/30/done'
    const { received } = await openRecord(onePage([{ ...message, student }]))
    expect(await screen.findByRole('heading', { name: 'Messages from the student' })).toBeTruthy()
    expect((await theList()).getByText('M-7K2M-94QX')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Mark as done' }))
    expect(sentTo(received, call)).toEqual([{ is_done: true, version: 1 }])
  })

  test.each([
    ['none', onePage([])],
    ['loading', pending],
  ] as const)('take no place if they’re %s', async (_, answer) => {
    await openRecord(answer)
    expect(await screen.findByText('No emails yet')).toBeTruthy()
    expect(screen.queryByText('Messages from the student')).toBeNull()
  })

  test.each([
    ['refused', refused, /Only this school’s admins/],
    ['broken', broken, 'The messages couldn’t be loaded'],
  ] as const)('say so if they’re %s', async (_, answer, words) => {
    await openRecord(answer)
    expect(await screen.findByText(words)).toBeTruthy()
  })
})
