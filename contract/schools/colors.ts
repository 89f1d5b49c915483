import * as z from 'zod/mini'

/** The grounds of the student site that a school colours; `on_…` is the text upon each. */
export const colorPairs = ['primary', 'accent', 'banner'] as const
export type ColorPair = (typeof colorPairs)[number]
export const colorPairLabels: Record<ColorPair, string> = {
  primary: 'Header',
  accent: 'Buttons',
  banner: 'Banner',
}

/** Students see the site as their device is set. */
export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]
export const themeLabels: Record<Theme, string> = { light: 'Light', dark: 'Dark' }

/** `#rrggbb`, in small letters. */
const color = z
  .string()
  .check(z.toLowerCase(), z.regex(/^#[0-9a-f]{6}$/, 'The :attribute field must be a color like #0f6e56.'))

export const palette = z.strictObject({
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

/** What a school looks like before anybody has chosen. */
export const usualColors: SchoolColors = {
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

export const schoolColorsChange = z.strictObject({ ...schoolColors.shape, version: z.optional(z.int()) })
