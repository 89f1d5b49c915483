import { useMemo, useState } from 'react'
import { listInsuranceCompanies } from '#contract/insurance-companies/endpoints.ts'
import { insuranceCompanyColumns } from '#contract/insurance-companies/shapes.ts'
import { useListSearch } from '#client/common/use-list-search.ts'
import { useAsk } from '#client/lib/query.ts'
import { nothing, type Selection } from '#client/ui/data-table/selection.ts'
import { parseSort, sortText } from '#client/ui/data-table/sorting.ts'
import type { TableControls } from '#client/ui/data-table/types.ts'
import { filterColumns } from './company-columns.tsx'
import type { CompanySearch } from './company-search.ts'

type Go = (to: { search: CompanySearch; replace?: boolean }) => unknown

const isColumn = (field: string): boolean => Object.hasOwn(insuranceCompanyColumns, field)

/** Drops what the list doesn't support: an old URL may have columns that no longer exist. */
const supportedQuery = ({ q, filters = {}, sort }: CompanySearch) => ({
  q: q ?? '',
  filters: Object.fromEntries(Object.entries(filters).filter(([field]) => isColumn(field))),
  sort: parseSort(sort).filter(({ field }) => isColumn(field)),
})

export type CompanyList = ReturnType<typeof useCompanyList>

/** Loads the list of companies for the URL, and keeps the selection. */
export const useCompanyList = (asked: CompanySearch, navigate: Go) => {
  const { go, typed, setTyped } = useListSearch(asked, navigate)
  const question = useMemo(() => supportedQuery(asked), [asked])
  const [selection, setSelection] = useState<Selection>(nothing)
  const { q, filters, sort } = question
  const sorted = sortText(sort)
  const rows = useAsk(
    listInsuranceCompanies,
    {
      query: {
        page: String(asked.page ?? 1),
        per_page: String(asked.size ?? 50),
        ...(q === '' ? {} : { search: q }),
        ...(sorted === undefined ? {} : { sort: sorted }),
        ...(Object.keys(filters).length === 0 ? {} : { filters: JSON.stringify(filters) }),
      },
    },
    { keepPrevious: true },
  )
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
  const onClear = () => {
    setTyped('')
    go({ q: undefined, filters: undefined })
  }
  return {
    rows,
    controls,
    typed,
    setTyped,
    selection,
    setSelection,
    onClear,
    question,
    isNarrowed: q !== '' || Object.keys(filters).length > 0,
    onPage: (page: number) => go({ page: page === 1 ? undefined : page }),
    onPerPage: (size: number) => go({ size: size === 50 ? undefined : size }),
  }
}
