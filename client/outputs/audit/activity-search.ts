import { idIn, textIn, withoutUndefined } from '#client/platform/lib/table-search.ts'

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

/** Parses the URL parameters; drops invalid ones without an error. */
export const readActivitySearch = (search: Readonly<Record<string, unknown>>): ActivitySearch =>
  withoutUndefined({
    person: idIn(search['person']),
    student: idIn(search['student']),
    school: idIn(search['school']),
    kind: textIn(search['kind']),
    outcome: textIn(search['outcome']),
    emergency: idIn(search['emergency']),
    time: textIn(search['time']),
    from: textIn(search['from']),
    to: textIn(search['to']),
  })
