import fc from 'fast-check'
import { expect, test } from 'vitest'
import { themes, usualColors } from '#contract/schools/colors.ts'
import { contrastOf, leastContrast } from '#contract/schools/contrast.ts'
import { linkColorOf, lookOf } from './look.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('a link can be read on a page and on a card, whatever accent a school has chosen', () => {
  fc.assert(
    fc.property(fc.constantFrom(...themes), color, (theme, accent) => {
      const link = linkColorOf(theme, { ...usualColors[theme], accent })
      const look = new Map(Object.entries(lookOf(theme, usualColors[theme])))
      for (const ground of ['--site-ground', '--site-soft'])
        expect(contrastOf(link, String(look.get(ground)))).toBeGreaterThanOrEqual(leastContrast)
    }),
  )
})

test('an accent that can be read is the color of links', () => {
  expect(linkColorOf('light', usualColors.light)).toBe(usualColors.light.accent)
  expect(linkColorOf('dark', usualColors.dark)).toBe(usualColors.dark.accent)
})
