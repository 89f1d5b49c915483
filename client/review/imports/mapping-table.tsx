import { withinSentence } from '#contract/platform/letter-case.ts'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { importTargetLabel, type ImportTarget } from '#contract/review/imports/choices.ts'
import { formatCount, formatNumber } from '#client/platform/lib/format.ts'
import { Combobox } from '#client/platform/ui/controls/combobox.tsx'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { columnsOf, fieldGroups, shownValue, type Mapping, type MappingIssueList } from './mapping.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'

interface MappingTableProps {
  headers: readonly string[]
  sample: readonly (readonly string[])[]
  mapping: Mapping
  faults: MappingIssueList
  onChange: (header: string, field: ImportTarget | null) => void
}

const grid = 'grid gap-x-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_15rem] md:items-center'

/** Renders each column of the file, sample values, and the field it's matched to. */
export const MappingTable = ({ headers, sample, mapping, faults, onChange }: MappingTableProps) => (
  <section aria-labelledby="file-columns">
    <h2 id="file-columns" className="mb-2 flex flex-wrap items-baseline gap-x-3 font-semibold">
      File columns
      <span aria-live="polite" className="tabular font-normal text-ink-2">
        {skippedText(columnsOf(headers, sample), mapping)}
      </span>
    </h2>
    <div
      aria-hidden
      className={cx(
        grid,
        'min-h-8.5 rounded-t-card border-b border-line bg-sunken px-3 text-label font-medium text-ink-2 max-md:hidden',
      )}
    >
      <span>File column</span>
      <span>Sample values</span>
      <span>Shipmate field</span>
    </div>
    <ul aria-label="File columns" className="flex flex-col">
      {columnsOf(headers, sample).map(({ header, values }) => (
        <MappingRow
          key={header}
          {...{ header, values }}
          field={mapping[header] ?? null}
          fault={issueOf(header, mapping[header] ?? null, faults)}
          onChange={(field) => onChange(header, field)}
        />
      ))}
    </ul>
  </section>
)

/** Returns how many columns aren’t imported: '2 of 19 columns skipped'. */
const skippedText = (columns: ReturnType<typeof columnsOf>, mapping: Mapping): string => {
  const skipped = columns.filter(({ header }) => (mapping[header] ?? null) === null).length
  return skipped === 0
    ? `All ${formatCount(columns.length, 'column')} matched`
    : `${formatNumber(skipped)} of ${formatCount(columns.length, 'column')} skipped`
}

const issueOf = (header: string, field: ImportTarget | null, faults: MappingIssueList): string | null => {
  if (field !== null && faults.duplicates.has(field))
    return `Two columns are matched to ${withinSentence(importTargetLabel(field))}. Choose one.`
  if (field === 'full_name' && faults.splitsTwice)
    return 'Last or first names have their own column. Skip it, or skip this one.'
  return faults.repeated.has(header)
    ? 'The file has two columns with this name. Skip the column or rename one in the file.'
    : null
}

interface MappingRowProps {
  header: string
  values: readonly string[]
  field: ImportTarget | null
  fault: string | null
  onChange: (field: ImportTarget | null) => void
}

const MappingRow = ({ header, values, field, fault, onChange }: MappingRowProps) => {
  const faultId = useId()
  return (
    <li className={cx(grid, 'min-h-11 gap-y-1 border-b border-line px-3 py-1.5 max-md:py-3')}>
      <Truncate className={cx('font-medium', field === null && 'text-ink-3')}>{header.trim()}</Truncate>
      <Truncate className="tabular text-ink-2 max-md:text-label">
        {values.length === 0 ? (
          <span className="text-ink-3">No sample values</span>
        ) : (
          // how a name is split fills the column
          (field === 'full_name' ? values.slice(0, 1) : values)
            .map((value) => shownValue(value, field))
            .join(' · ')
        )}
      </Truncate>
      <span className="min-w-0">
        <FieldChoice
          label={`Field for ${header.trim()}`}
          field={field}
          faultId={fault === null ? null : faultId}
          onChange={onChange}
        />
        {fault !== null && (
          <span id={faultId} className="mt-1 flex items-start gap-1 text-label text-danger-text">
            <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />
            {fault}
          </span>
        )}
      </span>
    </li>
  )
}

interface FieldChoiceProps {
  label: string
  field: ImportTarget | null
  faultId: string | null
  onChange: (field: ImportTarget | null) => void
}

/** The fields that a column can be matched to, under their headings. */
const fieldOptions = fieldGroups.flatMap((group) =>
  group.fields.map((choice) => ({ value: choice.field, label: choice.label, group: group.label })),
)

/** Renders the field of a column, found by typing; cleared, the column is skipped. */
const FieldChoice = ({ label, field, faultId, onChange }: FieldChoiceProps) => (
  <Combobox
    aria-label={label}
    aria-describedby={faultId ?? undefined}
    aria-invalid={faultId !== null}
    placeholder="Skip column"
    options={fieldOptions}
    value={field}
    onChange={onChange}
  />
)
