import { defaultColors, type Palette, type SchoolColors, type Theme } from '#contract/setup/schools/colors.ts'
import { readableOn } from '#contract/setup/schools/contrast.ts'

/** The colors of an email in one color scheme, as `#rrggbb`. Text on each background reaches 4.5 : 1. */
export interface BrandColors {
  /** The band at the top. */
  readonly band: string
  readonly on_band: string
  /** Around the text. */
  readonly page: string
  readonly on_page: string
  /** Behind the text. */
  readonly card: string
  readonly ink: string
  readonly link: string
  readonly rule: string
}

/** A logo that mail programs can show. */
interface BrandLogo {
  readonly url: string
  /** Size in pixels as shown; null if the file doesn’t say. */
  readonly width: number | null
}

/** Whose email it is. */
export interface Brand {
  readonly name: string
  /** Whether it’s a school; its students are told why they get the email. */
  readonly isSchool: boolean
  readonly logo: BrandLogo | null
  readonly colors: Readonly<Record<Theme, BrandColors>>
}

/** The colors that are the same for all schools. Pairs were checked with the WCAG 2.2 contrast formula. */
const basics = {
  light: { page: '#f3f4f6', on_page: '#565d66', card: '#ffffff', ink: '#1c2024', rule: '#d8dce1' },
  dark: { page: '#111315', on_page: '#a9b0b8', card: '#1c1f23', ink: '#e8eaed', rule: '#3a3f46' },
} as const

/** Returns the colors of an email in a school’s colors, changed where text couldn’t be read. */
export const brandColors = (colors: SchoolColors): Brand['colors'] => ({
  light: brandColorsIn(colors.light, 'light'),
  dark: brandColorsIn(colors.dark, 'dark'),
})

const brandColorsIn = (palette: Palette, theme: Theme): BrandColors => ({
  ...basics[theme],
  band: palette.primary,
  on_band: readableOn(palette.primary, palette.on_primary),
  link: readableOn(basics[theme].card, palette.accent),
})

/** The box a logo fits into, in pixels. */
const logoBox = { width: 220, height: 64 }

/** Returns the width in pixels at which a logo fits its box; null if its size is unknown. Never enlarges it. */
export const logoWidth = (width: number | null, height: number | null): number | null =>
  width === null || height === null
    ? null
    : Math.max(1, Math.round(width * Math.min(1, logoBox.width / width, logoBox.height / height)))

/** The look of emails about accounts, which belong to no school. */
export const shipmateBrand: Brand = {
  name: 'Shipmate',
  isSchool: false,
  logo: null,
  colors: brandColors(defaultColors),
}
