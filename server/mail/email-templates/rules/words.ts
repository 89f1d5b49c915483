import { coverageLabels, type Coverage } from '#contract/platform/coverage/choices.ts'
import type { EmailLanguage } from '#contract/setup/schools/email-kinds.ts'
import { writtenDay } from '#server/platform/lib/day-text.ts'
import { spanishChoice, spanishCoverages } from './spanish-values.ts'

/** Returns a day (YYYY-MM-DD) in the language of an email: 'December 9, 2026', '9 de diciembre de 2026'. */
export const dayWords = (day: string, language: EmailLanguage): string =>
  writtenDay(day, language === 'es' ? 'es-US' : 'en-US')

/** Returns coverage types in the language of an email, as a list in a sentence: 'medical, dental and vision'. */
export const coverageWords = (coverages: readonly Coverage[], language: EmailLanguage): string => {
  const names = coverages.map((one) =>
    language === 'es' ? spanishCoverages[one] : coverageLabels[one].toLowerCase(),
  )
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} ${language === 'es' ? 'y' : 'and'} ${names.at(-1) ?? ''}`
}

const units = { minutes: 'minutos', days: 'días' } as const

/** Returns a time of several minutes or days in the language of an email: '30 days', '30 días'. */
export const timeWords = (count: number, unit: keyof typeof units, language: EmailLanguage): string =>
  `${count} ${language === 'es' ? units[unit] : unit}`

/** Returns a choice in the language of an email, by its value and its English label. One that has no label is as it is. */
export const choiceWords = (value: string, label: string, language: EmailLanguage): string =>
  language === 'es' && label !== value ? (spanishChoice(value) ?? label) : label

/** Returns yes or no in the language of an email. */
export const yesNoWords = (isYes: boolean, language: EmailLanguage): string => {
  if (!isYes) return 'No'
  return language === 'es' ? 'Sí' : 'Yes'
}
