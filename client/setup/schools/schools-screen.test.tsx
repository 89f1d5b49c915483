import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Reply } from '#client/testing/fake-server.ts'
import { broken, onePage, openApp, pending, queriesOf, refused, sentTo } from '#client/testing/open-app.tsx'
import { aSchool, aSchoolRow } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'
import { nextSort, readSort } from './use-schools.ts'

const schools = 'GET /api/schools'
const open = (answer: Parameters<typeof openApp>[2][string], more: Parameters<typeof openApp>[2] = {}) =>
  openApp('/', admin, { 'GET /api/schools-for-users': { body: { data: [] } }, [schools]: answer, ...more })

test('while the schools load, a placeholder is shown', async () => {
  await open(pending)
  expect(await screen.findByText('Loading schools')).toBeTruthy()
})

test('without schools a message says what appears here and offers to add the first', async () => {
  await open(onePage([]))
  expect(await screen.findByText('No schools yet')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'New school' })).toHaveLength(2)
})

test('a user without access sees who has it', async () => {
  await open(refused)
  expect(await screen.findByText('Only Shipmate Admins can see all schools.')).toBeTruthy()
})

test('a failure can be tried again', async () => {
  let fails = true
  await open(() => (fails ? broken : onePage([aSchoolRow])))
  expect(await screen.findByText('The schools couldn’t be loaded')).toBeTruthy()
  expect(screen.getByText('Reference r-500')).toBeTruthy()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table')).toBeTruthy()
})

test('a row links to the students of the latest policy year, or to the policy years if there are none', async () => {
  const none = { latest_period_id: null, latest_period_name: null, students: 0, waiting: 0 }
  const young = { ...aSchoolRow, ...none, id: 8, name: 'Young College' }
  await open(onePage([{ ...aSchoolRow, unseen_submissions: 34 }, young]))
  const table = within(await screen.findByRole('table'))
  const to = (name: string) => table.getByRole('link', { name }).getAttribute('href')
  expect(to('Harborview University')).toBe('/schools/7/period/70')
  expect(to('Young College')).toBe('/schools/8/settings/periods')
  expect(to('Settings for Young College')).toBe('/schools/8/settings')
  expect(table.getByText('1,482')).toBeTruthy()
  expect(to('181 students to decide at Harborview University')).toBe('/schools/7/period/70?view=needs_review')
  const newForms = to('34 new forms at Harborview University')
  expect(newForms).toBe('/schools/7/period/70/student-form-submissions?queue=unseen')
})

test('the server searches and sorts, and the address has the sort', async () => {
  const { received, at } = await open(onePage([aSchoolRow]))
  await userEvent.click(await screen.findByRole('button', { name: 'Students' }))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search schools' }), 'harb')
  await waitFor(() => {
    const last = queriesOf(received, schools).at(-1)
    expect(last?.get('sort')).toBe('-students')
    expect(last?.get('search')).toBe('harb')
  })
  expect(at()).toBe('/?sort=-students')
})

test('a new school: server errors appear at their fields, then its policy years open', async () => {
  let isTaken = true
  const taken = {
    status: 422,
    body: { code: 'invalid', message: 'x', errors: { name: ['The name has already been taken.'] } },
  }
  const { received, at } = await open(onePage([]), {
    'POST /api/schools/create': () =>
      isTaken ? taken : { status: 201, body: { data: { ...aSchool, id: 9 } } },
    'GET /api/schools/9': { body: { data: { ...aSchool, id: 9 } } },
    'GET /api/schools/9/periods': { body: { data: [] } },
  })
  const [first] = await screen.findAllByRole('button', { name: 'New school' })
  await userEvent.click(first!)
  const create = await screen.findByRole('button', { name: 'Create school' })
  await userEvent.click(create)
  expect(await screen.findByText('Enter name.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText(/^Name/), ' Harborview ')
  await userEvent.click(create)
  expect(await screen.findByText('This name is already in use.')).toBeTruthy()
  isTaken = false
  await userEvent.click(create)
  await waitFor(() => expect(at()).toBe('/schools/9/settings/periods'))
  expect(sentTo(received, 'POST /api/schools/create').at(-1)).toEqual({
    name: 'Harborview',
    time_zone: 'America/New_York',
  })
})

test('numbers sort descending first, names ascending; another press reverses it', () => {
  const byName = readSort(undefined)
  expect(byName).toEqual({ column: 'name', descending: false })
  expect(readSort('-waiting')).toEqual({ column: 'waiting', descending: true })
  expect(readSort('password')).toEqual(byName)
  expect(nextSort(byName, 'students')).toEqual({ column: 'students', descending: true })
  expect(nextSort(byName, 'name')).toEqual({ column: 'name', descending: true })
})

test('an archived school is restored from the list, or the message says why not', async () => {
  let answer: Reply = { status: 409, body: { code: 'in_use', message: 'Bay College has the name now.' } }
  const gone = [{ id: 9, name: 'Old College', archived_at: '2026-11-01T12:00:00Z' }]
  await open(onePage([aSchoolRow]), {
    'GET /api/archived-schools': { body: { data: gone } },
    'POST /api/archived-schools/9/restore': () => answer,
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Archived (1)' }))
  const restore = await screen.findByRole('button', { name: 'Restore Old College' })
  await userEvent.click(restore)
  expect(await screen.findByText('Bay College has the name now.')).toBeTruthy()
  answer = { body: { data: { ...aSchool, id: 9, name: 'Old College' } } }
  await userEvent.click(restore)
  expect(await screen.findByText('Old College restored')).toBeTruthy()
})
