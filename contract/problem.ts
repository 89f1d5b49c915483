import type { core } from 'zod/mini'

/** Every way a call can fail: code → status and the words a person may see. The one error map of the product. */
export const problems = {
  unreadable: { status: 400, message: 'The request could not be read.' },
  unauthenticated: { status: 401, message: 'Unauthenticated.' },
  forbidden: { status: 403, message: 'This action is unauthorized.' },
  two_factor_required: { status: 403, message: 'Set up two-factor authentication to go on.' },
  not_found: { status: 404, message: 'Not found.' },
  method_not_allowed: { status: 405, message: 'The method is not supported for this route.' },
  stale: { status: 409, message: 'The record has changed since it was read.' },
  exists: { status: 409, message: 'It is already there.' },
  in_use: { status: 409, message: 'It is still in use.' },
  busy: { status: 409, message: 'The same work is already running.' },
  already_signed_in: { status: 409, message: 'You are already signed in.' },
  too_large: { status: 413, message: 'The data sent is too large.' },
  unsupported_media: { status: 415, message: 'The media type is not supported.' },
  out_of_range: { status: 416, message: 'The part that was asked for is not in the file.' },
  token_mismatch: { status: 419, message: 'CSRF token mismatch.' },
  invalid: { status: 422, message: 'The given data was invalid.' },
  password_confirmation_required: { status: 423, message: 'Password confirmation required.' },
  too_many: { status: 429, message: 'Too Many Attempts.' },
  server_error: { status: 500, message: 'Server Error' },
  unknown_content: { status: 500, message: 'What is kept cannot be read.' },
  unavailable: { status: 503, message: 'A part of the service is away. Try again in a moment.' },
  no_room: {
    status: 507,
    message: 'The server has no disk space left. Nothing was saved. Tell the provider of Shipmate.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ProblemCode = keyof typeof problems

/** Messages by field; nested fields are dot paths (`dependents.0.dob`). */
export type FieldErrors = Record<string, string[]>

/** The wire shape of every failure. `data` comes with `stale` only. */
export interface ProblemBody {
  readonly code: ProblemCode
  readonly message: string
  readonly errors?: FieldErrors
  readonly data?: unknown
  readonly request_id: string
}

/** 'medical_waive_insurance_city' → 'medical waive insurance city' */
const attribute = (path: string): string => (path === '' ? 'body' : path.replaceAll('_', ' '))

/** The texts of validation, by what went wrong. `:attribute` is the field in words. */
export const texts = {
  required: 'The :attribute field is required.',
  unknown: 'The :attribute field is not known.',
  selected: 'The selected :attribute is invalid.',
  text: 'The :attribute field must be text.',
  number: 'The :attribute field must be a number.',
  integer: 'The :attribute field must be an integer.',
  boolean: 'The :attribute field must be true or false.',
  list: 'The :attribute field must be a list.',
  object: 'The :attribute field must be an object.',
  date: 'The :attribute field must be a valid date.',
  email: 'The :attribute field must be a valid email address.',
  zip: 'The :attribute field must be a ZIP code.',
  taken: 'The :attribute has already been taken.',
  confirmed: 'The :attribute field confirmation does not match.',
  invalid: 'The :attribute field is invalid.',
} as const

/** Fills a text with the field's name. */
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

const sizeText = (issue: core.$ZodIssueTooBig | core.$ZodIssueTooSmall): string => {
  const [limit, bound] =
    issue.code === 'too_big' ? [issue.maximum, 'not be greater than'] : [issue.minimum, 'be at least']
  const unit = issue.origin === 'string' ? ' characters' : issue.origin === 'array' ? ' items' : ''
  return `The :attribute field must ${bound} ${limit}${unit}.`
}

/** Texts for what is there but wrong, by issue code. */
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

/** zod's hook for texts: used by the server for every request and by the client's forms. */
export const validationText = (issue: core.$ZodRawIssue): string => template(issue)

/** The issues of a failed parse as messages by field, in the order they were found. */
export const fieldErrorsOf = (issues: readonly core.$ZodIssue[]): FieldErrors => {
  // a map: a field may be called 'toString', or '__proto__'
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

/** The `message` of a 422: the first text, and how many others there are. */
export const summaryOf = (errors: FieldErrors): string => {
  const all = Object.values(errors).flat()
  const more = all.length - 1
  if (all[0] === undefined) return problems.invalid.message
  return more < 1 ? all[0] : `${all[0]} (and ${more} more ${more === 1 ? 'error' : 'errors'})`
}
