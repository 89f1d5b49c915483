import fc from 'fast-check'
import { expect, test } from 'vitest'
import { themes, defaultColors, type Theme } from '#contract/setup/schools/colors.ts'
import { contrastOf, leastContrast } from '#contract/setup/schools/contrast.ts'
import { linkColorOf, siteVariables } from './theme-variables.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

/** Returns the values of the variables in a theme. */
const lookOf = (theme: Theme) =>
  new Map(
    Object.entries(siteVariables(defaultColors)).map(([name, value]) => {
      const [, light, dark] = /^light-dark\((.+), (.+)\)$/.exec(value) ?? []
      return [name, theme === 'light' ? light : dark]
    }),
  )

test('links are readable on a page and on a card with any accent color', () => {
  fc.assert(
    fc.property(fc.constantFrom(...themes), color, (theme, accent) => {
      const link = linkColorOf(theme, { ...defaultColors[theme], accent })
      const look = lookOf(theme)
      for (const ground of ['--site-ground', '--site-soft'])
        expect(contrastOf(link, String(look.get(ground)))).toBeGreaterThanOrEqual(leastContrast)
    }),
  )
})

test('a readable accent is the color of links', () => {
  expect(linkColorOf('light', defaultColors.light)).toBe(defaultColors.light.accent)
  expect(linkColorOf('dark', defaultColors.dark)).toBe(defaultColors.dark.accent)
})
