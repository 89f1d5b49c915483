/**
 * What the address of the history says. It is read before the screen's own code is there, so days and
 * choices are plain text still; `narrowingOf` and `momentOf` judge them.
 */
export interface HistorySearch {
  readonly view?: 'accesses'
  /** Shows the record as of a day's end, or of an instant. */
  readonly at?: string
  /** Of the record at that time. */
  readonly period?: number
  readonly actor_id?: number
  readonly field?: string
  readonly cause?: string
  readonly kind?: string
  /** Calendar days of the office, both included. */
  readonly from?: string
  readonly to?: string
}

const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 100) : undefined

/** Reads the history's part of an address; what makes no sense is left out, never an error. */
export const readHistorySearch = (search: Readonly<Record<string, unknown>>): HistorySearch =>
  Object.fromEntries(
    Object.entries({
      view: search['view'] === 'accesses' ? 'accesses' : undefined,
      at: textIn(search['at']),
      period: numberIn(search['period']),
      actor_id: numberIn(search['actor_id']),
      field: textIn(search['field']),
      cause: textIn(search['cause']),
      kind: textIn(search['kind']),
      from: textIn(search['from']),
      to: textIn(search['to']),
    }).filter(([, value]) => value !== undefined),
  )
