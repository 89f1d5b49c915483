import * as z from 'zod/mini'
import { day, instant } from '#contract/fields.ts'
import { causes, historyKinds, type Cause, type HistoryKind } from '#contract/history/shapes.ts'

/** What the history is narrowed by, as the call takes it. */
export interface HistoryNarrowing extends Pick<HistorySearch, 'actor_id' | 'field' | 'from' | 'to'> {
  readonly cause?: Cause
  readonly kind?: HistoryKind
}

/** The narrowing that an address asks for; a source, a kind or a day that there is not is left out. */
export const narrowingOf = (search: HistorySearch): HistoryNarrowing => {
  const found: { [K in keyof HistoryNarrowing]: HistoryNarrowing[K] | undefined } = {
    actor_id: search.actor_id,
    field: search.field,
    cause: causes.find((one) => one === search.cause),
    kind: historyKinds.find((one) => one === search.kind),
    from: day.safeParse(search.from).data,
    to: day.safeParse(search.to).data,
  }
  // what is undefined is gone, so that the address stays short
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** The day or the instant as of which an address asks for the record. */
export const momentOf = ({ at }: HistorySearch): string | undefined =>
  z.union([day, instant]).safeParse(at).data

/** The narrowing with one part set, or without it. */
export const withPart = <K extends keyof HistoryNarrowing>(
  narrowing: HistoryNarrowing,
  part: K,
  value: HistoryNarrowing[K] | null,
): HistoryNarrowing => {
  const { [part]: _former, ...rest } = narrowing
  return value === null || value === undefined ? rest : { ...rest, [part]: value }
}

/**
 * What the address of the history says. It is read before the screen's own code is there, so days and
 * choices are plain text still; `narrowingOf` and `momentOf` judge them.
 */
interface HistorySearch {
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
