import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, lines } from '#client/testing/fake-server.ts'
import { admin } from '#client/testing/users.ts'
import { createSession } from './session.ts'

const guest = { user: null, isLoggedIn: false }
const credentials = { email: 'a@b.example', password: 'demo' }

beforeEach(() => {
  document.cookie = 'XSRF-TOKEN=t; path=/'
})

test('R14: it starts logged out', () => {
  expect(createSession().getState()).toEqual(guest)
})

test('R14: a login without a second factor stores the user at once', async () => {
  const received = fakeServer({ 'POST /login': { body: { data: admin, two_factor: false } } })
  const session = createSession()
  expect(await session.login(credentials)).toBe('signed-in')
  expect(session.getState()).toEqual({ user: admin, isLoggedIn: true })
  expect(lines(received)).toEqual(['POST /login'])
})

test('R14: a challenge changes nothing', async () => {
  fakeServer({ 'POST /login': { body: { two_factor: true } } })
  const session = createSession()
  expect(await session.login(credentials)).toBe('challenge')
  expect(session.getState()).toEqual(guest)
})

test('R15: logout forgets first, then calls; a failing call does not restore', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const session = createSession()
  const seen: boolean[] = []
  fakeServer({
    'GET /api/me': { body: { data: admin } },
    'POST /logout': () => {
      seen.push(session.getState().isLoggedIn)
      return { status: 500, body: {} }
    },
  })
  await session.me()
  await session.logout()
  expect(seen).toEqual([false])
  expect(session.getState()).toEqual(guest)
})

test('R16: me is skipped when logged in, and shared when asked at the same time', async () => {
  const received = fakeServer({ 'GET /api/me': { body: { data: admin } } })
  const session = createSession()
  await Promise.all([session.me(), session.me()])
  await session.me()
  expect(received).toHaveLength(1)
  expect(session.getState()).toEqual({ user: admin, isLoggedIn: true })
})

test('R16: a failing me clears both', async () => {
  fakeServer({ 'GET /api/me': { status: 401, body: {} } })
  const session = createSession()
  await session.me()
  expect(session.getState()).toEqual(guest)
})

test('R17: the answered challenge asks who it is', async () => {
  const received = fakeServer({
    'POST /two-factor-challenge': { status: 204 },
    'GET /api/me': { body: { data: admin } },
  })
  const session = createSession()
  await session.answerChallenge({ code: '123456' })
  expect(lines(received)).toEqual(['POST /two-factor-challenge', 'GET /api/me'])
  expect(session.getState().user).toEqual(admin)
})

test('whoever listens is told of every change', async () => {
  fakeServer({ 'GET /api/me': { body: { data: admin } } })
  const session = createSession()
  const told = vi.fn<() => void>()
  session.subscribe(told)
  await session.me()
  session.forget()
  expect(told).toHaveBeenCalledTimes(2)
})
