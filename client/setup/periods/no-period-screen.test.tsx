import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { absent, broken, openApp, pending, refused } from '#client/testing/open-app.tsx'
import { aSchool } from '#client/testing/records.ts'
import { admin, schoolAdmin } from '#client/testing/users.ts'

const school = 'GET /api/schools/7'
const without = { body: { data: { ...aSchool, latest_period_id: null } } }
const open = (answer: Parameters<typeof openApp>[2][string], user = admin) =>
  openApp('/schools/7/period', user, { [school]: answer })

test('it opens the current policy year if there is one', async () => {
  const { at } = await open({ body: { data: aSchool } })
  await waitFor(() => expect(at()).toMatch(/^\/schools\/7\/period\/70/))
})

test('while the school loads, a placeholder is shown', async () => {
  await open(pending)
  expect(await screen.findByText('Loading policy year')).toBeTruthy()
})

test('a Shipmate Admin can create the first policy year', async () => {
  await open(without)
  expect(await screen.findByRole('button', { name: 'New policy year' })).toBeTruthy()
})

test('a school admin sees who can', async () => {
  await open(without, schoolAdmin)
  expect(await screen.findByText(/after a Shipmate Admin sets up the first policy year/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New policy year' })).toBeNull()
})

test.each([
  ['a refusal', refused, /this school’s admins and Shipmate Admins/],
  ['a failure', broken, 'The school couldn’t be loaded'],
  ['a school that is not there', absent, 'Not found'],
] as const)('%s is said', async (_, answer, words) => {
  await open(answer)
  expect(await screen.findByText(words)).toBeTruthy()
})
