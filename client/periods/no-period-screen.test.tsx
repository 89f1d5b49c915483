import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { absent, broken, openApp, pending, refused } from '#client/testing/open-app.tsx'
import { aSchool } from '#client/testing/records.ts'
import { admin, schoolAdmin } from '#client/testing/users.ts'

const school = 'GET /api/schools/7'
const without = { body: { data: { ...aSchool, latest_period_id: null } } }
const open = (answer: Parameters<typeof openApp>[2][string], user = admin) =>
  openApp('/schools/7/period', user, { [school]: answer })

test('it leads to the current policy year where there is one', async () => {
  const { at } = await open({ body: { data: aSchool } })
  await waitFor(() => expect(at()).toMatch(/^\/schools\/7\/period\/70/))
})

test('while the school is read, the place of what comes is kept', async () => {
  await open(pending)
  expect(await screen.findByText('Loading the policy year')).toBeTruthy()
})

test('a product admin is offered to create the first', async () => {
  await open(without)
  expect(await screen.findByRole('button', { name: 'New policy year' })).toBeTruthy()
})

test('a school admin is told who can', async () => {
  await open(without, schoolAdmin)
  expect(await screen.findByText(/A Shipmate Admin sets up its first policy year/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New policy year' })).toBeNull()
})

test.each([
  ['a refusal', refused, /own admins and Shipmate Admins/],
  ['a failure', broken, 'The school could not be loaded'],
  ['a school that is not there', absent, 'There is nothing here'],
] as const)('%s is said', async (_, answer, words) => {
  await open(answer)
  expect(await screen.findByText(words)).toBeTruthy()
})
