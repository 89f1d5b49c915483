import { themeLabels, type ColorPair } from '#contract/setup/schools/colors.ts'
import {
  contrastOf,
  leastContrast,
  shownContrast,
  type ContrastWarning,
} from '#contract/setup/schools/contrast.ts'

const onBackground: Record<ColorPair, string> = {
  primary: 'the header',
  accent: 'buttons',
  banner: 'the banner',
}

/** Returns whether a text is a color: '#0F6e56' → true. */
export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** Returns '4.9 : 1, good contrast'; null if one of the two isn't a color. */
export const contrastText = (text: string, ground: string): string | null => {
  if (!isColor(text) || !isColor(ground)) return null
  const ratio = contrastOf(text, ground)
  return `${shownContrast(ratio).toFixed(1)} : 1, ${ratio < leastContrast ? 'low contrast' : 'good contrast'}`
}

/** Returns 'In dark mode, text on buttons has low contrast: 3.2 : 1. The minimum is 4.5 : 1.' */
export const warningText = ({ theme, pair, ratio }: ContrastWarning): string =>
  `In ${themeLabels[theme].toLowerCase()} mode, text on ${onBackground[pair]} has low contrast: ${ratio.toFixed(1)} : 1. The minimum is ${leastContrast} : 1.`
