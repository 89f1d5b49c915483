import { withinSentence } from '#contract/platform/letter-case.ts'
import { useState } from 'react'
import { isAdmin, type Permission } from '#contract/platform/access.ts'
import { fieldOf } from '#contract/platform/record/known-fields.ts'
import { choicesOf, type RecordField } from '#contract/platform/record/record-field.ts'
import { otherFields } from '#contract/records/student-periods/bulk-shapes.ts'
import { updateOtherField } from '#contract/records/student-periods/endpoints.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { useCompanySearch } from '#client/records/insurance-companies/use-company-search.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { useSettled } from '#client/platform/lib/use-settled.ts'
import { Checkbox } from '#client/platform/ui/controls/checkbox.tsx'
import { Combobox } from '#client/platform/ui/controls/combobox.tsx'
import { DateInput } from '#client/platform/ui/controls/date-input.tsx'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { RadioGroup } from '#client/platform/ui/controls/radio-group.tsx'
import { Select } from '#client/platform/ui/controls/select.tsx'
import { TextInput } from '#client/platform/ui/controls/text-input.tsx'
import { Textarea } from '#client/platform/ui/controls/textarea.tsx'
import { listEndpoints } from '../state/api.ts'
import { BulkDialogFrame } from './bulk-dialog-frame.tsx'
import { groupOf } from '../cells/columns.tsx'
import { hasOptions, UnlistedWarning, OptionInput, useOptions } from '../cells/option-input.tsx'
import type { RequestedSelection } from '../state/requested-selection.ts'
import { readTyped, type Read } from '../cells/typed-value.ts'
import { useBulkChange, type Applied } from './use-bulk-change.ts'

interface BulkFieldDialogProps {
  selected: RequestedSelection
  count: number
  handle: DialogHandle<Applied>
}

/** Returns the fields a role can set; only Shipmate Admins can set fees and premiums. */
const fieldsFor = (permission: Permission) =>
  otherFields.flatMap((value) => {
    const field = fieldOf(value)
    if (!field || (field.adminOnly === true && !isAdmin({ permission }))) return []
    return [{ value, label: field.label, detail: groupOf(value) }]
  })

/** Renders the dialog that sets or clears one field of the selection. */
export const BulkFieldDialog = ({ selected, count, handle }: BulkFieldDialogProps) => {
  const { permission } = useUser()
  const [name, setName] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [isEmptied, setEmptied] = useState(false)
  // an input for options is read-only until they're there
  useOptions()
  const field = name === null ? undefined : fieldOf(name)
  const { change, isChosen, error } = useFieldChange(selected, name, isEmptied ? null : typed)
  const choose = (next: string | null): void => {
    // the same field again keeps what was typed
    if (next === name) return
    setName(next)
    setTyped('')
    setEmptied(false)
  }
  return (
    <BulkDialogFrame
      title={`Change a field for ${formatCount(count, 'student')}`}
      description="Set one field to the same value for everyone selected. Nothing changes until you apply."
      verb="Change field"
      hint={field ? `Enter the new ${withinSentence(field.label)}.` : 'Choose a field.'}
      change={change}
      isChosen={isChosen}
      handle={handle}
    >
      <Field label="Field">
        <Combobox
          options={fieldsFor(permission)}
          value={name}
          onChange={choose}
          placeholder="Find a field"
          emptyText="No matching fields"
        />
      </Field>
      {name !== null && field && (
        <div className="flex flex-col gap-2">
          {!isEmptied && (
            <FieldEditor key={name} name={name} field={field} typed={typed} onType={setTyped} error={error} />
          )}
          {!isEmptied && hasOptions(name) && <UnlistedWarning field={name} value={typed} />}
          <Checkbox
            label={`Clear the ${withinSentence(field.label)}`}
            checked={isEmptied}
            onChange={(event) => setEmptied(event.target.checked)}
          />
          {field.format === 'company' && <VerificationNote />}
        </div>
      )}
    </BulkDialogFrame>
  )
}

const VerificationNote = () => (
  <p className="text-label text-ink-3">
    This also clears the date on which coverage with another company was verified.
  </p>
)

