import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type { Schema } from '#contract/endpoint.ts'
import type { RecordFields } from '#contract/record-field.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { useDirtyGuard } from '#client/ui/form/dirty-guard.ts'
import { useRecordForm, type RecordForm } from '#client/ui/form/use-record-form.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { changesOf, formValuesOf, mergeFieldsOf, type FormValues } from './record-values.ts'

/** A record that is edited: its fields flat, and the version that was read. */
export type Versioned = Readonly<Record<string, unknown>> & { readonly version: number }

interface RecordEditOptions<R extends Versioned> {
  /** 'this student', as in 'Somebody saved this student meanwhile'. */
  readonly what: string
  readonly fields: RecordFields
  /** The body schema of the call, for validation while typing. */
  readonly schema: Schema
  /** The record as it was read when the form was opened. */
  readonly record: R
  /** Keeps what is typed, by this name; fields in `except` never. */
  readonly draft: { readonly form: string; readonly except?: readonly string[] }
  /** Sends the changed fields over a version; answers the record as it is then. */
  readonly save: (changes: Readonly<Record<string, unknown>>, version: number) => Promise<R>
  /** Told once it is saved and nothing is left to lose: the screen may be left. */
  readonly onSaved: (record: R) => void
  /** The record as somebody saved it, out of a 409. */
  readonly readStale: (data: unknown) => R | null
}

export interface RecordEdit {
  readonly form: RecordForm<FormValues>
  readonly isDirty: boolean
  /** The choice between two versions, while there is one to make. */
  readonly conflict: ReactNode
}

/**
 * A form over fields of a record: sends what changed and nothing else, warns before it is left, keeps a draft, and
 * where somebody saved meanwhile lets the person choose field by field.
 */
export const useRecordEdit = <R extends Versioned>(options: RecordEditOptions<R>): RecordEdit => {
  const { what, fields, schema, record, draft, save, onSaved, readStale } = options
  // what was read, or saved last: what is typed is told apart from it, and written over its version
  const [current, setCurrent] = useState(record)
  const [saved, setSaved] = useState<R | null>(null)
  const [stale, setStale] = useState<{ mine: Changes; theirs: R } | null>(null)
  const send = async (changes: Changes, version: number): Promise<void> => {
    if (Object.keys(changes).length === 0) return
    try {
      const submitted = { ...form.methods.getValues() }
      const reply = await save(changes, version)
      setStale(null)
      setCurrent(reply)
      beginAgain(form.methods, submitted, formValuesOf(fields, reply))
      setSaved(reply)
    } catch (error) {
      const theirs = error instanceof ApiError && error.kind === 'stale' ? readStale(error.data) : null
      if (theirs === null) throw error
      setStale({ mine: changes, theirs })
    }
  }
  const form = useRecordForm<FormValues, Schema>({
    schema,
    defaults: formValuesOf(fields, record),
    draft: { ...draft, version: record.version },
    // the schema's own input is any subset of the fields
    onSubmit: (body) => send(changesOf(formValuesOf(fields, current), body as Changes), current.version),
  })
  const isDirty = useDirtyGuard(form)
  const tellSaved = useEffectEvent(onSaved)
  // told once for each record that was saved
  useEffect(() => {
    if (saved && !isDirty) tellSaved(saved)
  }, [saved, isDirty])
  const conflict = stale && (
    <MergeDialog<Changes>
      key={stale.theirs.version}
      dialog={{ open: true, onClose: () => setStale(null) }}
      what={what}
      fields={mergeFieldsOf(fields)}
      base={current}
      mine={{ ...stale.theirs, ...unchangedOf(current, stale.theirs), ...stale.mine }}
      theirs={stale.theirs}
      onSave={(values) => send(differing(fields, stale.theirs, values), stale.theirs.version)}
    />
  )
  return { form, isDirty, conflict }
}

type Changes = Readonly<Record<string, unknown>>

/** The form as it was saved, with what was typed while it was being saved: that is not saved yet. */
const beginAgain = (
  methods: RecordForm<FormValues>['methods'],
  submitted: FormValues,
  saved: FormValues,
): void => {
  const now = { ...methods.getValues() }
  methods.reset(saved)
  for (const [name, value] of Object.entries(now))
    if (value !== submitted[name]) methods.setValue(name, value, { shouldDirty: true })
}

/** What I have not touched is as I read it: where they changed it, the choice proposes theirs. */
const unchangedOf = (base: Changes, theirs: Changes): Changes =>
  Object.fromEntries(Object.keys(theirs).map((name) => [name, base[name]]))

const differing = (fields: RecordFields, theirs: Changes, values: Changes): Changes =>
  Object.fromEntries(
    Object.keys(fields).flatMap((name) => (values[name] === theirs[name] ? [] : [[name, values[name]]])),
  )
