import type { Selection as Chosen } from '#contract/platform/record/narrowing.ts'
import type { Selection } from '#client/platform/ui/data-table/selection.ts'
import type { ListQuery } from './list-query.ts'

/** Returns a selection as the server takes it: IDs, or all matches except some. */
export interface RequestedSelection {
  readonly ids?: number[]
  readonly selection?: Chosen
}

type ListFilters = Pick<ListQuery, 'q' | 'filters' | 'where'>

/** Returns all matches of a query except some. */
export const allMatching = (
  period: number,
  { q, filters, where }: ListFilters,
  except: Iterable<number> = [],
): Chosen => ({
  period_id: period,
  filters: { ...filters },
  search: q === '' ? null : q,
  ...(where === null ? {} : { where }),
  except_ids: [...except],
})

/** Returns the selection with the search, the filters and the tree it was made under. */
export const requestedSelection = (
  selection: Selection,
  period: number,
  query: ListFilters,
): RequestedSelection =>
  selection.kind === 'some'
    ? { ids: [...selection.ids] }
    : { selection: allMatching(period, query, selection.except) }