/** Returns the field's new value; `typed` null clears the field, '' means that nothing is entered yet. */
const useFieldChange = (selected: RequestedSelection, name: string | null, typed: string | null) => {
  const dry = useSend(updateOtherField, { quiet: true })
  const real = useSend(updateOtherField, { quiet: true, refreshes: listEndpoints })
  const settled = useSettled(typed, 250)
  const isSettled = settled === typed
  const field = name === null ? undefined : fieldOf(name)
  const read = field ? readOf(field, typed) : null
  const isChosen = read !== null && 'value' in read
  const change = useBulkChange(
    dry,
    real,
    name !== null && isChosen && isSettled ? { ...selected, field: name, value: read.value } : null,
  )
  const error = isSettled && read !== null && 'error' in read ? read.error : undefined
  return { change, isChosen, error }
}

const readOf = (field: RecordField, typed: string | null): Read | null => {
  if (typed === null) return { value: null }
  return typed.trim() === '' ? null : readTyped(field, typed)
}

interface FieldEditorProps {
  name: string
  field: RecordField
  /** The value as typed: text, `YYYY-MM-DD`, 'true', the ID of a company. */
  typed: string
  onType: (typed: string) => void
  error: string | undefined
}

/** Renders the input that fits the field. */
const FieldEditor = (props: FieldEditorProps) => {
  const { field, typed, onType, error } = props
  if (field.kind === 'boolean')
    return (
      <RadioGroup
        label={field.label}
        options={[
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
        value={typed === '' ? null : typed === 'true' ? 'true' : 'false'}
        onChange={onType}
        error={error}
      />
    )
  return (
    <Field label={field.label} error={error} className={isNarrow(field) ? 'max-w-56' : ''}>
      <Control {...props} />
    </Field>
  )
}

const isNarrow = ({ kind }: RecordField): boolean => kind === 'money' || kind === 'date'

const Control = (props: FieldEditorProps) => {
  const { name, field, typed, onType } = props
  if (field.format === 'company') return <CompanyPicker typed={typed} onType={onType} />
  if (field.choices) return <ChoicePicker field={field} typed={typed} onType={onType} />
  if (field.kind === 'date')
    return <DateInput value={typed} onChange={onType} kind={field.format === 'birth' ? 'birth' : 'other'} />
  if (hasOptions(name))
    return (
      <OptionInput
        field={name}
        inputMode={field.kind === 'number' ? 'numeric' : 'text'}
        value={typed}
        onChange={onType}
      />
    )
  if (field.format === 'lines')
    return <Textarea rows={3} value={typed} onChange={(event) => onType(event.target.value)} />
  return <Line field={field} typed={typed} onType={onType} />
}

const Line = ({ field, typed, onType }: Pick<FieldEditorProps, 'field' | 'typed' | 'onType'>) => (
  <TextInput
    value={typed}
    inputMode={field.kind === 'money' ? 'decimal' : field.kind === 'number' ? 'numeric' : 'text'}
    placeholder={field.kind === 'money' ? '1234.50' : undefined}
    onChange={(event) => onType(event.target.value)}
  />
)

/** With more choices than this, users find them by typing. */
const maxChoices = 20

const ChoicePicker = ({ field, typed, onType }: Pick<FieldEditorProps, 'field' | 'typed' | 'onType'>) => {
  const options = choicesOf(field)
  const Picker = options.length > maxChoices ? Combobox<string> : Select<string>
  return (
    <Picker options={options} value={typed === '' ? null : typed} onChange={(value) => onType(value ?? '')} />
  )
}

/** Renders a company search by name; the value is the company's ID. */
const CompanyPicker = ({ typed, onType }: Pick<FieldEditorProps, 'typed' | 'onType'>) => {
  const { companies, ...search } = useCompanySearch()
  return (
    <Combobox
      options={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={typed === '' ? null : typed}
      onChange={(value) => onType(value ?? '')}
      {...search}
      placeholder="Find a company"
      emptyText="No matching companies"
    />
  )
}
