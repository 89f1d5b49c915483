import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { countQueues, listFormSubmissions } from '#contract/form-submissions/endpoints.ts'
import { formSubmissionColumns } from '#contract/form-submissions/review-shapes.ts'
import { useAsk } from '#client/lib/query.ts'
import { useSettled } from '#client/lib/use-settled.ts'
import { nothing, type Selection } from '#client/ui/data-table/selection.ts'
import { parseSort, sortText } from '#client/ui/data-table/sorting.ts'
import type { TableControls } from '#client/ui/data-table/types.ts'
import { filterColumns } from './form-columns.tsx'
import { formsQuery, type FormsSearch } from './review-search.ts'

type Change = { readonly [K in keyof FormsSearch]?: FormsSearch[K] | undefined }
type Go = (to: { search: FormsSearch; replace?: boolean }) => unknown

const withoutUndefined = (search: Change): FormsSearch =>
  // absent keys keep the URL short
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

/** Milliseconds between reloads that find what a live update missed. */
const minute = 60_000

const isColumn = (field: string): boolean => Object.hasOwn(formSubmissionColumns, field)

/** Drops what the list doesn't support: an old URL may have columns that no longer exist. */
const supported = ({ filters = {}, sort, ...rest }: FormsSearch): FormsSearch => {
  const sorted = sortText(parseSort(sort).filter(({ field }) => isColumn(field)))
  const kept = Object.entries(filters).filter(([field]) => isColumn(field))
  return {
    ...rest,
    ...(sorted === undefined ? {} : { sort: sorted }),
    ...(kept.length === 0 ? {} : { filters: Object.fromEntries(kept) }),
  }
}

/** Keeps the search text while it's typed; the URL has it once the typing stops. */
const useTypedSearch = (q: string, onSearch: (text: string) => void) => {
  const [typed, setTyped] = useState(q)
  const settled = useSettled(typed.trim(), 200)
  const seek = useEffectEvent((text: string) => {
    if (text !== q) onSearch(text)
  })
  useEffect(() => seek(settled), [settled])
  return [typed, setTyped] as const
}

export type FormList = ReturnType<typeof useFormList>

/** Loads the submission list and the counts of its queues for the URL, and keeps the selection. */
export const useFormList = (periodId: number, asked: FormsSearch, navigate: Go) => {
  const go = (change: Change) =>
    void navigate({ search: withoutUndefined({ ...asked, page: undefined, ...change }), replace: true })
  const [typed, setTyped] = useTypedSearch(asked.q ?? '', (q) => go({ q: q === '' ? undefined : q }))
  const search = useMemo(() => supported(asked), [asked])
  const { queue = 'to_review', filters = {} } = search
  const [selection, setSelection] = useState<Selection>(nothing)
  const query = {
    ...formsQuery(periodId, search),
    page: String(asked.page ?? 1),
    per_page: String(asked.size ?? 50),
  }
  const rows = useAsk(listFormSubmissions, { query }, { keepPrevious: true, refetchInterval: minute })
  const counts = useAsk(countQueues, { query: { period_id: String(periodId) } }, { refetchInterval: minute })
  const controls: TableControls = {
    sort: parseSort(search.sort),
    filters,
    filterColumns,
    onSort: (keys) => go({ sort: sortText(keys) }),
    onFilter: (field, filter) => {
      const { [field]: _former, ...others } = filters
      const next = filter === null ? others : { ...others, [field]: filter }
      go({ filters: Object.keys(next).length === 0 ? undefined : next })
    },
  }
  const narrow = (change: Change) => {
    setSelection(nothing)
    go(change)
  }
  return {
    search,
    queue,
    rows,
    counts,
    controls,
    typed,
    setTyped,
    selection,
    setSelection,
    isNarrowed: search.q !== undefined || Object.keys(filters).length > 0,
    onQueue: (next: FormsSearch['queue']) => narrow({ queue: next === 'to_review' ? undefined : next }),
    onClear: () => {
      setTyped('')
      narrow({ q: undefined, filters: undefined })
    },
    onPage: (page: number) => go({ page: page === 1 ? undefined : page }),
    onPerPage: (size: number) => go({ size: size === 50 ? undefined : size }),
  }
}
