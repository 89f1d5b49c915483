import { ChevronDown } from 'lucide-react'
import { requiredImportFields } from '#contract/review/imports/choices.ts'
import type { ImportOutcome, ImportRow } from '#contract/review/imports/shapes.ts'
import { fieldPlaces, shownIn } from '#client/platform/record/field-places.ts'
import { FieldChange } from '#client/platform/history/field-change.tsx'
import { fieldLabel, isReadableField } from '#client/platform/record/field-text.ts'
import { statusIn, valueWords } from '#client/platform/record/field-value.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { leftOutLabels } from './import-text.ts'
import { shownText } from './rejected-cells.tsx'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'

/** Renders a row's new values, changes or errors, or why it's left out. */
export const RowDetails = ({ row, outcome }: { row: ImportRow; outcome: ImportOutcome }) => {
  if (outcome === 'refused') return <Reasons row={row} />
  if (row.left_out_for !== null) return <span className="text-ink-2">{leftOutLabels[row.left_out_for]}</span>
  if (outcome === 'unchanged') return <span className="text-ink-3">No changes</span>
  return outcome === 'changed' ? <Changes row={row} /> : <AddedStudent row={row} />
}

const Reasons = ({ row }: { row: ImportRow }) => (
  <ul className="flex flex-col gap-0.5">
    {row.errors.map(({ column, message, value }) => (
      <li key={`${column ?? ''} ${message}`} className="[overflow-wrap:anywhere]">
        {column !== null && (
          <span className="text-ink-2">
            {column.trim()}
            {value !== null && value !== '' && <span className="text-ink"> {shownText(value)}</span>}:{' '}
          </span>
        )}
        <span className="text-danger-text">{message}</span>
      </li>
    ))}
  </ul>
)

const Changes = ({ row }: { row: ImportRow }) => (
  <ul className="flex flex-col gap-0.5">
    {row.changes
      .filter(({ field }) => isReadableField(field))
      .map((change) => (
        <li key={change.field}>
          <FieldChange change={change} />
        </li>
      ))}
  </ul>
)

/** The fields shown first. */
const firstFields: ReadonlySet<string> = new Set(requiredImportFields)

/** The fields that identify a student at a glance. */
const identifyingFields: readonly string[] = shownIn(fieldPlaces, 'newcomer')

const summaryOf = (changes: ImportRow['changes']): string => {
  const known = identifyingFields.flatMap((name) => changes.filter(({ field }) => field === name))
  const shown = known.length > 0 ? known : changes
  return shown
    .slice(0, 4)
    .map(({ field, after }) => valueWords(field, after))
    .join(' · ')
}

/** Renders a new student: a summary that expands. */
const AddedStudent = ({ row }: { row: ImportRow }) => {
  const brought = row.changes.filter(
    ({ field, after }) => !firstFields.has(field) && isReadableField(field) && after !== null,
  )
  const others = brought.filter(({ field, after }) => statusIn(field, after) === null)
  if (brought.length === 0) return <span className="text-ink-3">Only the name is filled in</span>
  return (
    <details className="group/row">
      <summary className="-my-0.5 flex min-h-6 items-center gap-1.5 rounded-pill text-ink-2">
        <Truncate className="min-w-0 group-open/row:hidden">{summaryOf(others)}</Truncate>
        <span className="hidden group-open/row:inline">{formatCount(brought.length, 'field')}</span>
        <ChevronDown
          size={14}
          aria-hidden
          className="shrink-0 text-ink-3 transition-transform duration-100 group-open/row:rotate-180"
        />
        <span className="sr-only">All fields of {row.name}</span>
      </summary>
      <dl className="mt-1 grid gap-x-4 gap-y-0.5 pb-1 sm:grid-cols-2">
        {brought.map((change) => (
          <div key={change.field} className="min-w-0">
            <dt className="sr-only">{fieldLabel(change.field)}</dt>
            <dd>
              <FieldChange change={change} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
