import { afterEach, expect, test, vi } from 'vitest'
import { passkeyObstacle } from './passkey-obstacle.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const at = (hostname: string, isSecureContext = true, hasPasskeys = true): string | null => {
  vi.stubGlobal('window', {
    location: { hostname },
    isSecureContext,
    ...(hasPasskeys ? { PublicKeyCredential: {} } : {}),
  })
  return passkeyObstacle()
}

test('passkeys work at a name with a secure connection', () => {
  expect(at('shipmate.example.org')).toBeNull()
  expect(at('localhost')).toBeNull()
})

test.each([
  ['without https', at('shipmate.example.org', false), 'Passkeys need a secure connection.'],
  ['at an IPv4 address', at('127.0.0.1'), 'Passkeys don’t work at an IP address.'],
  ['at an IPv6 address', at('[::1]'), 'Passkeys don’t work at an IP address.'],
  ['in a browser without them', at('localhost', true, false), 'This browser can’t use passkeys.'],
])('%s, one sentence says why they don’t', (_, obstacle, start) => {
  expect(obstacle?.startsWith(start)).toBe(true)
})
