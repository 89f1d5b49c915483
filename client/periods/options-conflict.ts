import { audience } from '#contract/periods/audience.ts'
import { valueInWords } from '#client/common/set-up/document-words.ts'
import { audienceInWords } from './audience-words.ts'
import { enrolledBecomes, optionsWords, waivedBecomes } from './options-words.ts'

const renewals: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  enrolled_becomes: enrolledBecomes,
  waived_becomes: waivedBecomes,
}

const amountOf = (value: unknown): string => valueInWords(Reflect.get(Object(value), 'amount'))

/** A part of the insurance options in words, for the choice between two people's changes. */
export const optionsWordsOf = (name: string, value: unknown): string => {
  const who = audience.safeParse(value)
  if (who.success) return audienceInWords(who.data)
  const fee = audience.safeParse(Reflect.get(Object(value), 'audience'))
  if (fee.success) return `${amountOf(value)}, ${audienceInWords(fee.data)}`
  return renewals[name]?.[String(value)] ?? optionsWords.value(value)
}
