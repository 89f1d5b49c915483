import { capitalized, withinSentence } from '#contract/platform/letter-case.ts'
import { authTexts } from '#contract/accounts/auth/texts.ts'
import { problems, sizeTexts, textFor, texts, type ProblemCode } from '#contract/platform/problem.ts'

/** A validation message from the wire with details about its field. */
interface FieldMessage {
  readonly message: string
  /** Path of the field, for example `dependents.0.dob`. */
  readonly field: string
  /** Label on the screen; without one the field’s name is used. */
  readonly label?: string | undefined
  /** Whether the field offers choices instead of taking text. */
  readonly isChoice?: boolean
  /** The current value of the field. */
  readonly value?: unknown
}

/** The parts that a sentence is built from. */
interface SentenceParts {
  /** The field in the middle of a sentence: “student ID”. */
  readonly name: string
  /** The field at the start of a sentence: “Student ID”. */
  readonly start: string
  /** The number in the wire message, with thousands separators. */
  readonly n: string
  readonly isChoice: boolean
  readonly value: string
}
type Sentence = (parts: SentenceParts) => string

const counted = (value: string): string => (value === '' ? '' : ` This has ${grouped([...value].length)}.`)
const grouped = (n: number): string => n.toLocaleString('en-US')

const fieldSentences: Record<keyof typeof texts, Sentence> = {
  required: ({ name, isChoice }) =>
    name === 'file' ? 'Choose a file.' : isChoice ? `Choose ${name}.` : `Enter ${name}.`,
  unknown: ({ name }) => `Shipmate doesn’t have a field named “${name}”.`,
  // no one chooses the student whose record is open
  selected: ({ name }) =>
    name === 'student id'
      ? 'This student was removed, or you don’t have access to them anymore.'
      : `Choose ${name} from the list.`,
  text: () => 'Enter text.',
  number: () => 'Enter a number.',
  integer: () => 'Enter a whole number.',
  positive: () => 'Enter a whole number greater than 0.',
  boolean: () => 'Choose yes or no.',
  list: ({ name }) => `Choose ${name} from the list.`,
  object: ({ name }) => `Check ${name}.`,
  date: () => 'Enter a date as mm/dd/yyyy.',
  past: () => 'Enter a date in the past.',
  amount: ({ start, value }) =>
    value.trim().startsWith('-') ? `${start} can’t be negative.` : 'Enter an amount like 1,234.50.',
  email: () => 'Enter an email address, for example name@school.edu.',
  phone: () => 'Enter a 10-digit phone number, or a number that starts with + and the country code.',
  zip: () => 'Enter a ZIP code as 12345 or 12345-6789.',
  nine_digits: () => 'Enter 9 digits.',
  ten_digits: () => 'Enter 10 digits.',
  slug: () => 'Use only lowercase letters, digits and single hyphens.',
  address: ({ value }) =>
    value === '' || /^https?:\/\//i.test(value.trim())
      ? 'Enter a web address, for example https://www.example.com.'
      : 'Start the address with https://.',
  color: () => 'Enter a hex color, for example #0f6e56.',
  taken: ({ name }) => `This ${name} is already in use.`,
  confirmed: () => 'The two values don’t match.',
  invalid: ({ name }) => `Check ${name}.`,
}

const sizeSentences: Record<keyof typeof sizeTexts, Sentence> = {
  long: ({ n, value }) => `Use ${n} characters or fewer.${counted(value)}`,
  short: ({ n }) => `Use at least ${n} characters.`,
  many: ({ n }) => `Use ${n} items or fewer.`,
  few: ({ n }) => (n === '1' ? 'Add at least 1 item.' : `Add at least ${n} items.`),
  high: ({ n }) => `Enter ${n} or less.`,
  low: ({ n }) => `Enter ${n} or more.`,
}

const authSentences: Record<keyof typeof authTexts, Sentence> = {
  credentials: () => 'The email or password isn’t right. Try again or reset your password.',
  logins: ({ n }) => `Too many sign-in attempts. Try again in ${n} seconds.`,
  code: () => 'That code isn’t right. Enter the current 6-digit code from your app.',
  recovery_code: () => 'That recovery code isn’t right or was already used.',
  password: () => 'That password isn’t right.',
  current_password: () => 'That isn’t your current password.',
  link: () => 'This link has expired or was already used. Request a new one.',
}

