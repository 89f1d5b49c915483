import { colorPairs, themes, type ColorPair, type Palette, type Theme } from './colors.ts'

/** The least contrast of text on its ground that WCAG 2.2 asks for (success criterion 1.4.3, level AA). */
export const leastContrast = 4.5

/** One channel of sRGB, 0 to 255, as light: WCAG 2.2, "relative luminance". */
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

/** The contrast ratio of two colours as `#rrggbb`, 1 to 21 (WCAG 2.2, "contrast ratio"); NaN where one is none. */
export const contrastOf = (text: string, ground: string): number => {
  const [lighter = 0, darker = 0] = [luminanceOf(text), luminanceOf(ground)].sort((one, other) => other - one)
  return (lighter + 0.05) / (darker + 0.05)
}

/** 4.9 from 4.96: never rounded up to what it is not. */
export const shownContrast = (ratio: number): number => Math.floor(ratio * 10) / 10

/** Text that is hard to read on its ground. */
export interface ContrastWarning {
  readonly theme: Theme
  readonly pair: ColorPair
  /** With one decimal, rounded down. */
  readonly ratio: number
}

/** Every pair of a school's colours whose text is hard to read; none when all can be read. */
export const contrastWarnings = (colors: Readonly<Record<Theme, Palette>>): ContrastWarning[] =>
  themes.flatMap((theme) =>
    colorPairs.flatMap((pair) => {
      const ratio = contrastOf(colors[theme][`on_${pair}`], colors[theme][pair])
      return ratio < leastContrast ? [{ theme, pair, ratio: shownContrast(ratio) }] : []
    }),
  )
