import { expect, test } from 'vitest'
import { headersOf, newSecret } from './rules.ts'

test('signs like the example of the standard', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: 1614265330, body: '{"test": 2432232314}' }
  expect(headersOf(secret, message)).toEqual({
    'content-type': 'application/json',
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('makes secrets of 32 random bytes', () => {
  expect(newSecret()).toMatch(/^whsec_[\w+/]{43}=$/)
  expect(newSecret()).not.toBe(newSecret())
})
