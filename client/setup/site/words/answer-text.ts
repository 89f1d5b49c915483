import { use } from 'react'
import { phoneText } from '#contract/platform/phone.ts'
import type { Answer } from '#contract/review/form-submissions/shapes.ts'
import type { SiteField } from '#contract/setup/site/form-page.ts'
import { useFieldWords } from './field-words.ts'
import { dayInWords, SiteLanguageContext, useWords } from './words.ts'

/** Shows the last 4 digits of an SSN. */
export const maskSsn = (ssn: string): string => `•••-••-${ssn.slice(-4)}`

/** Returns what reads an answer, as typed or as signed, the way students read it: its choice, day or phone number in words. */
export const useAnswerText = (): ((field: SiteField, answer: Answer) => string) => {
  const words = useWords()
  const { choices } = useFieldWords()
  const language = use(SiteLanguageContext)
  const readers: Partial<Record<SiteField['control'], (text: string) => string>> = {
    yes_no: (text) => (text === 'yes' ? words.yes : words.no),
    date: (text) => dayInWords(text, language),
    phone: phoneText,
    ssn: maskSsn,
  }
  const chosenIn = (field: SiteField, text: string): string | undefined => {
    const usual = field.choices?.find(({ value }) => value === text)?.label
    return field.has_own_choices ? usual : (choices[text] ?? usual)
  }
  return (field, answer) => {
    const text = typeof answer === 'boolean' ? (answer ? 'yes' : 'no') : String(answer)
    return chosenIn(field, text) ?? readers[field.control]?.(text) ?? text
  }
}
