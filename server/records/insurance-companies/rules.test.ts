import { describe, expect, it } from 'vitest'
import { fitsPattern, gainedLists, patternProblem, withoutChange, withoutDuplicates } from './rules.ts'

describe('the member ID format', () => {
  it.each([
    ['[A-Z]{3}\\d{9}', 'ABC123456789', true],
    ['[A-Z]{3}\\d{9}', 'abc123456789', true],
    ['[A-Z]{3}\\d{9}', 'ABC1234567890', false],
    ['W\\d{9}|\\d{11}', '12345678901', true],
    ['\\d{9}', ' 123456789', false],
  ])('%s and %s: %s', async (pattern, memberId, fits) => {
    expect(await patternProblem(pattern)).toBeNull()
    expect(await fitsPattern(pattern, memberId)).toBe(fits)
  })

  it.each(['(', '[z-a]', '(?=a)b', '(a)\\1', 'a{2000}', '(?<!a)b'])('%s isn’t a pattern', async (pattern) => {
    expect(await patternProblem(pattern)).toContain('valid regular expression')
  })

  it.each(['(a+)+', '(a|a)*', '([a-z]+)*\\d', '(.*a){12}'])(
    '%s, which never ends in other engines, is tested at once',
    async (pattern) => {
      const begun = performance.now()
      expect(await fitsPattern(pattern, `${'a'.repeat(5000)}!`)).toBe(false)
      expect(performance.now() - begun).toBeLessThan(2000)
    },
  )
})

const lists = { aliases: [], medical_payer_ids: [], dental_payer_ids: [], vision_payer_ids: [] }

describe('a merge', () => {
  it('adds the names and payer IDs that the remaining company doesn’t have', () => {
    const into = { ...lists, name: 'Aetna', aliases: ['Aetna Life'], medical_payer_ids: ['60054'] }
    const from = {
      ...lists,
      name: 'Aétna Inc',
      aliases: ['AETNA', 'aetna life', 'Aetna POS'],
      medical_payer_ids: ['60054', 'AETNA1'],
    }
    expect(gainedLists(into, from)).toEqual([
      { field: 'aliases', values: ['Aétna Inc', 'Aetna POS'] },
      { field: 'medical_payer_ids', values: ['AETNA1'] },
    ])
  })

  it('is undone in a list without removing later additions', () => {
    const change = { field: 'aliases', before: ['A', 'Z'], after: ['A', 'B'] }
    expect(withoutChange(['A', 'B', 'later'], change)).toEqual(['A', 'later', 'Z'])
  })

  it('adds no duplicates', () => {
    expect(withoutDuplicates(['Aetna', 'AÉTNA', 'Cigna', 'aetna'])).toEqual(['Aetna', 'Cigna'])
  })
})
