import * as z from 'zod/mini'
import { colorPairs, schoolColors, themes, type ColorPair, type Palette, type Theme } from './colors.ts'

/** The minimum contrast of text in WCAG 2.2 (success criterion 1.4.3, level AA). */
export const leastContrast = 4.5

/** The contrast below which a pair can’t be saved: even large text needs it (same criterion). */
export const leastSavedContrast = 3

/** Returns the linear light of an sRGB channel from 0 to 255 (WCAG 2.2, "relative luminance"). */
const lightOf = (channel: number): number => {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const luminanceOf = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    lightOf(Number.parseInt(color.slice(at, at + 2), 16)),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/**
 * Returns the contrast ratio of two `#rrggbb` colors, 1 to 21 (WCAG 2.2, "contrast ratio"); NaN if either isn’t
 * a color.
 */
export const contrastOf = (text: string, ground: string): number => {
  const [lighter = 0, darker = 0] = [luminanceOf(text), luminanceOf(ground)].sort((one, other) => other - one)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Rounds down to one decimal place: 4.96 becomes 4.9. */
export const shownContrast = (ratio: number): number => Math.floor(ratio * 10) / 10

/** A pair of text and background with low contrast. */
export interface ContrastWarning {
  readonly theme: Theme
  readonly pair: ColorPair
  /** With one decimal place, rounded down. */
  readonly ratio: number
}

/** Returns every pair of a school’s colors with low contrast. */
export const contrastWarnings = (colors: Readonly<Record<Theme, Palette>>): ContrastWarning[] =>
  themes.flatMap((theme) =>
    colorPairs.flatMap((pair) => {
      const ratio = contrastOf(colors[theme][`on_${pair}`], colors[theme][pair])
      return ratio < leastContrast ? [{ theme, pair, ratio: shownContrast(ratio) }] : []
    }),
  )

const backgroundNames: Record<ColorPair, string> = {
  primary: 'the header',
  accent: 'buttons',
  banner: 'the banner',
}

/** Returns 'Text on buttons has a contrast of 2.1 : 1.' */
export const contrastSentence = (pair: ColorPair, ratio: number): string =>
  `Text on ${backgroundNames[pair]} has a contrast of ${shownContrast(ratio).toFixed(1)} : 1.`

/** Reports each text color that hardly anyone could read on its background. */
const textIsVisible = z.superRefine<Readonly<Record<Theme, Palette>>>((colors, { addIssue }) => {
  for (const { theme, pair, ratio } of contrastWarnings(colors))
    if (ratio < leastSavedContrast)
      addIssue({
        code: 'custom',
        path: [theme, `on_${pair}`],
        message: `${contrastSentence(pair, ratio)} Choose a color with at least ${leastSavedContrast} : 1.`,
      })
})

/** The colors to save. Text with a contrast below 3 : 1 is an error of its color. */
export const schoolColorsChange = z
  .strictObject({ ...schoolColors.shape, version: z.optional(z.int()) })
  .check(textIsVisible)

const channels = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** Returns a color between two `#rrggbb` colors, `share` (0 to 1) of the way to the second. */
export const mixed = (from: string, to: string, share: number): string => {
  const ends = channels(to)
  const parts = channels(from).map((channel, at) =>
    Math.round(channel + ((ends[at] ?? 0) - channel) * share)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${parts.join('')}`
}

/** Returns a text color, moved towards black or white until it reaches 4.5 : 1 on a background. */
export const readableOn = (ground: string, text: string): string => {
  const end = contrastOf('#000000', ground) > contrastOf('#ffffff', ground) ? '#000000' : '#ffffff'
  const steps = Array.from({ length: 11 }, (_, step) => mixed(text, end, step / 10))
  // black or white reaches 4.58 : 1 on every color
  return steps.find((color) => contrastOf(color, ground) >= leastContrast) ?? end
}
