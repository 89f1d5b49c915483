import { colorPairs, themes, type ColorPair, type Palette, type Theme } from './colors.ts'

/** The minimum contrast of text in WCAG 2.2 (success criterion 1.4.3, level AA). */
export const leastContrast = 4.5

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
