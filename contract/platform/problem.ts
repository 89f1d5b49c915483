import type { core } from 'zod/mini'

/** Every failure of a call: code → status and message. This is the product’s only error map. */
export const problems = {
  unreadable: { status: 400, message: 'Shipmate couldn’t read the request.' },
  unauthenticated: { status: 401, message: 'Unauthenticated.' },
  forbidden: { status: 403, message: 'This action is unauthorized.' },
  two_factor_required: { status: 403, message: 'Set up two-factor authentication to continue.' },
  not_found: { status: 404, message: 'Not found.' },
  method_not_allowed: { status: 405, message: 'The method is not supported for this route.' },
  stale: { status: 409, message: 'Someone else changed this record. Reload it and try again.' },
  exists: { status: 409, message: 'It already exists.' },
  duplicate: { status: 409, message: 'A similar student exists.' },
  in_use: { status: 409, message: 'It’s in use, so you can’t remove it.' },
  busy: { status: 409, message: 'This is already running. Wait until it finishes.' },
  already_signed_in: { status: 409, message: 'You are already signed in.' },
  too_large: { status: 413, message: 'The file or text is too large.' },
  unsupported_media: { status: 415, message: 'This file type isn’t supported.' },
  out_of_range: { status: 416, message: 'The requested part isn’t in the file.' },
  token_mismatch: { status: 419, message: 'CSRF token mismatch.' },
  invalid: { status: 422, message: 'The given data was invalid.' },
  password_confirmation_required: { status: 423, message: 'Password confirmation required.' },
  too_many: { status: 429, message: 'Too Many Attempts.' },
  server_error: { status: 500, message: 'Server Error' },
  unknown_content: { status: 500, message: 'Shipmate can’t read the saved data.' },
  unavailable: { status: 503, message: 'Part of Shipmate isn’t available. Try again in a moment.' },
  no_room: {
    status: 507,
    message: 'The server is out of disk space. Nothing was saved. Contact Shipmate support.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ProblemCode = keyof typeof problems

/** Messages by field. Nested fields are dot paths (`dependents.0.dob`). */
export type FieldErrors = Record<string, string[]>

/** The wire shape of every failure. Only `stale` and `duplicate` have `data`. */
export interface ProblemBody {
  readonly code: ProblemCode
  readonly message: string
  readonly errors?: FieldErrors
  readonly data?: unknown
  readonly request_id: string
}

/** Returns a field name in words: 'medical_waive_insurance_city' → 'medical waive insurance city'. */
const attribute = (path: string): string => (path === '' ? 'body' : path.replaceAll('_', ' '))

/** Validation messages by cause. `:attribute` is the field in words. */
export const texts = {
  required: 'The :attribute field is required.',
  unknown: 'The :attribute field is not known.',
  selected: 'The selected :attribute is invalid.',
  text: 'The :attribute field must be text.',
  number: 'The :attribute field must be a number.',
  integer: 'The :attribute field must be an integer.',
  positive: 'The :attribute field must be a positive integer.',
  boolean: 'The :attribute field must be true or false.',
  list: 'The :attribute field must be a list.',
  object: 'The :attribute field must be an object.',
  date: 'The :attribute field must be a valid date.',
  past: 'The :attribute field must be a date in the past.',
  amount: 'The :attribute field must be an amount, for example 1234.50.',
  email: 'The :attribute field must be a valid email address.',
  phone: 'The :attribute field must be a phone number.',
  zip: 'The :attribute field must be a ZIP code.',
  nine_digits: 'The :attribute field must be 9 digits.',
  ten_digits: 'The :attribute field must be 10 digits.',
  slug: 'The :attribute field can have only lowercase letters, digits and single hyphens.',
  address: 'The :attribute field must be a web address, for example https://www.example.com.',
  color: 'The :attribute field must be a hex color, for example #0f6e56.',
  taken: 'The :attribute has already been taken.',
  confirmed: 'The :attribute field confirmation does not match.',
  invalid: 'The :attribute field is invalid.',
} as const

/** Messages about lengths and limits; `:n` is the limit. */
export const sizeTexts = {
  long: 'The :attribute field must not be greater than :n characters.',
  short: 'The :attribute field must be at least :n characters.',
  many: 'The :attribute field must not be greater than :n items.',
  few: 'The :attribute field must be at least :n items.',
  high: 'The :attribute field must not be greater than :n.',
  low: 'The :attribute field must be at least :n.',
} as const

/** Fills the field’s name into a message. */
export const textFor = (template: string, path: string): string =>
  template.replaceAll(':attribute', attribute(path))

const typeTexts: Record<string, string> = {
  string: texts.text,
  number: texts.number,
  int: texts.integer,
  boolean: texts.boolean,
  array: texts.list,
  object: texts.object,
  record: texts.object,
}

const sizeTextsOf: Record<string, { too_big: string; too_small: string }> = {
  string: { too_big: sizeTexts.long, too_small: sizeTexts.short },
  array: { too_big: sizeTexts.many, too_small: sizeTexts.few },
}
const plainSizes = { too_big: sizeTexts.high, too_small: sizeTexts.low }

const sizeText = (issue: core.$ZodIssueTooBig | core.$ZodIssueTooSmall): string => {
  const limit = issue.code === 'too_big' ? issue.maximum : issue.minimum
  return (sizeTextsOf[issue.origin] ?? plainSizes)[issue.code].replace(':n', String(limit))
}

/** Messages for wrong values, by zod issue code. */
const wrongTexts: Record<string, (issue: core.$ZodRawIssue) => string> = {
  invalid_type: (issue) => typeTexts[String(issue.expected)] ?? texts.invalid,
  invalid_value: () => texts.selected,
  too_big: (issue) => sizeText(issue as core.$ZodIssueTooBig),
  too_small: (issue) => sizeText(issue as core.$ZodIssueTooSmall),
  invalid_format: (issue) => (issue.format === 'email' ? texts.email : texts.invalid),
}
const codesOfAbsence: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value', 'invalid_union'])

const template = (issue: core.$ZodRawIssue): string =>
  issue.input == null && codesOfAbsence.has(issue.code)
    ? texts.required
    : (wrongTexts[issue.code]?.(issue) ?? texts.invalid)

/**
 * Returns the message of an issue: zod’s error hook, used by the server for every request and by the client’s
 * forms.
 */
export const validationText = (issue: core.$ZodRawIssue): string => template(issue)

/** Returns the issues of a failed parse as messages by field, in order. */
export const fieldErrorsOf = (issues: readonly core.$ZodIssue[]): FieldErrors => {
  // a Map, because a field can be named 'toString' or '__proto__'
  const errors = new Map<string, string[]>()
  const add = (path: string, text: string): void => {
    errors.set(path, [...(errors.get(path) ?? []), textFor(text, path)])
  }
  for (const issue of issues) {
    const path = issue.path.map(String).join('.')
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) add(path === '' ? key : `${path}.${key}`, texts.unknown)
    else add(path, issue.message)
  }
  return Object.fromEntries(errors)
}

/** Returns the `message` of a 422: the first message and the number of others. */
export const summaryOf = (errors: FieldErrors): string => {
  const all = Object.values(errors).flat()
  const more = all.length - 1
  if (all[0] === undefined) return problems.invalid.message
  return more < 1 ? all[0] : `${all[0]} (and ${more} more ${more === 1 ? 'error' : 'errors'})`
}
