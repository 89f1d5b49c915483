import { Link } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { coverageLabels, coverages, isCoverageStatus } from '#contract/platform/coverage/choices.ts'
import type { StudentListRow } from '#contract/records/student-periods/shapes.ts'
import { CoveragePill } from '#client/platform/coverage/coverage-pill.tsx'
import { enrollmentPlaces, shownIn } from '#client/platform/record/field-places.ts'
import { CheckboxBox } from '#client/platform/ui/controls/checkbox.tsx'
import type { RowSource } from '#client/platform/ui/data-table/row-source.ts'
import {
  countSelected,
  isSelected,
  select,
  type Selection,
} from '#client/platform/ui/data-table/selection.ts'
import { SkeletonRows } from '#client/platform/ui/states/skeleton.tsx'
import { useLongPress } from './use-long-press.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'

interface StudentCardsProps {
  source: RowSource<StudentListRow> | undefined
  selection: Selection
  onSelect: (selection: Selection) => void
  empty: React.ReactNode
}

/**
 * Renders the list on a phone: a card per student, with the 3 statuses. A long press starts a selection; then a tap
 * selects instead of opening.
 */
export const StudentCards = ({ source, selection, onSelect, empty }: StudentCardsProps) => {
  if (!source) return <SkeletonRows />
  const rows = Array.from({ length: source.count }, (_, index) => source.at(index))
  if (rows.length === 0) return <div className="min-h-0 flex-1 overflow-y-auto">{empty}</div>
  const isSelecting = countSelected(selection, source.count) > 0
  return (
    <ul className="min-h-0 flex-1 divide-y divide-line overflow-y-auto overscroll-contain pb-message-room">
      {rows.map(
        (row) =>
          row && (
            <Card
              key={row.id}
              row={row}
              checked={isSelected(selection, row.id)}
              isSelecting={isSelecting}
              onCheck={(on) => onSelect(select(selection, [row.id], on))}
            />
          ),
      )}
    </ul>
  )
}

interface CardProps {
  row: StudentListRow
  checked: boolean
  /** Whether a tap selects instead of opening. */
  isSelecting: boolean
  onCheck: (on: boolean) => void
}

const Card = ({ row, checked, isSelecting, onCheck }: CardProps) => {
  const press = useLongPress(() => onCheck(!checked))
  const onClick = (event: MouseEvent): void => {
    if (!isSelecting) return
    event.preventDefault()
    onCheck(!checked)
  }
  return (
    <li className={checked ? 'flex bg-selection' : 'flex'} {...press}>
      <CheckboxBox
        aria-label={`Select ${row.student_name}`}
        checked={checked}
        onChange={(event) => onCheck(event.target.checked)}
        className="m-4 mt-3"
      />
      <Link
        to="/student/$student"
        params={{ student: String(row.student_id) }}
        onClick={onClick}
        draggable={false}
        className="min-w-0 flex-1 py-2.5 pr-4 text-ink no-underline select-none [-webkit-touch-callout:none]"
      >
        <CardTexts row={row} />
      </Link>
    </li>
  )
}

const CardTexts = ({ row }: Pick<CardProps, 'row'>) => (
  <>
    <span className="flex items-baseline justify-between gap-3">
      <Truncate className="font-medium">{row.student_name}</Truncate>
      <span className="tabular shrink-0 text-label text-ink-3">{row.sid}</span>
    </span>
    <Truncate className="mt-0.5 block text-label text-ink-2">
      {shownIn(enrollmentPlaces, 'card')
        .flatMap((name) => row[name] || [])
        .join(' · ')}
    </Truncate>
    <span className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
      {coverages.map((coverage) => {
        const status = row[`${coverage}_status`]
        return (
          isCoverageStatus(status) && (
            <span key={coverage} className="flex items-center gap-1.5">
              <span className="text-meta text-ink-3">{coverageLabels[coverage]}</span>
              <CoveragePill status={status} short />
            </span>
          )
        )
      })}
    </span>
  </>
)
