import { listInsuranceCompanies } from '#contract/insurance-companies/endpoints.ts'
import { insuranceCompanyColumns } from '#contract/insurance-companies/shapes.ts'
import { useTableList } from '#client/common/use-list-search.ts'
import { useAsk } from '#client/lib/query.ts'
import { filterColumns } from './company-columns.tsx'
import type { CompanySearch } from './company-search.ts'

type Go = (to: { search: CompanySearch; replace?: boolean }) => unknown

const isColumn = (field: string): boolean => Object.hasOwn(insuranceCompanyColumns, field)

export type CompanyList = ReturnType<typeof useCompanyList>

/** Loads the list of companies for the URL, and keeps the selection. */
export const useCompanyList = (asked: CompanySearch, navigate: Go) => {
  const { query, ...list } = useTableList(asked, navigate, { isColumn, filterColumns })
  return { rows: useAsk(listInsuranceCompanies, { query }, { keepPrevious: true }), ...list }
}
