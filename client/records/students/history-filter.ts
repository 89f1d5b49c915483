import * as z from 'zod/mini'
import { day, instant } from '#contract/platform/fields.ts'
import { causes, historyKinds, type Cause, type HistoryKind } from '#contract/platform/history/shapes.ts'
import { withoutUndefined } from '#client/platform/lib/table-search.ts'
import type { HistorySearch } from './history-search.ts'

/** The history filters, as the call takes them. */
export interface HistoryFilter extends Pick<HistorySearch, 'actor_id' | 'field' | 'from' | 'to'> {
  readonly cause?: Cause
  readonly kind?: HistoryKind
}

/** Parses the history filters of a URL; drops unknown sources, actions and dates. */
export const filterOf = (search: HistorySearch): HistoryFilter =>
  withoutUndefined({
    actor_id: search.actor_id,
    field: search.field,
    cause: causes.find((one) => one === search.cause),
    kind: historyKinds.find((one) => one === search.kind),
    from: day.safeParse(search.from).data,
    to: day.safeParse(search.to).data,
  })

/** Returns the day or instant in the URL for a past version. */
export const momentOf = ({ at }: HistorySearch): string | undefined =>
  z.union([day, instant]).safeParse(at).data

/** Returns the filters with one of them set or removed. */
export const withPart = <K extends keyof HistoryFilter>(
  narrowing: HistoryFilter,
  part: K,
  value: HistoryFilter[K] | null,
): HistoryFilter => {
  const { [part]: _former, ...rest } = narrowing
  return value === null || value === undefined ? rest : { ...rest, [part]: value }
}
