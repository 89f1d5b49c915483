import { bursarSettingsLabels } from '#contract/outputs/bursar/shapes.ts'
import { schoolAboutLabels } from '#contract/setup/schools/about.ts'
import { emailSettingsLabels } from '#contract/setup/schools/email-settings.ts'
import { siteSettingsLabels } from '#contract/setup/schools/site-settings.ts'
import { colorPairLabels, colorPairs, themeLabels, themes } from '#contract/setup/schools/colors.ts'
import { signInSettingsLabels } from '#contract/accounts/single-sign-on/settings.ts'
import { eligibilityProviderLabels } from '#contract/review/verifications/choices.ts'
import { eligibilitySettingsLabels } from '#contract/review/verifications/settings.ts'
import { timeZones } from './time-zones.ts'
import { wordsBy, type DocumentWords } from '#client/platform/history/document-text.ts'

/** Returns the color labels: 'Light: Header', 'Dark: text on banner'. */
export const colorNames: Readonly<Record<string, string>> = Object.fromEntries(
  themes.flatMap((theme) =>
    colorPairs.flatMap((pair) => [
      [`${theme}.${pair}`, `${themeLabels[theme]}: ${colorPairLabels[pair]}`],
      [`${theme}.on_${pair}`, `${themeLabels[theme]}: text on ${colorPairLabels[pair].toLowerCase()}`],
    ]),
  ),
)

/** The labels of a part’s fields, as the history names them. */
const under = (part: string, labels: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(labels).map(([field, label]) => [`${part}.${field}`, label]))

/** The labels of the parts that are saved apart from the school’s details. */
const partLabels: Readonly<Record<string, string>> = {
  ...under('email_settings', emailSettingsLabels),
  ...under('site_settings', siteSettingsLabels),
  ...under('eligibility_settings', eligibilitySettingsLabels),
  ...under('bursar_settings', bursarSettingsLabels),
  ...under('sign_in_settings', signInSettingsLabels),
}

const zoneLabels = Object.fromEntries(timeZones.map(({ value, label }) => [value, label]))

const aboutWords = wordsBy(
  { ...eligibilityProviderLabels, ...zoneLabels },
  { ...schoolAboutLabels, logo_url: 'Logo' },
)

/** The labels of a school's history. */
export const schoolWords: DocumentWords = {
  path: (path) => colorNames[path] ?? partLabels[path] ?? aboutWords.path(path),
  value: aboutWords.value,
}
