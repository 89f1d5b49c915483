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

/** Colors of a school that hasn’t chosen its own, as `#rrggbb`: those that are proposed for the first two. */
export const defaultColors: SchoolColors = {
  light: {
    primary: '#0f5b49',
    on_primary: '#ffffff',
    accent: '#0f6e56',
    on_accent: '#ffffff',
    banner: '#e7efed',
    on_banner: '#082e25',
  },
  dark: {
    primary: '#123b31',
    on_primary: '#ffffff',
    accent: '#579a89',
    on_accent: '#05211a',
    banner: '#132b24',
    on_banner: '#e7efed',
  },
}
