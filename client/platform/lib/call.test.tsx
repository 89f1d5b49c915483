import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { bare, download, empty, endpoint, one } from '#contract/platform/endpoint.ts'
import { fakeServer, lines, type ReceivedRequest } from '#client/testing/fake-server.ts'
import { ApiError } from './api-error.ts'
import { unwrap } from './ask.ts'
import { call, callWithChange, listenToCalls } from './call.ts'

const read = endpoint({
  method: 'GET',
  path: '/api/things/:id',
  access: 'school',
  summary: '',
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ page: z.optional(z.string()), search: z.optional(z.string()) }),
  reply: one(z.object({ a: z.number() })),
})
const write = endpoint({
  method: 'POST',
  path: '/api/things',
  access: 'school',
  summary: '',
  body: z.strictObject({ name: z.string() }),
  idempotent: true,
  reply: empty(),
})
const upload = endpoint({
  method: 'POST',
  path: '/api/import',
  access: 'school',
  summary: '',
  upload: true,
  body: z.strictObject({ period_id: z.string() }),
  reply: bare(z.literal('')),
})
const file = endpoint({
  method: 'GET',
  path: '/api/file',
  access: 'school',
  summary: '',
  reply: download('text/csv'),
})

const token = (value: string) => {
  document.cookie = `XSRF-TOKEN=${value}; path=/`
}
const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('It did not fail.')
  return error
}
const firstOf = (received: ReceivedRequest[]): ReceivedRequest => {
  const [first] = received
  if (!first) throw new Error('Nothing was received.')
  return first
}

beforeEach(() =>
  listenToCalls({ onUnauthenticated: () => undefined, onPasswordNeeded: () => Promise.resolve(false) }),
)

test('credentials, Accept JSON first, X-Requested-With, JSON body', async () => {
  token('t')
  const received = fakeServer({ 'POST /api/things': { status: 204 } })
  await call(write, { body: { name: 'a' } })
  const { headers, credentials, body, signal } = firstOf(received)
  expect(credentials).toBe('include')
  expect(headers.get('Accept')?.startsWith('application/json')).toBe(true)
  expect(headers.get('X-Requested-With')).toBe('XMLHttpRequest')
  expect(headers.get('Content-Type')).toBe('application/json')
  expect(body).toBe('{"name":"a"}')
  expect(signal).toBeNull()
})

test('form data has no content type of ours, and the file comes last', async () => {
  token('t')
  const received = fakeServer({ 'POST /api/import': { body: '""' } })
  await call(upload, { body: { period_id: '3' }, file: new File(['a'], 'roster.csv') })
  const { headers, body } = firstOf(received)
  expect(headers.has('Content-Type')).toBe(false)
  expect(body instanceof FormData && [...body.keys()]).toEqual(['period_id', 'file'])
})

test('the cookie is read for each change and URL-decoded; what only reads has no header', async () => {
  const received = fakeServer({
    'GET /api/things/3': { body: { data: { a: 1 } } },
    'POST /api/things': { status: 204 },
  })
  token('a%3D%3D')
  await call(read, { params: { id: 3 } })
  await call(write, { body: { name: 'a' } })
  token('b')
  await call(write, { body: { name: 'a' } })
  expect(received.map(({ headers }) => headers.get('X-XSRF-TOKEN'))).toEqual([null, 'a==', 'b'])
})

test('calls of a screen start after the task that makes them, in their order', async () => {
  token('t')
  const received = fakeServer({ 'GET /api/things/3': { status: 204 }, 'POST /api/things': { status: 204 } })
  const calls = [call(read, { params: { id: 3 } }), call(write, { body: { name: 'a' } })]
  for (let microtask = 0; microtask < 20; microtask += 1) await Promise.resolve()
  expect(received).toEqual([])
  await Promise.all(calls)
  expect(lines(received)).toEqual(['GET /api/things/3', 'POST /api/things'])
})

test('what is sent as the page closes is sent at once', async () => {
  token('t')
  const received = fakeServer({ 'POST /api/things': { status: 204 } })
  const leaving = call(write, { body: { name: 'a' } }, { leaving: true })
  expect(lines(received)).toEqual(['POST /api/things'])
  await leaving
})

test('without a cookie, the first unsafe calls share one request for it', async () => {
  const received = fakeServer({
    'GET /sanctum/csrf-cookie': () => {
      token('fresh')
      return { status: 204 }
    },
    'POST /api/things': { status: 204 },
  })
  await Promise.all([call(write, { body: { name: 'a' } }), call(write, { body: { name: 'b' } })])
  expect(lines(received)).toEqual(['GET /sanctum/csrf-cookie', 'POST /api/things', 'POST /api/things'])
  expect(received.at(1)?.headers.get('X-XSRF-TOKEN')).toBe('fresh')
})

