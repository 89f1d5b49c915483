import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { listCarrierFileMembers } from '#contract/outputs/carrier-files/endpoints.ts'
import type { CarrierFileMember, CarrierFileRun } from '#contract/outputs/carrier-files/shapes.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { ShowMore } from '#client/platform/ui/controls/show-more.tsx'
import { call } from '#client/platform/lib/call.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { useGrowingList } from '#client/platform/lib/growing-list.ts'
import { keyOf } from '#client/platform/lib/query.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { sentence } from './difference-text.ts'

interface DifferenceListProps {
  run: CarrierFileRun
  /** Whether it stands in a side panel. */
  isNarrow?: boolean
}

/** Renders what differs from the last file, by student, in sentences. */
export const DifferenceList = ({ run, isNarrow = false }: DifferenceListProps) => {
  const list = useGrowingList([...keyOf(listCarrierFileMembers), run.id], (query, options) =>
    call(listCarrierFileMembers, { params: { id: run.id }, query }, options),
  )
  const title = `differences-${run.id}`
  return (
    <section aria-labelledby={title}>
      <h3 id={title} className="mb-2 font-semibold">
        {run.compared_with ? 'Different from the last file' : 'New to the carrier'}{' '}
        <span className="tabular font-normal text-ink-3">{formatNumber(run.changed_students)}</span>
      </h3>
      <Loaded
        of={list}
        compact
        what="The differences"
        who="Only Shipmate Admins have access to carrier files."
        rows={4}
        label="Loading differences"
      >
        {(rows) => <Students rows={rows} isNarrow={isNarrow} />}
      </Loaded>
      <ShowMore list={list} />
    </section>
  )
}

const Students = ({ rows, isNarrow }: { rows: readonly CarrierFileMember[]; isNarrow: boolean }) =>
  rows.length === 0 ? (
    <EmptyState compact icon={CircleCheck} title="Nothing changed">
      The carrier already has everything in this file.
    </EmptyState>
  ) : (
    <ul className="mb-2 overflow-hidden rounded-card shadow-line">
      {rows.map(({ student_period_id: id, student_id: student, name, sid, differences }) => (
        <li
          key={id}
          className={cx(
            'grid gap-x-4 border-b border-line px-4 py-2 last:border-b-0',
            !isNarrow && 'md:grid-cols-[14rem_1fr]',
          )}
        >
          <span>
            <Link
              to="/student/$student/overview"
              params={{ student: String(student) }}
              className="font-medium"
            >
              {name}
            </Link>{' '}
            <span className="text-label whitespace-nowrap text-ink-3">{sid}</span>
          </span>
          <ul className="min-w-0">
            {differences.map((one) => (
              <li
                key={`${one.person} ${one.kind} ${one.coverage_type ?? ''}`}
                className="break-words text-ink-2"
              >
                {sentence(one)}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
