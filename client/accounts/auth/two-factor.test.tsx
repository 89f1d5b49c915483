import { beforeEach, expect, test } from 'vitest'
import { fakeServer, lines } from '#client/testing/fake-server.ts'
import { listenToCalls } from '#client/platform/lib/call.ts'
import { finishTwoFactor, remakeRecoveryCodes, startTwoFactor } from './two-factor.ts'

beforeEach(() => {
  document.cookie = 'XSRF-TOKEN=t; path=/'
})

const picture = {
  'POST /user/two-factor-authentication': { body: '""' },
  'GET /user/two-factor-qr-code': { body: { svg: '<svg/>', url: 'otpauth://totp/x' } },
  'GET /user/two-factor-secret-key': { body: { secretKey: 'ABC' } },
  'GET /user/two-factor-recovery-codes': { body: ['a-b'] },
  'POST /user/two-factor-recovery-codes': { body: '""' },
  'POST /user/confirmed-two-factor-authentication': { body: '""' },
}

test('it’s started, then the QR code, the key and the recovery codes are loaded, then it’s confirmed', async () => {
  const received = fakeServer(picture)
  expect(await startTwoFactor()).toEqual({
    qrCode: 'data:image/svg+xml,%3Csvg%2F%3E',
    secret: 'ABC',
    recoveryCodes: ['a-b'],
  })
  await finishTwoFactor('123456')
  expect(lines(received)).toEqual([
    'POST /user/two-factor-authentication',
    'GET /user/two-factor-qr-code',
    'GET /user/two-factor-secret-key',
    'GET /user/two-factor-recovery-codes',
    'POST /user/confirmed-two-factor-authentication',
  ])
})

test('an empty list instead of a QR code means that it’s not started', async () => {
  fakeServer({ ...picture, 'GET /user/two-factor-qr-code': { body: [] } })
  expect(await startTwoFactor()).toBeNull()
})

test('new codes are created, then loaded', async () => {
  const received = fakeServer(picture)
  expect(await remakeRecoveryCodes()).toEqual(['a-b'])
  expect(lines(received)).toEqual([
    'POST /user/two-factor-recovery-codes',
    'GET /user/two-factor-recovery-codes',
  ])
})

test('a 423 asks for the password and continues', async () => {
  let isConfirmed = false
  listenToCalls({
    onPasswordNeeded: () => {
      isConfirmed = true
      return Promise.resolve(true)
    },
  })
  const received = fakeServer({
    ...picture,
    'POST /user/two-factor-authentication': () => (isConfirmed ? { body: '""' } : { status: 423, body: {} }),
  })
  expect(await startTwoFactor()).not.toBeNull()
  expect(received).toHaveLength(5)
})
