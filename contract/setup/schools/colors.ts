import * as z from 'zod/mini'
import { texts } from '#contract/platform/problem.ts'

/** The background colors of the student website; `on_…` is the text color on each. */
export const colorPairs = ['primary', 'accent', 'banner'] as const
export type ColorPair = (typeof colorPairs)[number]
export const colorPairLabels: Record<ColorPair, string> = {
  primary: 'Header',
  accent: 'Buttons',
  banner: 'Banner',
}

/** The color scheme: students see the website as their device is set. */
export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]
export const themeLabels: Record<Theme, string> = { light: 'Light', dark: 'Dark' }

/** `#rrggbb` in lower case. */
const color = z.string().check(z.toLowerCase(), z.regex(/^#[0-9a-f]{6}$/, texts.color))

const palette = z.strictObject({
  primary: color,
  on_primary: color,
  accent: color,
  on_accent: color,
  banner: color,
  on_banner: color,
})
export type Palette = z.output<typeof palette>

export const schoolColors = z.strictObject({ light: palette, dark: palette })
export type SchoolColors = z.output<typeof schoolColors>

/** Colors of a school that hasn’t chosen its own, as `#rrggbb`. */
export const defaultColors: SchoolColors = {
  light: {
    primary: '#0f5b49',
    on_primary: '#ffffff',
    accent: '#0f6e56',
    on_accent: '#ffffff',
    banner: '#e4f3ee',
    on_banner: '#12332a',
  },
  dark: {
    primary: '#12352c',
    on_primary: '#eef7f4',
    accent: '#7fd6bb',
    on_accent: '#08231b',
    banner: '#1c3f35',
    on_banner: '#e4f3ee',
  },
}
