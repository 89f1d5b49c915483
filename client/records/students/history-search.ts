import { idIn, textIn, withoutUndefined } from '#client/platform/lib/table-search.ts'

/**
 * The history's URL parameters. They're read before the screen's code has loaded, so days and choices are plain text;
 * `filterOf` and `momentOf` (history-filter.ts) validate them.
 */
export interface HistorySearch {
  readonly view?: 'accesses'
  /** Shows the record as of a day's end, or of an instant. */
  readonly at?: string
  /** The student-period in that version. */
  readonly period?: number
  readonly actor_id?: number
  readonly field?: string
  readonly cause?: string
  readonly kind?: string
  /** Calendar days in the office's time zone, both included. */
  readonly from?: string
  readonly to?: string
}

/** Parses the history's URL parameters; drops invalid ones without an error. */
export const readHistorySearch = (search: Readonly<Record<string, unknown>>): HistorySearch =>
  withoutUndefined({
    view: search['view'] === 'accesses' ? 'accesses' : undefined,
    at: textIn(search['at']),
    period: idIn(search['period']),
    actor_id: idIn(search['actor_id']),
    field: textIn(search['field']),
    cause: textIn(search['cause']),
    kind: textIn(search['kind']),
    from: textIn(search['from']),
    to: textIn(search['to']),
  })
