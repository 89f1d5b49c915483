import { themeLabels } from '#contract/setup/schools/colors.ts'
import {
  contrastOf,
  contrastSentence,
  leastContrast,
  leastSavedContrast,
  shownContrast,
  type ContrastWarning,
} from '#contract/setup/schools/contrast.ts'

/** Returns whether a text is a color: '#0F6e56' → true. */
export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** Returns 'Text contrast 4.9 : 1, good contrast'; null if one of the two isn't a color. */
export const contrastText = (text: string, ground: string): string | null => {
  if (!isColor(text) || !isColor(ground)) return null
  const ratio = shownContrast(contrastOf(text, ground))
  const verdict =
    ratio < leastSavedContrast ? 'can’t be saved' : ratio < leastContrast ? 'low contrast' : 'good contrast'
  return `${ratio.toFixed(1)} : 1, ${verdict}`
}

/** Returns 'Dark mode: Text on buttons has a contrast of 3.2 : 1. 4.5 : 1 is easy to read.' */
export const warningText = ({ theme, pair, ratio }: ContrastWarning): string =>
  `${themeLabels[theme]} mode: ${contrastSentence(pair, ratio)} ${
    ratio < leastSavedContrast
      ? `It can’t be saved below ${leastSavedContrast} : 1.`
      : `Choose at least ${leastContrast} : 1 for text that everyone can read.`
  }`
