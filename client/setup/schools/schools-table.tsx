import { Settings } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import type { SchoolRow } from '#contract/setup/schools/shapes.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { SchoolMark } from '#client/platform/ui/text/avatar.tsx'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { Cell, HeadCell, PlainTable, SortCell } from '#client/platform/ui/text/plain-table.tsx'
import { Tooltip } from '#client/platform/ui/overlays/tooltip.tsx'
import { NewFormsCount, ReviewCount } from './school-counts.tsx'
import { SchoolLink } from './school-link.tsx'
import type { SchoolColumn, SchoolSort } from './use-schools.ts'

interface SchoolsTableProps {
  schools: readonly SchoolRow[]
  sort: SchoolSort
  onSort: (column: SchoolColumn) => void
}

/**
 * Renders the schools as rows that link to the students of the latest policy year. If it doesn't fit, they're cards.
 */
export const SchoolsTable = ({ schools, sort, onSort }: SchoolsTableProps) => {
  const head = (column: SchoolColumn) =>
    ({
      sorted: sort.column === column ? (sort.descending ? 'descending' : 'ascending') : null,
      onSort: () => onSort(column),
    }) as const
  return (
    <PlainTable
      label="Schools"
      className="max-lg:hidden"
      head={
        <>
          <SortCell {...head('name')}>School</SortCell>
          <HeadCell>Policy year</HeadCell>
          <SortCell {...head('students')} align="end">
            Students
          </SortCell>
          <SortCell {...head('waiting')} align="end">
            Students to decide
          </SortCell>
          <HeadCell align="end">New forms</HeadCell>
          <HeadCell className="w-12">
            <span className="sr-only">Settings</span>
          </HeadCell>
        </>
      }
    >
      {schools.map((school) => (
        <SchoolLine key={school.id} school={school} />
      ))}
    </PlainTable>
  )
}

const SchoolLine = ({ school }: { school: SchoolRow }) => {
  const hasPeriod = school.latest_period_id !== null
  return (
    <tr className="relative transition-colors duration-100 hover:bg-hover has-[a:focus-visible]:bg-hover">
      <Cell>
        <span className="flex items-center gap-2.5">
          <SchoolMark name={school.name} logoUrl={school.logo_url} size="sm" />
          <SchoolLink school={school} className="min-w-0 font-medium after:absolute after:inset-0" />
        </span>
      </Cell>
      <Cell className={cx('whitespace-nowrap', !hasPeriod && 'text-ink-3')}>
        {school.latest_period_name ?? 'None yet'}
      </Cell>
      <Cell align="end" className={cx(school.students === 0 && 'text-ink-3')}>
        {hasPeriod ? formatNumber(school.students) : '—'}
      </Cell>
      <Cell align="end">
        <ReviewCount school={school} />
      </Cell>
      <Cell align="end">
        <NewFormsCount school={school} />
      </Cell>
      <Cell align="end">
        <Tooltip text="Settings" side="left">
          <Link
            to="/schools/$id/settings"
            params={{ id: String(school.id) }}
            aria-label={`Settings for ${school.name}`}
            className="relative z-1 inline-grid size-7 place-items-center rounded-control text-ink-3 hover:bg-pressed hover:text-ink"
          >
            <Settings size={16} aria-hidden />
          </Link>
        </Tooltip>
      </Cell>
    </tr>
  )
}
