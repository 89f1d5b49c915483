import { describe, expect, it } from 'vitest'
import { isNumbering, marksOf } from './rich-text-form.ts'

describe('the list markers that Word writes', () => {
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
  ])('%s is a number', (marker) => expect(isNumbering(marker)).toBe(true))
  it.each(['·', 'o', '§', 'Ø', 'ü', 'v', 'q', '-', '–', '*', '•', '\uF0B7', '²', '', ' '])(
    '%j is a bullet',
    (marker) => expect(isNumbering(marker)).toBe(false),
  )
})

describe('the formatting of a tag', () => {
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
