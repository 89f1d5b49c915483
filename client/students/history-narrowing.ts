import * as z from 'zod/mini'
import { day, instant } from '#contract/fields.ts'
import { causes, historyKinds, type Cause, type HistoryKind } from '#contract/history/shapes.ts'
import type { HistorySearch } from './history-search.ts'

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
