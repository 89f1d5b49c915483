import { describe, expect, it } from 'vitest'
import { isCounting, marksOf } from './rich-text-form.ts'

describe('what Word draws before an item', () => {
  it.each([
    '1.',
    '12)',
    '(3)',
    '1.1',
    '1.1.',
    '2.3.4)',
    'a)',
    'b.',
    '(c)',
    'iv.',
    'XXVIII.',
    'а)',
    '١.',
    'Ⅳ',
    '一、',
    '1',
  ])('counts: %s', (marker) => expect(isCounting(marker)).toBe(true))
  it.each(['·', 'o', '§', 'Ø', 'ü', 'v', 'q', '-', '–', '*', '•', '\uF0B7', '²', '', ' '])(
    'is a bullet: %j',
    (marker) => expect(isCounting(marker)).toBe(false),
  )
})

describe('the form of a text', () => {
  it.each([
    ['b', '', ['strong']],
    ['b', 'font-weight:normal', []],
    ['b', 'mso-bidi-font-weight:normal', ['strong']],
    ['span', 'font-weight:700;font-style:italic', ['strong', 'em']],
    ['span', 'TEXT-DECORATION: underline line-through', ['u', 's']],
    ['a', 'text-decoration:underline', []],
    ['ins', '', ['u']],
  ])('<%s style="%s">', (tag, style, wanted) => expect(marksOf(tag, { style })).toEqual(wanted))
})
