import { schoolAboutLabels } from '#contract/schools/about.ts'
import { emailSettingsLabels } from '#contract/schools/email-settings.ts'
import { colorPairLabels, colorPairs, themeLabels, themes } from '#contract/schools/colors.ts'
import { wordsBy, type DocumentWords } from './set-up/document-text.ts'

/** Returns the color labels: 'Light: Header', 'Dark: text on banner'. */
export const colorNames: Readonly<Record<string, string>> = Object.fromEntries(
  themes.flatMap((theme) =>
    colorPairs.flatMap((pair) => [
      [`${theme}.${pair}`, `${themeLabels[theme]}: ${colorPairLabels[pair]}`],
      [`${theme}.on_${pair}`, `${themeLabels[theme]}: text on ${colorPairLabels[pair].toLowerCase()}`],
    ]),
  ),
)

const aboutWords = wordsBy(
  {},
  {
    ...schoolAboutLabels,
    ...Object.fromEntries(
      Object.entries(emailSettingsLabels).map(([field, label]) => [`email_settings.${field}`, label]),
    ),
    logo_url: 'Logo',
  },
)

/** The labels of a school's history. */
export const schoolWords: DocumentWords = {
  path: (path) => colorNames[path] ?? aboutWords.path(path),
  value: aboutWords.value,
}
