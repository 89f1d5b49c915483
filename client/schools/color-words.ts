import { colorPairLabels, themeLabels } from '#contract/schools/colors.ts'
import { contrastOf, leastContrast, shownContrast, type ContrastWarning } from '#contract/schools/contrast.ts'

/** '#0F6e56' → true */
export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** '4.9 : 1, readable'; null while one of the two is no color. */
export const contrastWords = (text: string, ground: string): string | null => {
  if (!isColor(text) || !isColor(ground)) return null
  const ratio = contrastOf(text, ground)
  return `${shownContrast(ratio).toFixed(1)} : 1, ${ratio < leastContrast ? 'hard to read' : 'readable'}`
}

/** 'In dark, the text on buttons is hard to read: 3.2 : 1, where 4.5 : 1 is the least.' */
export const warningWords = ({ theme, pair, ratio }: ContrastWarning): string =>
  `In ${themeLabels[theme].toLowerCase()}, the text on ${colorPairLabels[pair].toLowerCase()} is hard to read: ${ratio.toFixed(1)} : 1, where ${leastContrast} : 1 is the least.`
