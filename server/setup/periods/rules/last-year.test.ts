import { describe, expect, it } from 'vitest'
import { staleValues } from './last-year.ts'

const from = { name: '2026–27', starts_on: '2026-08-01', ends_on: '2027-07-31' }
const to = { name: '2027–28', starts_on: '2027-08-01', ends_on: '2028-07-31' }
const years = { from, to }

/** Returns what a text of the copy becomes; null if it doesn’t name the earlier year. */
const later = (text: string, source = text): unknown =>
  staleValues({ intro: text }, { intro: source }, years)[0]?.after ?? null

describe('texts of the earlier year', () => {
  it.each([
    ['the 2026–27 policy year', 'the 2027–28 policy year'],
    ['2026-27, 2026–2027 and 2026/27', '2027-28, 2027–2028 and 2027/28'],
    ['Plan year 2026', 'Plan year 2027'],
    ['from August 1, 2026 to July 31, 2027', 'from August 1, 2027 to July 31, 2028'],
    ['by 09/15/2026', 'by 09/15/2027'],
    // the weekday belongs to the date
    ['by Tuesday, September 15, 2026.', 'by Wednesday, September 15, 2027.'],
    ['Class of 2027', 'Class of 2028'],
    ['Class of 2029', 'Class of 2030'],
    ['<p id="y2026">In <b>2026</b></p>', '<p id="y2026">In <b>2027</b></p>'],
  ])('%s → %s', (text, expected) => {
    expect(later(text)).toBe(expected)
  })

  it.each([
    'We opened in 1998.',
    'the 2025–26 plan',
    '(555) 201-2026',
    'costs $2026',
    'See https://x.example/plan-2026-27.pdf',
    '2026-09-15',
    'https://x.example/2026',
  ])('%s is left as it is', (text) => {
    expect(later(text)).toBeNull()
  })

  it('are found again only as long as they name the earlier year', () => {
    const text = 'From August 1, 2026 to July 31, 2027. The 2026–27 plan. Class of 2027.'
    const replaced = String(later(text))
    expect(replaced).toBe('From August 1, 2027 to July 31, 2028. The 2027–28 plan. Class of 2028.')
    expect(later(replaced, text)).toBeNull()
  })

  it('that staff changed count only if they name a year that has passed', () => {
    expect(later('Starts August 1, 2027', 'Starts in August')).toBeNull()
    expect(later('The 2027–28 plan replaces the 2026 plan', 'x')).toBe(
      'The 2027–28 plan replaces the 2027 plan',
    )
  })

  it('use the name of a year without digits', () => {
    const named = { from: { ...from, name: 'Plan year A' }, to: { ...to, name: 'Plan year B' } }
    expect(staleValues({ a: 'In Plan year A' }, {}, named)[0]?.after).toBe('In Plan year B')
  })

  it('aren’t looked for in a copy of a later year', () => {
    expect(staleValues({ a: '2027–28' }, { a: '2027–28' }, { from: to, to: from })).toEqual([])
  })
})

describe('cohorts and class years', () => {
  const cohort = (key: string, name: string, ...class_years: number[]) => ({
    key,
    name,
    audience: { class_years },
  })

  it('move by a year once, although the next class was in the earlier year too', () => {
    const source = { cohorts: [cohort('a', 'Class of 2027', 2027), cohort('b', 'Class of 2028', 2028)] }
    const found = staleValues(source, source, years)
    expect(found.map(({ path, after }) => [path, after])).toEqual([
      ['cohorts.0.name', 'Class of 2028'],
      ['cohorts.0.audience.class_years', [2028]],
      ['cohorts.1.name', 'Class of 2029'],
      ['cohorts.1.audience.class_years', [2029]],
    ])
    const moved = { cohorts: [cohort('a', 'Class of 2028', 2028), cohort('b', 'Class of 2029', 2029)] }
    expect(staleValues(moved, source, years)).toEqual([])
  })

  it('on offer: those that graduate are retired, because records can have them, and others are added', () => {
    const option = (value: string, is_retired = false) => ({ key: `k${value}`, value, is_retired })
    const source = {
      options: { graduation_year: [option('2027'), option('2028')], program: [option('MD 2026')] },
    }
    expect(staleValues(source, source, years)).toEqual([
      {
        path: 'options.graduation_year',
        after: [
          option('2027', true),
          option('2028'),
          { key: 'class-2029', value: '2029', is_retired: false },
        ],
        mentions: [{ before: '2027, 2028', after: '2028, 2029' }],
      },
    ])
  })
})

it('a long text is shown by the sentences that change', () => {
  const body = `<p>${'Words. '.repeat(40)}</p><p>The 2026–27 plan starts soon.</p><p>Bye.</p>`
  expect(staleValues({ body }, {}, years)[0]?.mentions).toEqual([
    { before: 'The 2026–27 plan starts soon.', after: 'The 2027–28 plan starts soon.' },
  ])
})
