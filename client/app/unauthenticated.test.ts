import { expect, test, vi } from 'vitest'
import { waitForPromises } from '#client/testing/fake-server.ts'
import { createUnauthenticated } from './unauthenticated.ts'

const watch = (pathname: string, search = '') => {
  const go = vi.fn<(verdict: unknown) => Promise<void>>(() => waitForPromises())
  const forget = vi.fn<() => void>()
  return { go, forget, heard: createUnauthenticated({ location: () => ({ pathname, search }), go, forget }) }
}

test('a 401 opens the sign-in page with the current path', () => {
  const { heard, go, forget } = watch('/schools/3/settings', '?a=1')
  heard()
  expect(go).toHaveBeenCalledWith({ to: '/login', search: { redirect: '/schools/3/settings?a=1' } })
  expect(forget).toHaveBeenCalledOnce()
})

test('at the root there is no parameter', () => {
  const { heard, go } = watch('/')
  heard()
  expect(go).toHaveBeenCalledWith({ to: '/login', search: {} })
})

test('two at once open it once, a later one again', async () => {
  const { heard, go } = watch('/schools/3')
  heard()
  heard()
  expect(go).toHaveBeenCalledOnce()
  await waitForPromises()
  await waitForPromises()
  heard()
  expect(go).toHaveBeenCalledTimes(2)
})

test.each(['/login', '/login/reset', '/not-permitted', '/general-error'])('on %s nothing happens', (path) => {
  const { heard, go, forget } = watch(path, '?redirect=/x')
  heard()
  expect(go).not.toHaveBeenCalled()
  expect(forget).not.toHaveBeenCalled()
})
