import { useState } from 'react'
import { isAdmin, type Permission } from '#contract/access.ts'
import type { RecordField } from '#contract/record-field.ts'
import { fieldOf } from '#contract/known-fields.ts'
import { otherFields } from '#contract/student-periods/bulk-shapes.ts'
import { updateOtherField } from '#contract/student-periods/endpoints.ts'
import { useUser } from '#client/common/current-user.tsx'
import { withinSentence } from '#client/common/field-words.ts'
import { formatCount } from '#client/lib/format.ts'
import { useSend } from '#client/lib/query.ts'
import { useSettled } from '#client/lib/use-settled.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Combobox } from '#client/ui/combobox.tsx'
import type { DialogHandle } from '#client/ui/dialog-host.tsx'
import { Field } from '#client/ui/field.tsx'
import { listEndpoints } from './api.ts'
import { BulkDialogFrame } from './bulk-dialog-frame.tsx'
import { groupOf } from './columns.tsx'
import { FieldEditor } from './field-editor.tsx'
import { hasOptions, UnlistedWarning } from './option-input.tsx'
import type { Selected } from './selected.ts'
import { readTyped, type Read } from './typed-value.ts'
import { useBulkChange, type Applied } from './use-bulk-change.ts'

interface BulkFieldDialogProps {
  selected: Selected
  count: number
  handle: DialogHandle<Applied>
}

/** What a role may set; fees and premiums are product admins' (decisions section 2). */
const fieldsFor = (permission: Permission) =>
  otherFields.flatMap((value) => {
    const field = fieldOf(value)
    if (!field || (field.adminOnly === true && !isAdmin({ permission }))) return []
    return [{ value, label: field.label, detail: groupOf(value) }]
  })

/** Sets one field of a selection to one value, or empties it. */
export const BulkFieldDialog = ({ selected, count, handle }: BulkFieldDialogProps) => {
  const { permission } = useUser()
  const [name, setName] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [isEmptied, setEmptied] = useState(false)
  const field = name === null ? undefined : fieldOf(name)
  const { change, isChosen, error } = useFieldChange(selected, name, isEmptied ? null : typed)
  const choose = (next: string | null): void => {
    setName(next)
    setTyped('')
    setEmptied(false)
  }
  return (
    <BulkDialogFrame
      title={`Change a field of ${formatCount(count, 'student')}`}
      description="One field gets the same value in every record. Nothing changes until you apply."
      verb="Change the field"
      hint={field ? `Say what the ${withinSentence(field.label)} becomes.` : 'Choose the field to change.'}
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
          emptyText="No field has this name"
        />
      </Field>
      {name !== null && field && (
        <div className="flex flex-col gap-2">
          {!isEmptied && (
            <FieldEditor key={name} name={name} field={field} typed={typed} onType={setTyped} error={error} />
          )}
          {!isEmptied && hasOptions(name) && <UnlistedWarning field={name} value={typed} />}
          <Checkbox
            label={`Empty the ${withinSentence(field.label)} instead`}
            checked={isEmptied}
            onChange={(event) => setEmptied(event.target.checked)}
          />
        </div>
      )}
    </BulkDialogFrame>
  )
}

/** `typed` null empties the field; '' is not yet a choice. */
const useFieldChange = (selected: Selected, name: string | null, typed: string | null) => {
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
