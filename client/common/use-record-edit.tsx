import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type { Schema } from '#contract/endpoint.ts'
import type { RecordFields } from '#contract/record-field.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { beginAgain } from '#client/ui/form/begin-again.ts'
import { useDirtyGuard } from '#client/ui/form/dirty-guard.ts'
import { keepsDraft, useRecordForm, type RecordForm } from '#client/ui/form/use-record-form.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { changesOf, formValuesOf, mergeFieldsOf, type FormValues } from './record-values.ts'

/** A record that is edited: its fields flat, and the version that was read. */
export type Versioned = Readonly<Record<string, unknown>> & { readonly version: number }

type Changes = Readonly<Record<string, unknown>>

interface RecordEditOptions<R extends Versioned> {
  /** 'this student', as in 'Somebody saved this student meanwhile'. */
  readonly what: string
  readonly fields: RecordFields
  /** The body schema of the call, for validation while typing. */
  readonly schema: Schema
  /** The record as it is known now. A newer one is taken over while nothing is typed; else what was read stays. */
  readonly record: R
  /** Keeps what is typed, by this name; fields in `except` never. */
  readonly draft: { readonly form: string; readonly except?: readonly string[] }
  /** Sends the changed fields over a version; answers the record as it is then. */
  readonly save: (changes: Readonly<Record<string, unknown>>, version: number) => Promise<R>
  /** Told once it is saved and nothing is left to lose: the screen may be left. */
  readonly onSaved?: (record: R) => void
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
  const [stale, setStale] = useState<Stale<R> | null>(null)
  /** What stands now, saved by me or by somebody else; answers whether something else was typed since. */
  const take = (now: R, submitted: FormValues): typeof keepsDraft | null => {
    setStale(null)
    setCurrent(now)
    setSaved(now)
    return beginAgain(form.methods, submitted, formValuesOf(fields, now)) ? null : keepsDraft
  }
  const send = async (changes: Changes, base: R): Promise<typeof keepsDraft | null> => {
    const submitted = { ...form.methods.getValues() }
    // nothing of mine is left: what stands is what was chosen
    if (Object.keys(changes).length === 0) return take(base, submitted)
    try {
      return take(await save(changes, base.version), submitted)
    } catch (error) {
      const theirs = error instanceof ApiError && error.kind === 'stale' ? readStale(error.data) : null
      if (theirs === null) throw error
      setStale({ mine: changes, theirs })
      return keepsDraft
    }
  }
  const form = useRecordForm<FormValues, Schema>({
    schema,
    defaults: formValuesOf(fields, record),
    draft: { ...draft, version: current.version },
    // the schema's own input is any subset of the fields
    onSubmit: (body) => send(changesOf(formValuesOf(fields, current), body as Changes), current),
  })
  const isDirty = useDirtyGuard(form)
  const tellSaved = useEffectEvent((record: R) => onSaved?.(record))
  // told once for each record that was saved
  useEffect(() => {
    if (saved && !isDirty) tellSaved(saved)
  }, [saved, isDirty])
  useNewer(form.methods, { fields, current, record, isDirty }, setCurrent)
  const saveChosen = async (values: Changes, theirs: R): Promise<void> => {
    const answer = await send(differing(fields, theirs, values), theirs)
    if (answer !== keepsDraft) form.draft.settle()
  }
  const conflict = stale && (
    <Conflict {...{ what, fields, current, stale }} onClose={() => setStale(null)} onSave={saveChosen} />
  )
  return { form, isDirty, conflict }
}

interface Stale<R> {
  /** What I changed. */
  readonly mine: Changes
  /** The record as somebody saved it meanwhile. */
  readonly theirs: R
}

interface ConflictProps<R> {
  what: string
  fields: RecordFields
  current: R
  stale: Stale<R>
  onClose: () => void
  onSave: (values: Changes, theirs: R) => Promise<void>
}

const Conflict = <R extends Versioned>(props: ConflictProps<R>) => {
  const { what, fields, current, stale, onClose, onSave } = props
  return (
    <MergeDialog<Changes>
      key={stale.theirs.version}
      dialog={{ open: true, onClose }}
      what={what}
      fields={mergeFieldsOf(fields)}
      base={current}
      mine={{ ...stale.theirs, ...unchangedOf(current, stale.theirs), ...stale.mine }}
      theirs={stale.theirs}
      onSave={(values) => onSave(values, stale.theirs)}
    />
  )
}

interface Known<R> {
  readonly fields: RecordFields
  readonly current: R
  readonly record: R
  readonly isDirty: boolean
}

/**
 * Takes over a newer record, as an undo or another tab leaves it, while nothing is typed. What is being typed keeps
 * the record that it was read with, unless no field of the form is another: then only the version moves on.
 */
const useNewer = <R extends Versioned>(
  methods: RecordForm<FormValues>['methods'],
  { fields, current, record, isDirty }: Known<R>,
  takeOver: (record: R) => void,
): void => {
  useEffect(() => {
    if (record.version <= current.version) return
    const [known, now] = [formValuesOf(fields, current), formValuesOf(fields, record)]
    const isSame = Object.keys(now).every((name) => Object.is(known[name], now[name]))
    if (isDirty && !isSame) return
    if (!isDirty) methods.reset(now)
    takeOver(record)
    // the form and its fields stay the same
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [record, current, isDirty])
}

/** What I have not touched is as I read it: where they changed it, the choice proposes theirs. */
const unchangedOf = (base: Changes, theirs: Changes): Changes =>
  Object.fromEntries(Object.keys(theirs).map((name) => [name, base[name]]))

const differing = (fields: RecordFields, theirs: Changes, values: Changes): Changes =>
  Object.fromEntries(
    Object.keys(fields).flatMap((name) => (values[name] === theirs[name] ? [] : [[name, values[name]]])),
  )
