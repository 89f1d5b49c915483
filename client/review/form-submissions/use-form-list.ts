import { useMemo } from 'react'
import { countQueues, listFormSubmissions } from '#contract/review/form-submissions/endpoints.ts'
import { usualFormSort } from '#contract/review/form-submissions/queues.ts'
import { formSubmissionColumns } from '#contract/review/form-submissions/review-shapes.ts'
import { useTableList } from '#client/platform/common/use-list-search.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { nothing } from '#client/platform/ui/data-table/selection.ts'
import { parseSort, sortText } from '#client/platform/ui/data-table/sorting.ts'
import { filterColumns } from './form-columns.tsx'
import type { FormsSearch } from './review-search.ts'

type Go = (to: { search: FormsSearch; replace?: boolean }) => unknown

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

export type FormList = ReturnType<typeof useFormList>

/** Loads the submission list and the counts of its queues for the URL, and keeps the selection. */
export const useFormList = (periodId: number, asked: FormsSearch, navigate: Go) => {
  const search = useMemo(() => supported(asked), [asked])
  const { query, go, ...list } = useTableList(search, navigate, { isColumn, filterColumns })
  const { queue = 'to_review' } = search
  const of = { period_id: String(periodId), ...(queue === 'all' ? {} : { queue }), ...query }
  const rows = useAsk(listFormSubmissions, { query: of }, { keepPrevious: true, refetchInterval: minute })
  const counts = useAsk(countQueues, { query: { period_id: String(periodId) } }, { refetchInterval: minute })
  return {
    ...list,
    controls: { ...list.controls, usualSort: usualFormSort },
    search,
    queue,
    rows,
    counts,
    onQueue: (next: FormsSearch['queue']) => {
      list.setSelection(nothing)
      go({ queue: next === 'to_review' ? undefined : next })
    },
    onClear: () => {
      list.setSelection(nothing)
      list.onClear()
    },
  }
}
