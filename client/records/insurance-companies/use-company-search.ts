import { useState } from 'react'
import { listInsuranceCompanies } from '#contract/records/insurance-companies/endpoints.ts'
import type { InsuranceCompanyRow } from '#contract/records/insurance-companies/shapes.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { useSettled } from '#client/platform/lib/use-settled.ts'

/** Maximum number of companies in the results. */
const shown = 20

interface CompanySearch {
  /** The first matching companies by name; before a search, the first of all. */
  readonly companies: readonly InsuranceCompanyRow[]
  /** Whether the companies aren’t those of the typed text yet. */
  readonly isSearching: boolean
  /** Called with the typed text; the search starts when typing pauses. */
  readonly onSearch: (text: string) => void
}

/** Searches insurance companies by name or alias while the user types. */
export const useCompanySearch = (): CompanySearch => {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim(), 200)
  const { data, isPlaceholderData, isLoading } = useAsk(
    listInsuranceCompanies,
    { query: { per_page: shown, sort: 'name', ...(search === '' ? {} : { search }) } },
    { keepPrevious: true, staleTime: 60_000 },
  )
  const isSearching = isLoading || isPlaceholderData || search !== typed.trim()
  return { companies: data?.data ?? [], isSearching, onSearch: setTyped }
}
