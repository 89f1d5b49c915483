import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { empty, endpoint, one } from '#contract/platform/endpoint.ts'
import { fakeServer } from '#client/testing/fake-server.ts'
import { aheadOf, beginStart } from './ahead.ts'
import type { ApiError } from './api-error.ts'
import { createQueryClient, useAsk, useSend } from './query.ts'

const read = endpoint({
  method: 'GET',
  path: '/api/count',
  access: 'school',
  summary: '',
  reply: one(z.object({ count: z.number() })),
})
const write = endpoint({
  method: 'POST',
  path: '/api/count',
  access: 'school',
  summary: '',
  body: z.strictObject({ by: z.number() }),
  idempotent: true,
  reply: empty(),
})

beforeEach(() => {
  document.cookie = 'XSRF-TOKEN=t; path=/'
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

const withClient = (onFailure?: (error: ApiError) => void) => {
  const client = createQueryClient(onFailure)
  return ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
}

test('a query has a reply that was asked for ahead in its first render', async () => {
  const received = fakeServer({ 'GET /api/count': { body: { data: { count: 4 } } } })
  beginStart(() => Promise.resolve())
  await aheadOf<typeof read>()({ method: 'GET', path: '/api/count', reply: { envelope: 'one' } })({})
  const renders: unknown[] = []
  renderHook(() => renders.push(useAsk(read, {}).data), { wrapper: withClient() })
  expect(renders[0]).toEqual({ count: 4 })
  expect(received).toHaveLength(1)
})

test('a change reloads what shows it, in the background', async () => {
  let count = 1
  const received = fakeServer({
    'GET /api/count': () => ({ body: { data: { count } } }),
    'POST /api/count': () => {
      count += 1
      return { status: 204, headers: { 'X-Change-Id': 'c9' } }
    },
  })
  const { result } = renderHook(
    () => ({ asked: useAsk(read, {}), sent: useSend(write, { refreshes: [read] }) }),
    { wrapper: withClient() },
  )
  await waitFor(() => expect(result.current.asked.data?.count).toBe(1))
  const answered = await act(() => result.current.sent.send({ body: { by: 1 } }))
  expect(answered.changeId).toBe('c9')
  await waitFor(() => expect(result.current.asked.data?.count).toBe(2))
  const background = received.map(({ method, headers }) => `${method} ${headers.get('X-Background')}`)
  expect(background).toEqual(['GET null', 'POST null', 'GET 1'])
})

test('a repeated call after no response keeps its key; another call has a new one', async () => {
  let isAway = true
  const received = fakeServer({
    'POST /api/count': () => {
      if (isAway) throw new TypeError('network')
      return { status: 204 }
    },
  })
  const { result } = renderHook(() => useSend(write, { quiet: true }), { wrapper: withClient() })
  const send = (by: number) => act(() => result.current.send({ body: { by } }).catch(() => undefined))
  await send(1)
  isAway = false
  await send(1)
  await send(1)
  const keys = received.map(({ headers }) => headers.get('Idempotency-Key'))
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).not.toBe(keys[1])
})

test('a failed change is reported, unless the caller shows it', async () => {
  const told = vi.fn<(error: ApiError) => void>()
  fakeServer({ 'POST /api/count': { status: 500, body: {} } })
  const wrapper = withClient(told)
  const loud = renderHook(() => useSend(write), { wrapper })
  await act(() => loud.result.current.send({ body: { by: 1 } }).catch(() => undefined))
  expect(told).toHaveBeenCalledOnce()
  const quiet = renderHook(() => useSend(write, { quiet: true }), { wrapper })
  await act(() => quiet.result.current.send({ body: { by: 1 } }).catch(() => undefined))
  expect(told).toHaveBeenCalledOnce()
})
