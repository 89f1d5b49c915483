import { schoolAboutLabels } from '#contract/schools/about.ts'
import { colorPairLabels, colorPairs, themeLabels, themes } from '#contract/schools/colors.ts'
import { wordsBy, type DocumentWords } from './set-up/document-words.ts'

/** 'Light: Header', 'Dark: text on banner', by the name of each color. */
export const colorNames: Readonly<Record<string, string>> = Object.fromEntries(
  themes.flatMap((theme) =>
    colorPairs.flatMap((pair) => [
      [`${theme}.${pair}`, `${themeLabels[theme]}: ${colorPairLabels[pair]}`],
      [`${theme}.on_${pair}`, `${themeLabels[theme]}: text on ${colorPairLabels[pair].toLowerCase()}`],
    ]),
  ),
)

const aboutWords = wordsBy({}, { ...schoolAboutLabels, logo_url: 'Logo' })

/** How the history of a school tells its parts. */
export const schoolWords: DocumentWords = {
  path: (path) => colorNames[path] ?? aboutWords.path(path),
  value: aboutWords.value,
}
