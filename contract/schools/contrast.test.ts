import { describe, expect, it } from 'vitest'
import { usualColors } from './colors.ts'
import { contrastOf, contrastWarnings, shownContrast } from './contrast.ts'

describe('contrast', () => {
  it.each([
    // pairs and ratios as W3C's and WebAIM's checkers give them
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#000000', 21],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#ff0000', '#ffffff', 4],
    ['#123456', '#123456', 1],
  ])('of %s on %s is %d', (text, ground, ratio) => expect(contrastOf(text, ground)).toBeCloseTo(ratio, 2))

  it('is never shown as more than it is', () => expect(shownContrast(4.48)).toBe(4.4))

  it('warns of every pair below 4.5, and of no other', () => {
    expect(contrastWarnings(usualColors)).toEqual([])
    const dark = { ...usualColors.dark, accent: '#ffffff', on_accent: '#777777' }
    expect(contrastWarnings({ ...usualColors, dark })).toEqual([
      { theme: 'dark', pair: 'accent', ratio: 4.4 },
    ])
  })
})