const blob = new Blob(['x'])
test.each([
  [
    { data: [1], meta: {} },
    { data: [1], meta: {} },
  ],
  [{ data: { a: 1 } }, { a: 1 }],
  [{ data: null }, null],
  [{ data: [] }, []],
  [{ data: 0 }, 0],
  [{ two_factor: true }, { two_factor: true }],
  ['', ''],
  [undefined, undefined],
  [null, null],
  [[], []],
  ['text', 'text'],
  [blob, blob],
  [
    { meta: null, data: 1 },
    { meta: null, data: 1 },
  ],
])('%j unwraps to %j', (body, expected) => {
  expect(unwrap(body)).toEqual(expected)
})

test('a 204 resolves without a body', async () => {
  token('t')
  fakeServer({ 'POST /api/things': { status: 204 } })
  expect(await call(write, { body: { name: 'a' } })).toBeUndefined()
})

test('only one level is unwrapped', () => {
  expect(unwrap({ data: { data: 1 } })).toEqual({ data: 1 })
})

test('a 401 notifies the app and still rejects with the original error', async () => {
  const onUnauthenticated = vi.fn<() => void>()
  listenToCalls({ onUnauthenticated })
  fakeServer({
    'GET /api/things/3': { status: 401, body: { code: 'unauthenticated', message: 'Unauthenticated.' } },
  })
  const error = await failure(call(read, { params: { id: 3 } }))
  expect(error.status).toBe(401)
  expect([error.message, error.wireMessage]).toEqual([
    'You’re signed out. Sign in again.',
    'Unauthenticated.',
  ])
  expect(onUnauthenticated).toHaveBeenCalledOnce()
})

test('the first call expects guests and doesn’t notify the app', async () => {
  const onUnauthenticated = vi.fn<() => void>()
  listenToCalls({ onUnauthenticated })
  fakeServer({ 'GET /api/things/3': { status: 401, body: {} } })
  await failure(call(read, { params: { id: 3 } }, { expectsGuest: true }))
  expect(onUnauthenticated).not.toHaveBeenCalled()
})

test('the first message per field; empty lists are left out; dot keys stay; nothing is logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const errors = {
    sid: ['taken', 'short'],
    dob: [],
    'dependents.0.dob': ['The dependents.0.dob field is required.'],
  }
  fakeServer({ 'GET /api/things/3': { status: 422, body: { message: 'taken (and 2 more errors)', errors } } })
  const error = await failure(call(read, { params: { id: 3 } }))
  expect(error.wireErrors).toEqual({
    sid: 'taken',
    'dependents.0.dob': 'The dependents.0.dob field is required.',
  })
  expect(error.fieldErrors).toEqual({ sid: 'taken', 'dependents.0.dob': 'Enter dob.' })
  expect(error.wireMessage).toBe('taken (and 2 more errors)')
  expect(error.message).toBe('taken Also fix 1 more field.')
  expect(log).not.toHaveBeenCalled()
})

test('without an errors object there are no field errors', async () => {
  fakeServer({ 'GET /api/things/3': { status: 422, body: { message: 'no' } } })
  expect((await failure(call(read, { params: { id: 3 } }))).fieldErrors).toEqual({})
})

test.each([403, 404, 405, 409, 423, 429, 500, 503])('%i is logged once and passed on', async (status) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const onUnauthenticated = vi.fn<() => void>()
  listenToCalls({ onUnauthenticated })
  fakeServer({ 'GET /api/things/3': { status, body: { message: 'no' }, headers: { 'Retry-After': '42' } } })
  const error = await failure(call(read, { params: { id: 3 } }))
  expect([error.status, error.message, error.retryAfter]).toEqual([status, 'no', 42])
  expect(log).toHaveBeenCalledOnce()
  expect(onUnauthenticated).not.toHaveBeenCalled()
})

test('a network failure is logged, a canceled call isn’t', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fakeServer({})
  expect((await failure(call(read, { params: { id: 3 } }))).kind).toBe('network')
  expect(log).toHaveBeenCalledOnce()
  const left = AbortSignal.abort()
  expect((await failure(call(read, { params: { id: 3 } }, { signal: left }))).kind).toBe('aborted')
  expect(log).toHaveBeenCalledOnce()
})

