import { describe, expect, it } from 'vitest'
import { outcomeOf, pauses } from './outcomes.ts'

const refused = (code: number) => ({ message: `${code} words`, code, isHandedOver: true })
const lost = (isHandedOver: boolean) => ({ message: 'Connection closed', code: undefined, isHandedOver })

describe('a failed attempt', () => {
  it.each([
    ['a reply of 550 is final', refused(550), 1, { state: 'failed', error: '550 words' }],
    [
      'a reply of 451 leads to another attempt',
      refused(451),
      1,
      { state: 'queued', error: '451 words', pause: 1 },
    ],
    ['the pauses grow', refused(451), 4, { state: 'queued', error: '451 words', pause: 60 }],
    [
      'no connection leads to another attempt',
      lost(false),
      2,
      { state: 'queued', error: 'Connection closed', pause: 5 },
    ],
    [
      'no reply after the content is uncertain',
      lost(true),
      1,
      { state: 'uncertain', error: 'Connection closed' },
    ],
    ['the last attempt is final', refused(451), pauses.length + 1, { state: 'failed', error: '451 words' }],
  ])('%s', (_what, failure, attempts, outcome) => {
    expect(outcomeOf(failure, attempts)).toEqual(outcome)
  })

  it('keeps 500 characters of the reply, on one line', () => {
    const { error } = {
      error: '',
      ...outcomeOf({ ...refused(550), message: `a\r\n b ${'x'.repeat(900)}` }, 1),
    }
    expect(error.startsWith('a b xx')).toBe(true)
    expect(error).toHaveLength(500)
  })
})
