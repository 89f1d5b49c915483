import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { SortKey } from '#contract/platform/table-query.ts'
import type { FieldFilter, Filters } from '#contract/platform/table-filters.ts'
import type { TableLayout } from '#contract/platform/table-layout.ts'
import type { WhereGroup } from '#contract/platform/table-where.ts'
import type { TableControls } from '#client/platform/ui/data-table/types.ts'
import { nothing, type Selection } from '#client/platform/ui/data-table/selection.ts'
import { parseSort, sortText } from '#client/platform/ui/data-table/sorting.ts'
import { useColumnValues, useCountOf } from './api.ts'
import { filterColumns } from '../cells/columns.tsx'
import type { ListSearch } from './list-search.ts'
import { withoutUndefined } from '#client/platform/lib/table-search.ts'
import { viewSearch, type ListView } from './list-views.ts'
import {
  queryInView,
  changedParameters,
  everyone,
  readable,
  isEqualQuery,
  type ListQuery,
} from './list-query.ts'

/** Milliseconds before typed search text is written to the URL. */
const searchPause = 250

/** The list’s order without a sort. */
const byName: readonly SortKey[] = [{ field: 'student_name', descending: false }]

export type ListState = ReturnType<typeof useListState>

type Change = { readonly [K in keyof ListSearch]?: ListSearch[K] | undefined }

/** The list's state: the query of the URL within a view, and the selection. */
export const useListState = (search: ListSearch, view: ListView, periodId: number) => {
  const navigate = useNavigate({ from: '/schools/$school/period/$period' })
  const { query, leftOut } = useMemo(() => readable(queryInView(search, view.query)), [search, view])
  const [selection, setSelection] = useSelection(query, periodId)
  const changed = (change: (former: ListSearch) => Change) => (former: ListSearch) =>
    withoutUndefined({ ...former, page: undefined, ...change(former) })
  const go = (change: (former: ListSearch) => Change) =>
    void navigate({ search: changed(change), replace: true })
  // the URL at that time: a typed search arrives after a filter that was pressed
  const asked = (change: (now: ListQuery) => Partial<ListQuery>) => (former: ListSearch) => {
    const now = readable(queryInView(former, view.query)).query
    return changedParameters({ ...now, ...change(now) }, view.query)
  }
  const filtered = (field: string, filter: FieldFilter | null) =>
    asked(({ filters }) => ({ filters: withFilter(filters, field, filter) }))
  const ask = (change: (now: ListQuery) => Partial<ListQuery>) => go(asked(change))
  const values = useColumnValues(periodId, query)
  const countOf = useCountOf(periodId)
  const controls: TableControls = {
    values,
    sort: useMemo(() => parseSort(query.sort), [query.sort]),
    usualSort: byName,
    filters: query.filters,
    filterColumns,
    onSort: (keys: readonly SortKey[]) => ask(() => ({ sort: sortText(keys) ?? '' })),
    onFilter: (field, filter) => go(filtered(field, filter)),
  }
  return {
    query,
    leftOut,
    controls,
    selection,
    setSelection,
    countOf,
    layout: search.layout,
    /** Returns the URL's parameters with this filter of a field, or without one. */
    searchWith: (field: string, filter: FieldFilter | null) => changed(filtered(field, filter)),
    /** The tree, unless it's only that of a built-in view. */
    ownWhere: view.saved === null && isEqualQuery(query.where, view.query.where) ? null : query.where,
    isEdited: !isEqualQuery(query, view.query) || isOtherLayout(search.layout, view),
    onLayout: (layout: TableLayout) =>
      go(() => ({ layout: isEqualQuery(layout, view.columns ?? undefined) ? undefined : layout })),
    onPage: (page: number) => go(() => ({ page: page === 1 ? undefined : page })),
    onPerPage: (size: number) => go(() => ({ size: size === 50 ? undefined : size })),
    onSearch: (q: string) => ask(() => ({ q })),
    onWhere: (where: WhereGroup | null) => ask(() => ({ where })),
    /** Removes the tree; a built-in view keeps its own. */
    onNoWhere: () => ask(() => ({ where: view.saved ? null : view.query.where })),
    /** Removes all filters: in a built-in view those that were added, in others all of them. */
    onClear: () => ask(({ sort }) => ({ ...(view.saved ? everyone : view.query), sort })),
    /** Opens a view as saved; for the open one, this discards the changes. */
    onView: (key: string) =>
      void navigate({ search: ({ size }) => withoutUndefined({ size, ...viewSearch(key) }) }),
  }
}

const withFilter = (filters: Filters, field: string, filter: FieldFilter | null): Filters => {
  const { [field]: _former, ...others } = filters
  return filter === null ? others : { ...others, [field]: filter }
}

const isOtherLayout = (layout: TableLayout | undefined, view: ListView): boolean =>
  layout !== undefined && !isEqualQuery(layout, view.columns ?? undefined)

interface MadeSelection {
  /** The query that it was made in. */
  readonly under: string
  readonly selection: Selection
}

/** The last selection in each policy year’s list, for the way back from a student. */
const left = new Map<number, MadeSelection>()

/** A selection belongs to its query: another query has no selected students. */
const useSelection = ({ q, filters, where }: ListQuery, periodId: number) => {
  const under = JSON.stringify([q, filters, where])
  const [made, setMade] = useState(() => left.get(periodId))
  if (made && made.under !== under) setMade(undefined)
  const selection = made?.under === under ? made.selection : nothing
  useEffect(() => void left.set(periodId, { under, selection }), [periodId, under, selection])
  return [selection, (next: Selection) => setMade({ under, selection: next })] as const
}

/** Returns a text that follows typing at once, and the URL after a pause. */
export const useTypedSearch = (search: string, onSearch: (text: string) => void) => {
  const [typed, setTyped] = useState(search)
  const [told, setTold] = useState(search)
  if (search !== told) {
    setTold(search)
    setTyped(search)
  }
  // the latest onSearch works as well as the one while typing
  const tell = useEffectEvent(onSearch)
  useEffect(() => {
    if (typed.trim() === told) return
    const timer = setTimeout(() => {
      setTold(typed.trim())
      tell(typed.trim())
    }, searchPause)
    return () => clearTimeout(timer)
  }, [typed, told])
  return [typed, setTyped] as const
}
