import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openApp, sentTo } from '#client/testing/open-app.tsx'
import { admin } from '#client/testing/users.ts'

const guest = { 'GET /api/me': { status: 401, body: {} } }
const schools = [
  { slug: 'harborview', name: 'Harborview University' },
  { slug: 'lakeside', name: 'Lakeside College' },
]
const listed = { ...guest, 'GET /single-sign-on/schools': { body: { data: schools } } }

test('someone chooses their school, and reads why it can’t be opened', async () => {
  const { received } = await openApp('/login/school', admin, {
    ...listed,
    'POST /single-sign-on/start': {
      status: 422,
      body: { errors: { sign_on: ['Shipmate can’t reach your school’s sign-in page right now.'] } },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Lakeside College' }))
  expect(await screen.findByText('Shipmate can’t reach your school’s sign-in page right now.')).toBeTruthy()
  expect(sentTo(received, 'POST /single-sign-on/start')).toEqual([{ school: 'lakeside' }])
})

test('the link of a school shows only that school', async () => {
  const { at } = await openApp('/login?school=lakeside', admin, listed)
  expect(await screen.findByRole('button', { name: 'Lakeside College' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Harborview University' })).toBeNull()
  expect(at()).toBe('/login/school?school=lakeside')
})

test('without any school, it says so', async () => {
  await openApp('/login/school', admin, {
    ...guest,
    'GET /single-sign-on/schools': { body: { data: [] } },
  })
  expect(await screen.findByText(/No school has set this up yet/)).toBeTruthy()
})

test('a refusal comes back to the sign-in page with its sentence', async () => {
  const { received, at } = await openApp('/login/school/7?code=c-1&state=s-1', admin, {
    ...guest,
    'POST /single-sign-on/finish': {
      status: 422,
      body: { errors: { sign_on: ['Your school’s response couldn’t be verified. Start again.'] } },
    },
  })
  expect(await screen.findByText('Your school’s response couldn’t be verified. Start again.')).toBeTruthy()
  expect(at()).toBe('/login')
  expect(sentTo(received, 'POST /single-sign-on/finish')).toEqual([
    { school_id: 7, query: 'code=c-1&state=s-1' },
  ])
})

test('a second factor is asked for on the sign-in page', async () => {
  await openApp('/login/school/7?code=c-1&state=s-1', admin, {
    ...guest,
    'POST /single-sign-on/finish': {
      body: { two_factor: true, school: 'Harborview University', sign_out_url: null },
    },
  })
  expect(await screen.findByRole('heading', { name: 'Verify it’s you' })).toBeTruthy()
  expect(screen.getByLabelText('Code')).toBeTruthy()
})
