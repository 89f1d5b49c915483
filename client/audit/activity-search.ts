/**
 * The URL parameters of the activity log. They're read before the screen's code has loaded, so choices and days are
 * plain text; `filterOf` (activity-filter.ts) validates them.
 */
export interface ActivitySearch {
  readonly person?: number
  readonly student?: number
  readonly school?: number
  readonly kind?: string
  readonly outcome?: string
  /** An emergency access. */
  readonly emergency?: number
  /** `today`, `week` for the last 7 days, or `custom` with the two days. */
  readonly time?: string
  readonly from?: string
  readonly to?: string
}

const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 100) : undefined

/** Parses the URL parameters; drops invalid ones without an error. */
export const readActivitySearch = (search: Readonly<Record<string, unknown>>): ActivitySearch =>
  Object.fromEntries(
    Object.entries({
      person: numberIn(search['person']),
      student: numberIn(search['student']),
      school: numberIn(search['school']),
      kind: textIn(search['kind']),
      outcome: textIn(search['outcome']),
      emergency: numberIn(search['emergency']),
      time: textIn(search['time']),
      from: textIn(search['from']),
      to: textIn(search['to']),
    }).filter(([, value]) => value !== undefined),
  )
