import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, lines, type Reply } from '#client/testing/fake-server.ts'
import { admin } from '#client/testing/users.ts'
import { createSession } from './session.ts'

const guest = { user: null, isLoggedIn: false }
const credentials = { email: 'a@b.example', password: 'demo' }

beforeEach(() => {
  document.cookie = 'XSRF-TOKEN=t; path=/'
})

test('it starts signed out', () => {
  expect(createSession().getState()).toEqual(guest)
})

test('signing in without two-factor authentication stores the user at once', async () => {
  const received = fakeServer({ 'POST /login': { body: { data: admin, two_factor: false } } })
  const session = createSession()
  expect(await session.login(credentials)).toBe('signed-in')
  expect(session.getState()).toEqual({ user: admin, isLoggedIn: true })
  expect(lines(received)).toEqual(['POST /login'])
})

test('a challenge changes nothing', async () => {
  fakeServer({ 'POST /login': { body: { two_factor: true } } })
  const session = createSession()
  expect(await session.login(credentials)).toBe('challenge')
  expect(session.getState()).toEqual(guest)
})

test('with a passkey, a challenge says what completes it', async () => {
  let methods = ['passkey']
  fakeServer({ 'POST /login': () => ({ body: { two_factor: true, methods } }) })
  const session = createSession()
  expect(await session.login(credentials)).toBe('passkey')
  methods = ['passkey', 'code']
  expect(await session.login(credentials)).toBe('passkey-or-code')
})

test('another way to sign in loads the user when it’s done', async () => {
  const received = fakeServer({ 'GET /api/me': { body: { data: admin } } })
  const session = createSession()
  await session.enter(() => Promise.resolve())
  expect(session.getState()).toEqual({ user: admin, isLoggedIn: true })
  await expect(createSession().enter(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(lines(received)).toEqual(['GET /api/me'])
})

test('signing out clears the user first, then calls; a failed call doesn’t restore them', async () => {
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

test('signing in waits until the server has ended the former session', async () => {
  const ended = Promise.withResolvers<void>()
  const received = fakeServer({
    'POST /logout': async () => {
      await ended.promise
      return { status: 204, body: {} }
    },
    'POST /login': { body: { data: admin, two_factor: false } },
  })
  const session = createSession()
  const gone = session.logout('idle')
  const signedIn = session.login(credentials)
  await vi.waitFor(() => expect(lines(received)).toHaveLength(1))
  expect(lines(received)).toEqual(['POST /logout?reason=idle'])
  ended.resolve()
  await Promise.all([gone, signedIn])
  expect(lines(received)).toEqual(['POST /logout?reason=idle', 'POST /login'])
})

test('the call is skipped when signed in, and shared when made twice at the same time', async () => {
  const received = fakeServer({ 'GET /api/me': { body: { data: admin } } })
  const session = createSession()
  await Promise.all([session.me(), session.me()])
  await session.me()
  expect(received).toHaveLength(1)
  expect(session.getState()).toEqual({ user: admin, isLoggedIn: true })
})

test('a failed call clears the user', async () => {
  fakeServer({ 'GET /api/me': { status: 401, body: {} } })
  const session = createSession()
  await session.me()
  expect(session.getState()).toEqual(guest)
})

test('a reload that can’t reach the server keeps the user; one that says they’re signed out doesn’t', async () => {
  const me = vi.fn<() => Reply>(() => ({ body: { data: admin } }))
  fakeServer({ 'GET /api/me': me })
  const session = createSession()
  await session.me()
  me.mockImplementation(() => {
    throw new TypeError('network')
  })
  await session.refresh()
  expect(session.getState().user).toEqual(admin)
  me.mockReturnValue({ status: 503, body: { code: 'unavailable', message: 'x', request_id: 'r' } })
  await session.refresh()
  expect(session.getState().user).toEqual(admin)
  me.mockReturnValue({ status: 401, body: { code: 'unauthenticated', message: 'x', request_id: 'r' } })
  await session.refresh()
  expect(session.getState()).toEqual({ user: null, isLoggedIn: false })
})

test('after the challenge the user is loaded', async () => {
  const received = fakeServer({
    'POST /two-factor-challenge': { status: 204 },
    'GET /api/me': { body: { data: admin } },
  })
  const session = createSession()
  await session.answerChallenge({ code: '123456' })
  expect(lines(received)).toEqual(['POST /two-factor-challenge', 'GET /api/me'])
  expect(session.getState().user).toEqual(admin)
})

test('subscribers are notified of every change', async () => {
  fakeServer({ 'GET /api/me': { body: { data: admin } } })
  const session = createSession()
  const told = vi.fn<() => void>()
  session.subscribe(told)
  await session.me()
  session.forget()
  expect(told).toHaveBeenCalledTimes(2)
})