test('a download resolves to its blob; a failed one is parsed before its messages are used', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fakeServer({ 'GET /api/file': { body: 'a,b' } })
  expect(await (await call(file, {})).text()).toBe('a,b')
  fakeServer({ 'GET /api/file': { status: 422, body: { message: 'no', errors: { period_id: ['wrong'] } } } })
  expect((await failure(call(file, {}))).fieldErrors).toEqual({ period_id: 'wrong' })
})

test('a 419 renews the token once and repeats the call once', async () => {
  token('old')
  const received = fakeServer({
    'GET /sanctum/csrf-cookie': () => {
      token('new')
      return { status: 204 }
    },
    'POST /api/things': ({ headers }) => ({ status: headers.get('X-XSRF-TOKEN') === 'new' ? 204 : 419 }),
  })
  await call(write, { body: { name: 'a' } })
  expect(lines(received)).toEqual(['POST /api/things', 'GET /sanctum/csrf-cookie', 'POST /api/things'])
})

test('a second 419 rejects, without a loop', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  token('old')
  const received = fakeServer({
    'GET /sanctum/csrf-cookie': { status: 204 },
    'POST /api/things': { status: 419, body: { message: 'CSRF token mismatch.' } },
  })
  expect((await failure(call(write, { body: { name: 'a' } }))).kind).toBe('token-mismatch')
  expect(received).toHaveLength(3)
})

test('a 423 asks for the password, then repeats the call', async () => {
  token('t')
  let isConfirmed = false
  const received = fakeServer({ 'POST /api/things': () => ({ status: isConfirmed ? 204 : 423, body: {} }) })
  listenToCalls({
    onPasswordNeeded: () => {
      isConfirmed = true
      return Promise.resolve(true)
    },
  })
  await call(write, { body: { name: 'a' } })
  expect(received).toHaveLength(2)
})

test('if the user cancels, the 423 rejects', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  token('t')
  fakeServer({ 'POST /api/things': { status: 423, body: {} } })
  expect((await failure(call(write, { body: { name: 'a' } }))).kind).toBe('password-needed')
})

test('an idempotent call sends a key, background calls are marked, the change ID is returned', async () => {
  token('t')
  const received = fakeServer({
    'POST /api/things': { status: 204, headers: { 'X-Change-Id': 'c1' } },
    'GET /api/things/3': { body: { data: { a: 1 } } },
  })
  expect((await callWithChange(write, { body: { name: 'a' } })).changeId).toBe('c1')
  await call(read, { params: { id: 3 }, query: { page: 2, search: '' } }, { background: true })
  expect(received.at(0)?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/)
  expect(received.at(1)?.headers.get('X-Background')).toBe('1')
  expect(lines(received)[1]).toBe('GET /api/things/3?page=2')
})

const confirmation = endpoint({
  method: 'POST',
  path: '/user/confirm-password',
  access: 'signed-in',
  summary: '',
  body: z.strictObject({ password: z.string() }),
  renewsSession: true,
  reply: empty(),
})
const reading = () => call(read, { params: { id: '3' } })

test('a call that was sent with the former secret of a session is repeated once there’s a new one', async () => {
  token('t')
  const onUnauthenticated = vi.fn<() => void>()
  listenToCalls({ onUnauthenticated })
  const confirmed = Promise.withResolvers<void>()
  let isRenewed = false
  fakeServer({
    'POST /user/confirm-password': async () => {
      await confirmed.promise
      isRenewed = true
      return { status: 204 }
    },
    'GET /api/things/3': () => (isRenewed ? { body: { data: { a: 1 } } } : { status: 401, body: {} }),
  })
  const confirming = call(confirmation, { body: { password: 'correct horse' } })
  const read = reading()
  await new Promise((later) => setTimeout(later, 20))
  confirmed.resolve()
  await confirming
  expect(await read).toEqual({ a: 1 })
  expect(onUnauthenticated).not.toHaveBeenCalled()
})

test('a call that was sent after that still ends the visit', async () => {
  token('t')
  const onUnauthenticated = vi.fn<() => void>()
  listenToCalls({ onUnauthenticated })
  const received = fakeServer({
    'POST /user/confirm-password': { status: 204 },
    'GET /api/things/3': { status: 401, body: {} },
  })
  await call(confirmation, { body: { password: 'correct horse' } })
  await new Promise((later) => setTimeout(later, 5))
  expect((await failure(reading())).status).toBe(401)
  expect(onUnauthenticated).toHaveBeenCalledTimes(1)
  expect(received).toHaveLength(2)
})
