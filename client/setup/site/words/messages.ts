import { sizeTexts, texts } from '#contract/platform/problem.ts'
import type { SiteWords } from './en.ts'

/** The messages that the site says in its own words, by their name there. */
const known = {
  required: texts.required,
  selected: texts.selected,
  date: texts.date,
  past: texts.past,
  email: texts.email,
  phone: texts.phone,
  zip: texts.zip,
  nine_digits: texts.nine_digits,
  number: texts.number,
  whole_number: texts.integer,
  invalid: texts.invalid,
  long: sizeTexts.long,
} as const satisfies Partial<Record<keyof SiteWords['messages'], string>>

const patterns = Object.entries(known).map(([name, template]) => ({
  name: name as keyof typeof known,
  pattern: new RegExp(`^${template.replace('.', '\\.').replace(':attribute', '.+').replace(':n', '\\d+')}$`),
}))

/** Returns a message about a field in the words of the site. A message that names its cause stays as the server wrote it. */
const messageIn = (words: SiteWords, message: string): string => {
  const found = patterns.find(({ pattern }) => pattern.test(message))
  return found ? words.messages[found.name] : message
}

/** Returns messages by field in the words of the site. */
export const messagesIn = (
  words: SiteWords,
  errors: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(errors).map(([path, message]) => [path, messageIn(words, message)]))
