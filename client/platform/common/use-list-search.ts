import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { withoutUndefined, type TableSearch } from '#client/platform/lib/table-search.ts'
import { useSettled } from '#client/platform/lib/use-settled.ts'
import { nothing, type Selection } from '#client/platform/ui/data-table/selection.ts'
import { parseSort, sortText } from '#client/platform/ui/data-table/sorting.ts'
import type { TableControls } from '#client/platform/ui/data-table/types.ts'

type Change<S> = { readonly [K in keyof S]?: S[K] | undefined }
type Go<S> = (to: { search: S; replace?: boolean }) => unknown

/** Returns the function that changes a list’s URL parameters, and goes to its first page unless it names another. */
export const searchChange =
  <S extends object>(asked: S, navigate: Go<S>) =>
  (change: Change<S>): void =>
    // all keys of a list’s search are optional
    void navigate({ search: withoutUndefined({ ...asked, page: undefined, ...change }) as S, replace: true })

/** Keeps the URL parameters of a list, and the search text while it's typed. */
export const useListSearch = <S extends TableSearch>(asked: S, navigate: Go<S>) => {
  const go = searchChange(asked, navigate)
  const [typed, setTyped] = useState(asked.q ?? '')
  const settled = useSettled(typed.trim(), 200)
  // Only typed text changes the URL; its other parts are read at that time.
  const seek = useEffectEvent((text: string) => {
    // `q` is a key of every list’s search
    if (text !== (asked.q ?? '')) go({ q: text === '' ? undefined : text } as Change<S>)
  })
  useEffect(() => seek(settled), [settled])
  return { go, typed, setTyped }
}

interface ListColumns {
  readonly isColumn: (field: string) => boolean
  readonly filterColumns: TableControls['filterColumns']
}

/** Drops what the list doesn't support: an old URL may have columns that no longer exist. */
const supportedQuery = ({ q, filters = {}, sort }: TableSearch, isColumn: ListColumns['isColumn']) => ({
  q: q ?? '',
  filters: Object.fromEntries(Object.entries(filters).filter(([field]) => isColumn(field))),
  sort: parseSort(sort).filter(({ field }) => isColumn(field)),
})

/** Keeps what a list in pages is asked for in the URL, and its selection. `query` is for the list’s call. */
export const useTableList = <S extends TableSearch>(
  asked: S,
  navigate: Go<S>,
  { isColumn, filterColumns }: ListColumns,
) => {
  const { go: goTo, typed, setTyped } = useListSearch(asked, navigate)
  // the keys of `TableSearch` are keys of every list’s search
  const go = (change: Change<TableSearch>) => goTo(change as Change<S>)
  const question = useMemo(() => supportedQuery(asked, isColumn), [asked, isColumn])
  const [selection, setSelection] = useState<Selection>(nothing)
  const { q, filters, sort } = question
  const sorted = sortText(sort)
  const isFiltered = Object.keys(filters).length > 0
  const controls: TableControls = {
    sort,
    filters,
    filterColumns,
    onSort: (keys) => go({ sort: sortText(keys) }),
    onFilter: (field, filter) => {
      const { [field]: _former, ...others } = filters
      const next = filter === null ? others : { ...others, [field]: filter }
      go({ filters: Object.keys(next).length === 0 ? undefined : next })
    },
  }
  return {
    query: {
      page: String(asked.page ?? 1),
      per_page: String(asked.size ?? 50),
      ...(q === '' ? {} : { search: q }),
      ...(sorted === undefined ? {} : { sort: sorted }),
      ...(isFiltered ? { filters: JSON.stringify(filters) } : {}),
    },
    controls,
    typed,
    setTyped,
    question,
    selection,
    setSelection,
    isNarrowed: q !== '' || isFiltered,
    go: goTo,
    onClear: () => {
      setTyped('')
      go({ q: undefined, filters: undefined })
    },
    onPage: (page: number) => go({ page: page === 1 ? undefined : page }),
    onPerPage: (size: number) => go({ size: size === 50 ? undefined : size }),
  }
}
