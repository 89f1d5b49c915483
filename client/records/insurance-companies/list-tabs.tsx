import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { listTypedNames } from '#contract/records/insurance-companies/endpoints.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { Tabs } from '#client/platform/ui/text/tabs.tsx'

interface ListTabsProps {
  open: 'companies' | 'typed'
  /** Search and filter, on the right. */
  children: ReactNode
}

/** Renders the tabs of the two lists: companies and unmatched names. */
export const ListTabs = ({ open, children }: ListTabsProps) => {
  const navigate = useNavigate({ from: '/settings/insurance-companies' })
  const { data } = useAsk(listTypedNames, { query: { per_page: 1 } }, { staleTime: 60_000 })
  const total = data?.meta.total
  return (
    <div className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line px-3 py-1.5 max-md:flex-wrap">
      <Tabs
        label="Lists"
        value={open}
        onChange={(list) => void navigate({ search: list === 'typed' ? { list } : {} })}
        tabs={[
          { value: 'companies', label: 'Companies' },
          { value: 'typed', label: 'Unmatched names', ...(total ? { count: formatNumber(total) } : {}) },
        ]}
      />
      <div className="flex items-center gap-2 max-md:w-full md:ml-auto">{children}</div>
    </div>
  )
}
