import { describe, expect, it } from 'vitest'
import { defaultColors } from './colors.ts'
import { contrastOf, contrastWarnings, shownContrast } from './contrast.ts'

describe('contrast', () => {
  it.each([
    // pairs and ratios from the W3C and WebAIM contrast checkers
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#000000', 21],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#ff0000', '#ffffff', 4],
    ['#123456', '#123456', 1],
  ])('of %s on %s is %d', (text, ground, ratio) => expect(contrastOf(text, ground)).toBeCloseTo(ratio, 2))

  it('is never rounded up', () => expect(shownContrast(4.48)).toBe(4.4))

  it('warns about every pair below 4.5 and no others', () => {
    expect(contrastWarnings(defaultColors)).toEqual([])
    const dark = { ...defaultColors.dark, accent: '#ffffff', on_accent: '#777777' }
    expect(contrastWarnings({ ...defaultColors, dark })).toEqual([
      { theme: 'dark', pair: 'accent', ratio: 4.4 },
    ])
  })
})
