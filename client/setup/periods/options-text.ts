import { audience } from '#contract/setup/period-documents/audience.ts'
import { dates } from '#contract/setup/period-documents/dates.ts'
import { enrollmentOptions } from '#contract/setup/period-documents/enrollment-options.ts'
import { insuranceConfiguration } from '#contract/setup/period-documents/insurance-configuration.ts'
import { valueInWords, wordsOf } from '#client/platform/history/document-text.ts'
import { audienceText } from './audience-text.ts'

/** The status that last year's status becomes in a new year. */
export const enrolledBecomes = { not_started: 'Not Started', renewed: 'Re-enrolled' } as const
export const waivedBecomes = { not_started: 'Not Started', renewed: 'Waived – Needs Reverification' } as const

const renewals: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  enrolled_becomes: enrolledBecomes,
  waived_becomes: waivedBecomes,
}

/** The texts for changes of the three insurance options documents. */
export const optionsTexts = wordsOf(enrollmentOptions, dates, insuranceConfiguration)

const amountOf = (value: unknown): string => valueInWords(Reflect.get(Object(value), 'amount'))

/** Returns one of their values as text, for merge conflicts. */
export const optionsTextsOf = (name: string, value: unknown): string => {
  const who = audience.safeParse(value)
  if (who.success) return audienceText(who.data)
  const fee = audience.safeParse(Reflect.get(Object(value), 'audience'))
  if (fee.success) return `${amountOf(value)}, ${audienceText(fee.data)}`
  return renewals[name]?.[String(value)] ?? optionsTexts.value(value)
}
