import { phoneText } from '#contract/platform/phone.ts'
import type { RecordField } from '#contract/platform/record-field.ts'
import { dayText } from '#server/platform/lib/day-text.ts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

type ValueField = Pick<RecordField, 'kind' | 'format' | 'choiceLabels'>

/** Returns a record’s value, given as the database writes it, as students read it: dates as mm/dd/yyyy, money in dollars, choices by label. */
export const valueText = ({ kind, format, choiceLabels }: ValueField, text: string): string => {
  if (kind === 'boolean') return text === 'true' ? 'Yes' : 'No'
  if (kind === 'choice') return choiceLabels?.[text] ?? text
  if (kind === 'date') return dayText(text)
  if (kind === 'money') return dollars.format(Number(text))
  return format === 'phone' ? phoneText(text) : text
}

/** Returns names as a list in a sentence: 'medical, dental and vision'. */
export const listText = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
