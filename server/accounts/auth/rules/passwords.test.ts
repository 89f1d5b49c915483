import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as argon2 from '@node-rs/argon2'

const seen = vi.hoisted(() => ({ running: 0, most: 0, verified: [] as string[] }))
vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof argon2>()
  const counted = async <T>(work: () => Promise<T>): Promise<T> => {
    seen.running += 1
    seen.most = Math.max(seen.most, seen.running)
    try {
      return await work()
    } finally {
      seen.running -= 1
    }
  }
  return {
    ...real,
    hash: (...given: Parameters<typeof real.hash>) => counted(() => real.hash(...given)),
    verify: (...given: Parameters<typeof real.verify>) => {
      seen.verified.push(String(given[0]))
      return counted(() => real.verify(...given))
    },
  }
})

// other tests in this process have their own copy of the module, which isn't counted
vi.resetModules()
const { verify } = await import('@node-rs/argon2')
const { hashPassword, isOutdated, isPassword } = await import('./passwords.ts')
afterAll(() => {
  vi.doUnmock('@node-rs/argon2')
  vi.resetModules()
})

beforeEach(() => {
  seen.most = 0
  seen.verified = []
})

describe('a password hash', () => {
  it('is Argon2id with the set parameters', async () => {
    const stored = await hashPassword('a password')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(isOutdated(stored)).toBe(false)
    expect(isOutdated(stored.replace('t=2', 't=3'))).toBe(true)
    expect(isOutdated(stored.replace('argon2id', 'argon2i'))).toBe(true)
    expect(await isPassword(stored, 'a password')).toBe(true)
    expect(await isPassword(stored, 'another')).toBe(false)
  })

  it('uses the whole password', async () => {
    const stored = await hashPassword('x'.repeat(1024))
    expect(await isPassword(stored, 'x'.repeat(1023))).toBe(false)
  })

  it('takes as long for users without a password', async () => {
    expect(await isPassword(null, 'whatever')).toBe(false)
    expect(seen.verified).toEqual([expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)])
    expect(await verify(seen.verified[0]!, '')).toBe(false)
  })

  it('runs at most 4 at a time, and is refused if 40 are waiting', async () => {
    const stored = await hashPassword('a password')
    const many = await Promise.allSettled(Array.from({ length: 50 }, () => isPassword(stored, 'a password')))
    expect(seen.most).toBe(4)
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(44)
    const refused = many.find((one) => one.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '2' } })
    expect(await isPassword(stored, 'a password')).toBe(true)
  })
})
