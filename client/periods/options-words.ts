import { audience } from '#contract/periods/audience.ts'
import { dates } from '#contract/periods/dates.ts'
import { enrollmentOptions } from '#contract/periods/enrollment-options.ts'
import { insuranceConfiguration } from '#contract/periods/insurance-configuration.ts'
import { valueInWords, wordsOf } from '#client/common/set-up/document-words.ts'
import { audienceInWords } from './audience-words.ts'

/** What a line of the last year becomes in a new one. */
export const enrolledBecomes = { not_started: 'Not started', renewed: 'Enrolled again' } as const
export const waivedBecomes = { not_started: 'Not started', renewed: 'Waived, to be reverified' } as const

const renewals: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  enrolled_becomes: enrolledBecomes,
  waived_becomes: waivedBecomes,
}

/** How changes of the three documents are told that staff know as the insurance options. */
export const optionsWords = wordsOf(enrollmentOptions, dates, insuranceConfiguration)

const amountOf = (value: unknown): string => valueInWords(Reflect.get(Object(value), 'amount'))

/** A part of them in words, for the choice between two people's changes. */
export const optionsWordsOf = (name: string, value: unknown): string => {
  const who = audience.safeParse(value)
  if (who.success) return audienceInWords(who.data)
  const fee = audience.safeParse(Reflect.get(Object(value), 'audience'))
  if (fee.success) return `${amountOf(value)}, ${audienceInWords(fee.data)}`
  return renewals[name]?.[String(value)] ?? optionsWords.value(value)
}
