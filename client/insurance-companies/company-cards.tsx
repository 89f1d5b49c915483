import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import type { InsuranceCompanyRow } from '#contract/insurance-companies/shapes.ts'
import { formatCount } from '#client/lib/format.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Menu } from '#client/ui/menu.tsx'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { CompanyName } from './company-columns.tsx'
import { CompanyItems } from './company-menu.tsx'

interface CompanyCardsProps {
  companies: readonly InsuranceCompanyRow[] | undefined
  empty: ReactNode
}

/** The companies on a phone. */
export const CompanyCards = ({ companies, empty }: CompanyCardsProps) => {
  if (!companies) return <SkeletonRows label="Loading the insurance companies" />
  if (companies.length === 0) return <div className="min-h-0 flex-1 overflow-y-auto">{empty}</div>
  return (
    <ul
      aria-label="Insurance companies"
      className="min-h-0 flex-1 divide-y divide-line overflow-y-auto overscroll-contain"
    >
      {companies.map((company) => (
        <li key={company.id} className="flex items-start gap-2 px-4 py-3">
          <div className="min-w-0 flex-1">
            <CompanyName company={company} />
            {company.aliases.length > 0 && (
              <p className="truncate text-label text-ink-3">{company.aliases.join(', ')}</p>
            )}
            <p className="tabular text-ink-2">
              {company.usage === 0 ? 'Not used yet' : formatCount(company.usage, 'record')}
              {company.is_electronic && ' · Electronic checks'}
            </p>
          </div>
          <Menu trigger={<IconButton icon={Ellipsis} label={`More for ${company.name}`} />}>
            <CompanyItems company={company} />
          </Menu>
        </li>
      ))}
    </ul>
  )
}
