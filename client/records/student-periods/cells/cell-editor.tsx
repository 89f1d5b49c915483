import { useQueryClient } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import type { RecordField } from '#contract/platform/record/record-field.ts'
import { updateStudentPeriod } from '#contract/records/student-periods/endpoints.ts'
import { enrollmentFields, type EnrollmentField } from '#contract/platform/record/student-period-fields.ts'
import type { StudentListRow } from '#contract/records/student-periods/shapes.ts'
import { valueWords, type PlainValue } from '#client/platform/record/field-value.ts'
import { fieldLabel } from '#client/platform/record/field-text.ts'
import { statusReads } from '#client/platform/common/student-reads.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { keyOf, useSend } from '#client/platform/lib/query.ts'
import { controlClass } from '#client/platform/ui/controls/control.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { anywayLabel, type SuggestInputProps } from '#client/platform/ui/controls/suggest-input.tsx'
import { hasOptions, OptionInput } from './option-input.tsx'
import { readTyped, showTyped } from './typed-value.ts'

interface CellEditorProps {
  row: StudentListRow
  field: EnrollmentField
  onDone: () => void
}

/**
 * Renders the editor of a cell: Enter or leaving it saves, Escape cancels. On an error it shows why and keeps the
 * text.
 */
export const CellEditor = (props: CellEditorProps) => {
  const definition: RecordField = enrollmentFields[props.field]
  const { typed, pending, setPending, error, isSaving, type, save } = useCellDraft(definition, props)
  const errorId = `edit-${props.row.id}`
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (isChoosing(event)) return
    if (event.key === 'Escape') props.onDone()
    else if (event.key === 'Enter') void save()
    else return
    event.preventDefault()
  }
  return (
    <span className="relative -mx-1.5 flex-1 overflow-visible!">
      <CellInput
        field={props.field}
        // the user just asked to edit this cell
        ref={takeFocus}
        aria-label={definition.label}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : errorId}
        inputMode={definition.kind === 'text' ? 'text' : 'numeric'}
        placeholder={definition.kind === 'date' ? 'mm/dd/yyyy' : undefined}
        readOnly={isSaving}
        value={typed}
        onChange={type}
        onChoose={(text) => void save(text)}
        onPending={setPending}
        onFocus={(event) => event.target.select()}
        onBlur={() => error === null && void save()}
        onKeyDown={onKeyDown}
      />
      {error !== null && (
        <CellError id={errorId} {...{ error, pending }} onUseAnyway={(text) => void save(text)} />
      )}
    </span>
  )
}

interface CellErrorProps {
  id: string
  error: string
  /** A text that isn’t in the list. */
  pending: string | null
  onUseAnyway: (text: string) => void
}

/** Renders the error below the cell; a value that isn’t in the list can be used anyway. */
const CellError = ({ id, error, pending, onUseAnyway }: CellErrorProps) => (
  <span
    id={id}
    role="alert"
    className="absolute top-full left-0 z-20 mt-1 w-64 rounded-control bg-raised p-2 text-label whitespace-normal text-danger-text shadow-pop"
  >
    {error}
    {pending !== null && (
      <button
        type="button"
        className="mt-1 block min-h-6 font-medium underline underline-offset-2"
        // only saving closes the editor
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onUseAnyway(pending)}
      >
        {anywayLabel(pending)}
      </button>
    )}
  </span>
)

/** Enter selects the highlighted suggestion. */
const isChoosing = ({ key, currentTarget }: KeyboardEvent): boolean =>
  key === 'Enter' && currentTarget.getAttribute('aria-activedescendant') !== null

const lineClass = 'h-7! px-1.5!'

/** Renders a text input, with suggestions if the policy year has options for the field. */
const CellInput = ({
  field,
  ...rest
}: Omit<SuggestInputProps, 'suggestions'> & { field: EnrollmentField }) => {
  if (hasOptions(field)) return <OptionInput field={field} {...rest} hasOwnNote className={lineClass} />
  const { onChange, onChoose: _none, onPending: _any, ...input } = rest
  return (
    <input
      {...input}
      onChange={(event) => onChange(event.target.value)}
      className={cx(controlClass, lineClass)}
    />
  )
}

const takeFocus = (input: HTMLInputElement | null): void => input?.focus()

/** Keeps the text typed in a cell, and saves it once and only if it differs. */
const useCellDraft = (definition: RecordField, { row, field, onDone }: CellEditorProps) => {
  // the value when editing started: later changes by others don't affect the typed text
  const [before] = useState(() => row[field] ?? null)
  const [typed, setTyped] = useState(() => showTyped(definition, before))
  const [error, setError] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [pending, setPending] = useState<string | null>(null)
  const edit = useEditCell()
  const type = (text: string): void => {
    setTyped(text)
    setError(null)
  }
  const save = async (chosen?: string): Promise<void> => {
    if (isSaving) return
    if (chosen === undefined && pending !== null)
      return setError(`“${pending}” isn’t in the list. Choose a value from the list.`)
    const text = chosen ?? typed
    const read = readTyped(definition, text)
    if ('error' in read) return setError(read.error)
    if (read.value === before) return onDone()
    setSaving(true)
    const wrong = await edit(row, field, read.value)
    setSaving(false)
    if (wrong === null) onDone()
    else setError(wrong)
  }
  return { typed, pending, setPending, error, isSaving, type, save }
}

const staleText = 'Someone else changed this student while you were editing. Check the row, then save again.'

/**
 * Saves one field of one row over the loaded version and offers Undo. Returns the error as a sentence, or null when
 * it's saved.
 */
const useEditCell = () => {
  const client = useQueryClient()
  const offerUndo = useUndo(statusReads)
  const { send } = useSend(updateStudentPeriod, { refreshes: statusReads, quiet: true })
  return async (row: StudentListRow, field: EnrollmentField, value: PlainValue): Promise<string | null> => {
    try {
      const { changeId } = await send({
        params: { id: row.id },
        body: { [field]: value, version: row.version },
      })
      offerUndo({
        changeId,
        title:
          value === null
            ? `${row.student_name}: ${fieldLabel(field)} cleared`
            : `${row.student_name}: ${fieldLabel(field)} changed to ${valueWords(field, value)}`,
      })
      return null
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.kind !== 'stale') return error.message
      for (const endpoint of statusReads) void client.invalidateQueries({ queryKey: keyOf(endpoint) })
      return staleText
    }
  }
}