/** Pairs each wire message with the sentence of the same key. */
const paired = <K extends string>(wire: Record<K, string>, shown: Record<K, Sentence>) =>
  // a Record over K has the keys K
  (Object.keys(wire) as K[]).map((key) => ({ template: wire[key], sentence: shown[key] }))

const catalogue = [
  ...paired(texts, fieldSentences),
  ...paired(sizeTexts, sizeSentences),
  ...paired(authTexts, authSentences),
]

/** Returns the number at `:n`, '' for a template without one, null if the message doesn’t match the template. */
const numberIn = (template: string, message: string): string | null => {
  const [before = '', after] = template.split(':n')
  if (after === undefined) return template === message ? '' : null
  const fits = message.startsWith(before) && message.endsWith(after)
  const number = message.slice(before.length, message.length - after.length)
  return fits && /^-?\d+(\.\d+)?$/.test(number) ? grouped(Number(number)) : null
}

/** Returns the last named part of a path in words: 'dependents.0.first_name' → 'first name'. */
export const fieldText = (path: string): string =>
  path
    .split('.')
    .findLast((part) => !/^\d*$/.test(part))
    ?.replaceAll('_', ' ') ?? 'value'

/** Returns the sentence to show instead of a wire validation message. Other messages don’t change. */
export const shownText = (said: FieldMessage): string => {
  const { message, field, isChoice = false, value } = said
  for (const { template, sentence } of catalogue) {
    const n = numberIn(textFor(template, field), message) ?? numberIn(template, message)
    if (n === null) continue
    const name = said.label === undefined ? fieldText(field) : withinSentence(said.label)
    const start = said.label ?? capitalized(name)
    return sentence({ name, start, n, isChoice, value: typeof value === 'string' ? value : '' })
  }
  return message
}

/** Failures whose message the HTTP contract fixes, with the sentence to show instead. */
const problemSentences: Partial<Record<ProblemCode, string>> = {
  unauthenticated: 'You’re signed out. Sign in again.',
  forbidden: 'You don’t have permission to do this.',
  not_found: 'This record doesn’t exist or was removed.',
  method_not_allowed: 'Something went wrong. Reload the page and try again.',
  token_mismatch: 'Your session expired. Reload the page and try again.',
  invalid: 'Check the highlighted fields.',
  password_confirmation_required: 'Confirm your password to continue.',
  already_signed_in: 'You’re already signed in. Reload the page.',
  unavailable: 'Part of Shipmate isn’t available right now. Nothing was lost. Try again in a moment.',
}
const serverText = 'Something went wrong on the server. Nothing changed. Try again.'

const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code)

/** The details of a failed call. */
interface Failure {
  readonly code: string | undefined
  readonly message: string | undefined
  /** The first message for each field with an error, by path. */
  readonly fieldErrors: Readonly<Record<string, string>>
  /** Seconds to wait. */
  readonly retryAfter: number | undefined
}

const tooManyText = (seconds: number | undefined): string =>
  seconds === undefined
    ? 'Too many attempts. Wait a moment and try again.'
    : `Too many attempts. Try again in ${grouped(seconds)} ${seconds === 1 ? 'second' : 'seconds'}.`

/**
 * Returns the sentence for the first field and the number of other fields to fix; undefined if no field is
 * named.
 */
const fieldsText = (errors: Failure['fieldErrors']): string | undefined => {
  const [first, ...others] = Object.entries(errors)
  if (first === undefined) return undefined
  const [field, message] = first
  const more = others.length
  const text = shownText({ message, field })
  return more === 0 ? text : `${text} Also fix ${grouped(more)} more ${more === 1 ? 'field' : 'fields'}.`
}

/** Returns the sentence for a code. A more specific message from the server doesn’t change. */
const codeText = (code: ProblemCode, message: string | undefined, retryAfter: number | undefined): string => {
  if (code === 'server_error') return serverText
  if (message !== undefined && message !== problems[code].message) return message
  if (code === 'too_many') return tooManyText(retryAfter)
  return problemSentences[code] ?? problems[code].message
}

/** Returns the sentence to show for a failed call. */
export const failureText = ({ code = '', message, fieldErrors, retryAfter }: Failure): string => {
  const named = fieldsText(fieldErrors)
  if (named !== undefined) return named
  return isProblemCode(code) ? codeText(code, message, retryAfter) : (message ?? serverText)
}
