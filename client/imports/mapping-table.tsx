import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { importFieldLabel, isImportField, type ImportField } from '#contract/imports/choices.ts'
import { controlClass, lineClass } from '#client/ui/controls/control.ts'
import { cx } from '#client/ui/cx.ts'
import { columnsOf, fieldGroups, shownValue, type Mapping, type MappingFaults } from './mapping.ts'
import { Truncate } from '#client/ui/overlays/truncate.tsx'

interface MappingTableProps {
  headers: readonly string[]
  sample: readonly (readonly string[])[]
  mapping: Mapping
  faults: MappingFaults
  onChange: (header: string, field: ImportField | null) => void
}

const grid = 'grid gap-x-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_15rem] md:items-center'

/** Each column of the file, what stands in it, and the field that it brings. */
export const MappingTable = ({ headers, sample, mapping, faults, onChange }: MappingTableProps) => (
  <div>
    <div
      aria-hidden
      className={cx(
        grid,
        'min-h-8.5 rounded-t-card border-b border-line bg-sunken px-3 text-label font-medium text-ink-2 max-md:hidden',
      )}
    >
      <span>Column in the file</span>
      <span>First values</span>
      <span>Goes into</span>
    </div>
    <ul aria-label="Columns of the file" className="flex flex-col">
      {columnsOf(headers, sample).map(({ header, values }) => (
        <MappingRow
          key={header}
          {...{ header, values }}
          field={mapping[header] ?? null}
          fault={faultOf(header, mapping[header] ?? null, faults)}
          onChange={(field) => onChange(header, field)}
        />
      ))}
    </ul>
  </div>
)

const faultOf = (header: string, field: ImportField | null, faults: MappingFaults): string | null => {
  if (field !== null && faults.doubles.has(field)) return `Two columns go into ${importFieldLabel(field)}.`
  return faults.repeated.has(header)
    ? 'This name stands twice in the file. Leave it out, or rename one in the file.'
    : null
}

interface MappingRowProps {
  header: string
  values: readonly string[]
  field: ImportField | null
  fault: string | null
  onChange: (field: ImportField | null) => void
}

const MappingRow = ({ header, values, field, fault, onChange }: MappingRowProps) => {
  const faultId = useId()
  return (
    <li className={cx(grid, 'min-h-11 gap-y-1 border-b border-line px-3 py-1.5 max-md:py-3')}>
      <Truncate className={cx('font-medium', field === null && 'text-ink-3')}>{header.trim()}</Truncate>
      <Truncate className="tabular text-ink-2 max-md:text-label">
        {values.length === 0 ? (
          <span className="text-ink-3">No values in the first rows</span>
        ) : (
          values.map((value) => shownValue(value, field)).join(' · ')
        )}
      </Truncate>
      <span className="min-w-0">
        <FieldSelect
          label={`${header.trim()} goes into`}
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

interface FieldSelectProps {
  label: string
  field: ImportField | null
  faultId: string | null
  onChange: (field: ImportField | null) => void
}

/** The browser's own select: some thirty fields in groups, twenty times on the page, and typing finds them. */
const FieldSelect = ({ label, field, faultId, onChange }: FieldSelectProps) => (
  <select
    aria-label={label}
    aria-invalid={faultId === null ? undefined : true}
    aria-describedby={faultId ?? undefined}
    value={field ?? ''}
    onChange={(event) => onChange(isImportField(event.target.value) ? event.target.value : null)}
    className={cx(controlClass, lineClass, 'pr-1', field === null && 'text-ink-3')}
  >
    <option value="">Leave out</option>
    {fieldGroups.map((group) => (
      <optgroup key={group.label} label={group.label}>
        {group.fields.map((choice) => (
          <option key={choice.field} value={choice.field}>
            {choice.label}
          </option>
        ))}
      </optgroup>
    ))}
  </select>
)
