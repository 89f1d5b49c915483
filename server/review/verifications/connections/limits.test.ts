import { describe, expect, it } from 'vitest'
import { createBreaker, createRateLimit } from './limits.ts'

describe('a breaker', () => {
  const failing = (times: number) => {
    const breaker = createBreaker()
    for (let time = 0; time < times; time += 1) {
      expect(breaker.enter('a', time)).toBe(true)
      breaker.settle('a', time, 'failed')
    }
    return breaker
  }

  it('lets no inquiry through for a minute after 5 failures in a row', () => {
    expect(failing(4).enter('a', 5)).toBe(true)
    const breaker = failing(5)
    expect([5, 1000, 60_003].map((now) => breaker.enter('a', now))).toEqual([false, false, false])
    expect(breaker.enter('b', 5)).toBe(true)
  })

  it('counts failures in a row only', () => {
    const breaker = failing(4)
    breaker.settle('a', 4, 'answered')
    breaker.settle('a', 5, 'failed')
    expect(breaker.enter('a', 6)).toBe(true)
  })

  it('tries with one inquiry after the minute, and goes by what becomes of it', () => {
    const breaker = failing(5)
    expect([60_004, 60_005].map((now) => breaker.enter('a', now))).toEqual([true, false])
    breaker.settle('a', 60_006, 'failed')
    expect(breaker.enter('a', 60_007)).toBe(false)
    expect(breaker.enter('a', 120_006)).toBe(true)
    breaker.settle('a', 120_007, 'answered')
    expect([1, 2, 3].map(() => breaker.enter('a', 120_008))).toEqual([true, true, true])
  })

  it('tries again at once if the inquiry wasn’t sent', () => {
    const breaker = failing(5)
    expect(breaker.enter('a', 60_004)).toBe(true)
    breaker.settle('a', 60_005, 'unsent')
    expect(breaker.enter('a', 60_006)).toBe(true)
  })
})

describe('a rate limit', () => {
  it('counts the inquiries of the last minute, for each school', () => {
    const limit = createRateLimit()
    expect([0, 10_000, 20_000].map((now) => limit.take(1, 2, now))).toEqual([0, 0, 40_000])
    expect(limit.take(2, 2, 20_000)).toBe(0)
    expect([60_000, 60_001].map((now) => limit.take(1, 2, now))).toEqual([0, 9999])
  })

  it('follows a limit that was lowered or raised', () => {
    const limit = createRateLimit()
    for (const now of [0, 1000, 2000]) limit.take(1, 3, now)
    expect(limit.take(1, 1, 3000)).toBe(59_000)
    expect(limit.take(1, 4, 3000)).toBe(0)
  })
})
