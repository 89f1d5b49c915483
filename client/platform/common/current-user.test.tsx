import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { admin } from '#client/testing/users.ts'
import { CurrentUserProvider, useUser } from './current-user.tsx'

test('useUser without its provider throws a developer error that names the provider', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(() => renderHook(useUser)).toThrow(/useUser must be used inside <CurrentUserProvider>/)
})

test('useUser returns the signed-in user', () => {
  const { result } = renderHook(useUser, {
    wrapper: ({ children }) => <CurrentUserProvider user={admin}>{children}</CurrentUserProvider>,
  })
  expect(result.current).toBe(admin)
})
