import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { bare, endpoint, one } from '#contract/platform/endpoint.ts'
import { fakeServer, lines } from '#client/testing/fake-server.ts'
import { aheadOf, beginStart, isStartArriving, onStartArrived, takeReply } from './ahead.ts'
import { call } from './call.ts'

const read = endpoint({
  method: 'GET',
  path: '/api/things/:id',
  access: 'school',
  summary: '',
  params: z.strictObject({ id: z.string() }),
  reply: one(z.object({ a: z.number() })),
})
const write = endpoint({
  method: 'POST',
  path: '/login',
  access: 'anyone',
  summary: '',
  body: z.strictObject({ name: z.string() }),
  reply: bare(z.literal('')),
})
const first = { params: { id: 1 } }

const sendAhead = aheadOf<typeof read>()({
  method: 'GET',
  path: '/api/things/:id',
  reply: { envelope: 'one' },
})

const beginWithoutCalls = () => beginStart(() => Promise.resolve())

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  document.cookie = 'XSRF-TOKEN=t; path=/'
  beginWithoutCalls()
})

test('a call takes over the response that was asked for ahead, once and only of the same URL', async () => {
  const received = fakeServer({
    'GET /api/things/1': { body: { data: { a: 1 } } },
    'GET /api/things/2': { body: { data: { a: 2 } } },
  })
  expect(await sendAhead(first)).toEqual({ a: 1 })
  expect(await call(read, first)).toEqual({ a: 1 })
  expect(lines(received)).toEqual(['GET /api/things/1'])
  expect(received[0]?.headers.get('X-Requested-With')).toBe('XMLHttpRequest')
  expect(received[0]?.credentials).toBe('include')
  await call(read, { params: { id: 2 } })
  await call(read, first)
  expect(lines(received)).toEqual(['GET /api/things/1', 'GET /api/things/2', 'GET /api/things/1'])
})

test('what the page asked for already isn’t asked for ahead again', async () => {
  const received = fakeServer({ 'GET /api/things/1': { body: { data: { a: 1 } } } })
  await call(read, first)
  expect(await sendAhead(first)).toBeNull()
  expect(received).toHaveLength(1)
})

test('a refusal is reported by the call, and a call that was canceled gets nothing', async () => {
  const received = fakeServer({
    'GET /api/things/1': { status: 404, body: { code: 'not_found', message: 'No.' } },
  })
  expect(await sendAhead(first)).toBeNull()
  await expect(call(read, first)).rejects.toMatchObject({ kind: 'not-found' })
  expect(received).toHaveLength(1)

  beginWithoutCalls()
  await sendAhead(first)
  await expect(call(read, first, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    kind: 'aborted',
  })
})

test('after a sign-in, nothing that was asked for as the former user is used', async () => {
  const received = fakeServer({
    'GET /api/things/1': { body: { data: { a: 1 } } },
    'POST /login': { body: '' },
  })
  await sendAhead(first)
  await call(write, { body: { name: 'x' } })
  expect(await call(read, first)).toEqual({ a: 1 })
  expect(await sendAhead({ params: { id: 3 } })).toBeNull()
  expect(lines(received)).toEqual(['GET /api/things/1', 'POST /login', 'GET /api/things/1'])
})

test('a screen gets a reply that has arrived at once, instead of the call, and once', async () => {
  const received = fakeServer({
    'GET /api/things/1': { body: { data: { a: 1 } } },
    'GET /api/things/2': { status: 404, body: { code: 'not_found', message: 'No.' } },
  })
  expect(takeReply(read, first)).toBeUndefined()
  const arriving = sendAhead(first)
  expect(takeReply(read, first)).toBeUndefined()
  await arriving
  expect(takeReply(read, first)).toEqual({ a: 1 })
  expect(takeReply(read, first)).toBeUndefined()
  expect(await call(read, first)).toEqual({ a: 1 })
  expect(lines(received)).toEqual(['GET /api/things/1', 'GET /api/things/1'])

  await sendAhead({ params: { id: 2 } })
  expect(takeReply(read, { params: { id: 2 } })).toBeUndefined()

  await sendAhead({ params: { id: 3 } })
  await call(read, { params: { id: 3 } }).catch(() => undefined)
  expect(takeReply(read, { params: { id: 3 } })).toBeUndefined()
})

test('after a sign-in, a screen gets no reply of the former user', async () => {
  fakeServer({ 'GET /api/things/1': { body: { data: { a: 1 } } }, 'POST /login': { body: '' } })
  await sendAhead(first)
  await call(write, { body: { name: 'x' } })
  expect(takeReply(read, first)).toBeUndefined()
})

test('the screen waits until the replies have arrived, for a second at most, and not after a sign-in', async () => {
  vi.useFakeTimers()
  fakeServer({ 'POST /login': { body: '' } })
  const told = vi.fn<() => void>()
  const stop = onStartArrived(told)

  const sent = Promise.withResolvers<void>()
  beginStart(() => sent.promise)
  expect(isStartArriving()).toBe(true)
  sent.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect([isStartArriving(), told.mock.calls.length]).toEqual([false, 1])

  beginStart(() => new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(999)
  expect(isStartArriving()).toBe(true)
  told.mockClear()
  await vi.advanceTimersByTimeAsync(1)
  expect([isStartArriving(), told.mock.calls.length]).toEqual([false, 1])

  beginStart(() => new Promise(() => undefined))
  told.mockClear()
  await call(write, { body: { name: 'x' } })
  expect([isStartArriving(), told.mock.calls.length]).toEqual([false, 1])
  stop()
})
