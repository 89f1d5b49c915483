import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import {
  insuranceCompanyColumns,
  type InsuranceCompanyColumn,
  type InsuranceCompanyRow,
} from '#contract/records/insurance-companies/shapes.ts'
import { formatAgo, formatInstant, formatNumber } from '#client/platform/lib/format.ts'
import { Badge } from '#client/platform/ui/text/badge.tsx'
import type { ColumnLayout } from '#client/platform/ui/data-table/layout.ts'
import type { FilterColumn, TableColumn } from '#client/platform/ui/data-table/types.ts'
import { ageOutChoice, ageOutText, flagsOf, stateName } from './company-text.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'

/** Renders the name of a company as a link, and its special plan types. */
export const CompanyName = ({ company }: { company: InsuranceCompanyRow }) => (
  <span className="flex min-w-0 items-center gap-1.5">
    <Link
      to="/settings/insurance-companies/$company"
      params={{ company: String(company.id) }}
      className="min-w-0 font-medium text-ink no-underline hover:underline"
    >
      <Truncate className="block">{company.name}</Truncate>
    </Link>
    {flagsOf(company).map((flag) => (
      <Badge key={flag} tone="neutral">
        {flag}
      </Badge>
    ))}
  </span>
)

const columnOf = (
  id: InsuranceCompanyColumn,
  column: Pick<TableColumn<InsuranceCompanyRow>, 'width' | 'cell' | 'text' | 'align'>,
): TableColumn<InsuranceCompanyRow> => ({ id, label: insuranceCompanyColumns[id].label, ...column })

/** The columns of the list of insurance companies, in their usual order. */
export const companyColumns: readonly TableColumn<InsuranceCompanyRow>[] = [
  columnOf('name', {
    width: 300,
    cell: (row) => <CompanyName company={row} />,
    text: ({ name }) => name,
  }),
  columnOf('aliases', {
    width: 260,
    cell: ({ aliases }) => <Truncate className="text-ink-2">{aliases.join(', ')}</Truncate>,
    text: ({ aliases }) => aliases.join(', '),
  }),
  columnOf('usage', {
    width: 110,
    align: 'end',
    cell: ({ usage }) => <span className="tabular">{usage === 0 ? '—' : formatNumber(usage)}</span>,
    text: ({ usage }) => String(usage),
  }),
  columnOf('is_electronic', {
    width: 150,
    cell: ({ is_electronic }) =>
      is_electronic ? (
        <span className="flex items-center gap-1 text-ink-2">
          <Check size={14} aria-hidden className="text-success-glyph" />
          Yes
        </span>
      ) : (
        <span className="text-ink-3">No</span>
      ),
    text: ({ is_electronic }) => (is_electronic ? 'Yes' : 'No'),
  }),
  columnOf('age_out_rule', {
    width: 200,
    cell: ({ age_out_rule }) => <Truncate className="text-ink-2">{ageOutText(age_out_rule)}</Truncate>,
    text: ({ age_out_rule }) => ageOutText(age_out_rule),
  }),
  columnOf('updated_at', {
    width: 140,
    cell: ({ updated_at }) => (
      <span className="tabular text-ink-2" title={formatInstant(updated_at)}>
        {formatAgo(updated_at)}
      </span>
    ),
    text: ({ updated_at }) => formatInstant(updated_at),
  }),
]

/** The default layout. */
export const usualLayout: ColumnLayout = {
  shown: companyColumns.map(({ id }) => id),
  widths: {},
  pins: { name: 'start' },
  density: 'regular',
}

const choiceWords: Partial<Record<string, (value: string) => string>> = {
  medicaid_state: stateName,
  age_out_rule: ageOutChoice,
}

/** Everything the list can be filtered by, whether or not it's shown. */
export const filterColumns: readonly FilterColumn[] = Object.entries(insuranceCompanyColumns).map(
  ([id, column]) => {
    const choiceText = choiceWords[id]
    return { ...column, id, ...(choiceText ? { choiceText } : {}) }
  },
)
