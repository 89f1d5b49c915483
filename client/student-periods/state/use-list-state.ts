import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { SortKey } from '#contract/table-query.ts'
import type { FieldFilter, Filters } from '#contract/table-filters.ts'
import type { TableLayout } from '#contract/table-layout.ts'
import type { WhereGroup } from '#contract/table-where.ts'
import type { TableControls } from '#client/ui/data-table/types.ts'
import { nothing, type Selection } from '#client/ui/data-table/selection.ts'
import { parseSort, sortText } from '#client/ui/data-table/sorting.ts'
import { useColumnValues, useCountOf } from './api.ts'
import { filterColumns } from '../cells/columns.tsx'
import type { ListSearch } from '#client/common/list-search.ts'
import { viewSearch, type ListView } from './list-views.ts'
import { askedIn, differing, everybody, readable, saysSame, type Question } from './question.ts'

/** Typing in the search is told to the address once it pauses. */
const searchPause = 250

export type ListState = ReturnType<typeof useListState>

type Change = { readonly [K in keyof ListSearch]?: ListSearch[K] | undefined }

/** The state of the list: what the address says within a view, and the selection made under it. */
export const useListState = (search: ListSearch, view: ListView, periodId: number) => {
  const navigate = useNavigate({ from: '/schools/$school/period/$period' })
  const { question, leftOut } = useMemo(() => readable(askedIn(search, view.question)), [search, view])
  const [selection, setSelection] = useSelection(question)
  const go = (change: (former: ListSearch) => Change) =>
    void navigate({
      search: (former) => clean({ ...former, page: undefined, ...change(former) }),
      replace: true,
    })
  // of what the address says by then: a search that was typed arrives after the filter that was pressed
  const ask = (change: (now: Question) => Partial<Question>) =>
    go((former) => {
      const now = readable(askedIn(former, view.question)).question
      return differing({ ...now, ...change(now) }, view.question)
    })
  const values = useColumnValues(periodId, question)
  const countOf = useCountOf(periodId)
  const controls: TableControls = {
    values,
    sort: useMemo(() => parseSort(question.sort), [question.sort]),
    filters: question.filters,
    filterColumns,
    onSort: (keys: readonly SortKey[]) => ask(() => ({ sort: sortText(keys) ?? '' })),
    onFilter: (field, filter) => ask(({ filters }) => ({ filters: withFilter(filters, field, filter) })),
  }
  return {
    question,
    leftOut,
    controls,
    selection,
    setSelection,
    countOf,
    layout: search.layout,
    /** The tree, where it is not merely what a built-in view is made of. */
    ownWhere: view.saved === null && saysSame(question.where, view.question.where) ? null : question.where,
    isEdited: !saysSame(question, view.question) || isOtherLayout(search.layout, view),
    onLayout: (layout: TableLayout) =>
      go(() => ({ layout: saysSame(layout, view.columns ?? undefined) ? undefined : layout })),
    onPage: (page: number) => go(() => ({ page: page === 1 ? undefined : page })),
    onPerPage: (size: number) => go(() => ({ size: size === 50 ? undefined : size })),
    onSearch: (q: string) => ask(() => ({ q })),
    onWhere: (where: WhereGroup | null) => ask(() => ({ where })),
    /** Takes the tree away; a built-in view keeps the one it is made of. */
    onNoWhere: () => ask(() => ({ where: view.saved ? null : view.question.where })),
    /** Takes all away that narrows: of a built-in view what was added, of others everything. */
    onClear: () => ask(({ sort }) => ({ ...(view.saved ? everybody : view.question), sort })),
    /** Opens a view as it stands; the open one, to let go of what was changed. */
    onView: (key: string) => void navigate({ search: ({ size }) => clean({ size, ...viewSearch(key) }) }),
  }
}

const withFilter = (filters: Filters, field: string, filter: FieldFilter | null): Filters => {
  const { [field]: _former, ...others } = filters
  return filter === null ? others : { ...others, [field]: filter }
}

const isOtherLayout = (layout: TableLayout | undefined, view: ListView): boolean =>
  layout !== undefined && !saysSame(layout, view.columns ?? undefined)

/** A selection holds for the question it was made under: who is seen under another one is not selected. */
const useSelection = ({ q, filters, where }: Question) => {
  const under = JSON.stringify([q, filters, where])
  const [made, setMade] = useState<{ readonly under: string; readonly selection: Selection }>()
  if (made && made.under !== under) setMade(undefined)
  const selection = made?.under === under ? made.selection : nothing
  return [selection, (next: Selection) => setMade({ under, selection: next })] as const
}

const clean = (search: Change): ListSearch =>
  // absent keys keep the address short
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

/** A text that follows what is typed at once and the address after a pause. */
export const useTypedSearch = (search: string, onSearch: (text: string) => void) => {
  const [typed, setTyped] = useState(search)
  const [told, setTold] = useState(search)
  if (search !== told) {
    setTold(search)
    setTyped(search)
  }
  // the latest onSearch is as good as the one typed under
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
