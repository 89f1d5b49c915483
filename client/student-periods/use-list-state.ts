import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { FieldFilter, SortKey } from '#contract/table-query.ts'
import type { TableSearch } from '#client/lib/table-search.ts'
import type { TableControls } from '#client/ui/data-table/types.ts'
import { nothing, type Selection } from '#client/ui/data-table/selection.ts'
import { parseSort, sortText } from '#client/ui/data-table/sorting.ts'
import { readFilters } from './api.ts'
import { filterColumns } from './columns.tsx'

/** Typing in the search is told to the address once it pauses. */
const searchPause = 250

export type ListState = ReturnType<typeof useListState>

/** The state of the list: what the address says, and the selection made under it. */
export const useListState = (search: TableSearch) => {
  const navigate = useNavigate({ from: '/schools/$school/period/$period' })
  const [selection, setSelection] = useState<Selection>(nothing)
  const filters = useMemo(() => readFilters(search), [search])
  const sort = useMemo(() => parseSort(search.sort), [search.sort])

  const go = (next: { [K in keyof TableSearch]?: TableSearch[K] | undefined }) =>
    void navigate({ search: (former) => clean({ ...former, page: undefined, ...next }), replace: true })

  const onFilter = (field: string, filter: FieldFilter | null) => {
    const { [field]: _former, ...others } = filters
    const next = filter === null ? others : { ...others, [field]: filter }
    // what was selected under other filters is not what is seen now
    setSelection(nothing)
    go({ filters: Object.keys(next).length === 0 ? undefined : next })
  }
  const controls: TableControls = {
    sort,
    filters,
    filterColumns,
    onSort: (keys: readonly SortKey[]) => go({ sort: sortText(keys) }),
    onFilter,
  }
  return {
    filters,
    controls,
    selection,
    setSelection,
    onPage: (page: number) => go({ page: page === 1 ? undefined : page }),
    onPerPage: (size: number) => go({ size: size === 50 ? undefined : size }),
    onSearch: (q: string) => {
      setSelection(nothing)
      go({ q: q === '' ? undefined : q })
    },
    onClear: () => {
      setSelection(nothing)
      go({ q: undefined, filters: undefined })
    },
  }
}

const clean = (search: { [K in keyof TableSearch]?: TableSearch[K] | undefined }): TableSearch =>
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
  useEffect(() => {
    if (typed.trim() === told) return
    const timer = setTimeout(() => {
      setTold(typed.trim())
      onSearch(typed.trim())
    }, searchPause)
    return () => clearTimeout(timer)
    // the latest onSearch is as good as the one typed under
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed, told])
  return [typed, setTyped] as const
}
