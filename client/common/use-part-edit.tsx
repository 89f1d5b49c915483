import { useRef, useState, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Schema } from '#contract/endpoint.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { useWhenOnline } from '#client/lib/use-when-online.ts'
import { beginAgain } from '#client/ui/form/begin-again.ts'
import { useDirtyGuard } from '#client/ui/form/dirty-guard.ts'
import { keepsDraft, useRecordForm, type RecordForm } from '#client/ui/form/use-record-form.ts'
import { useToast } from '#client/ui/toast.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import type { MergeFields } from './merge.ts'
import { UnreadableError } from './unreadable.tsx'

/** A part of a record R that is read and replaced whole: V what the form holds, F the facts that are saved. */
export interface EditPart<R, V extends FieldValues, F extends object> {
  /** 'this school', as in 'Somebody saved … meanwhile'. */
  readonly what: string
  readonly savedTitle: string
  readonly schema: Schema
  /** Keys taken literally, as the endpoint says. */
  readonly literal?: readonly string[]
  /** What two people may have changed is chosen by these. */
  readonly fields: MergeFields<F>
  /** Null where the record is not what this part knows: then it is not edited. */
  readonly valuesOf: (record: R) => V | null
  readonly factsOf: (record: R) => F
  /** The facts of a body that the schema has let through; null sends nothing and keeps what is typed. */
  readonly factsIn: (body: unknown) => F | null
  readonly versionOf: (record: R) => number
  /** The record as somebody saved it, out of a refusal that says so. */
  readonly readStale: (data: unknown) => R | null
}

interface PartEditOptions<R, V extends FieldValues, F extends object> {
  readonly part: EditPart<R, V, F>
  readonly record: R
  /** The form's name among the drafts. */
  readonly draftForm: string
  /** One of several on a screen, which guards them, tries again and says what is saved by itself. */
  readonly isOneOfSeveral?: boolean
  /** Saves the facts over a version; failures reject with an `ApiError`. */
  readonly save: (facts: F, version: number) => Promise<R>
}

/** A part of a record being edited. */
export interface PartEdit<V extends FieldValues> {
  readonly form: RecordForm<V>
  /** Submits, and tells whether that is saved; something else may have been typed since. */
  readonly save: () => Promise<boolean>
  readonly isDirty: boolean
  /** The network is away: what is typed is kept, and is sent when it is back. */
  readonly isWaiting: boolean
  /** The choice between two people's changes, while there is one. */
  readonly conflict: ReactNode
}

interface Stale<R, V, F> {
  /** What the form held when `mine` was sent. */
  readonly submitted: V
  readonly mine: F
  readonly theirs: R
}

/**
 * A form over a part of a record: drafts, a guard before leaving, one try more when the network is back, and a choice
 * field by field when somebody saved it meanwhile.
 *
 * @throws UnreadableError shown by `Readable`
 */
export const usePartEdit = <R, V extends FieldValues, F extends object>(
  options: PartEditOptions<R, V, F>,
): PartEdit<V> => {
  const { part, record, draftForm, isOneOfSeveral = false } = options
  const [defaults] = useState(() => valuesIn(part, record))
  const { current, isWaiting, stale, setStale, send, tellSaved } = useSending(options)
  const form: RecordForm<V> = useRecordForm<V, Schema>({
    schema: part.schema,
    defaults,
    literal: part.literal ?? [],
    draft: { form: draftForm, version: part.versionOf(current) },
    onSubmit: async (body) => {
      const facts = part.factsIn(body)
      const submitted = structuredClone(form.methods.getValues())
      return facts ? send(form.methods, { facts, submitted, over: current }) : keepsDraft
    },
  })
  const isDirty = useDirtyGuard(form, !isOneOfSeveral)
  useWhenOnline(isWaiting && !isOneOfSeveral, form.submit)
  const choose = async (facts: F, { theirs, submitted }: Stale<R, V, F>): Promise<void> => {
    const answer = await send(form.methods, { facts, submitted, over: theirs })
    if (answer !== keepsDraft) form.draft.settle()
  }
  const conflict = stale && (
    <Conflict {...{ part, current, stale }} onClose={() => setStale(null)} onSave={choose} />
  )
  return { form, save: () => tellSaved(form.save), isDirty, isWaiting, conflict }
}

/** @throws UnreadableError */
const valuesIn = <R, V extends FieldValues, F extends object>(part: EditPart<R, V, F>, record: R): V => {
  const values = part.valuesOf(record)
  if (values === null) throw new UnreadableError(part.what)
  return values
}

interface Sent<R, V, F> {
  readonly facts: F
  /** What the form held then. */
  readonly submitted: V
  readonly over: R
}

/** Saves a part, and what becomes of it: the record as it stands, somebody else's change, or waiting for the network. */
const useSending = <R, V extends FieldValues, F extends object>(options: PartEditOptions<R, V, F>) => {
  const { part, record, isOneOfSeveral = false, save } = options
  const toast = useToast()
  const [current, setCurrent] = useState(record)
  const [isWaiting, setWaiting] = useState(false)
  const [stale, setStale] = useState<Stale<R, V, F> | null>(null)
  const isSaved = useRef(false)
  const send = async (
    methods: RecordForm<V>['methods'],
    { facts, submitted, over }: Sent<R, V, F>,
  ): Promise<typeof keepsDraft | null> => {
    try {
      const saved = await save(facts, part.versionOf(over))
      setStale(null)
      setWaiting(false)
      setCurrent(saved)
      isSaved.current = true
      const isAll = beginAgain(methods, submitted, part.valuesOf(saved) ?? submitted)
      if (!isOneOfSeveral) toast.show({ tone: 'success', title: part.savedTitle })
      return isAll ? null : keepsDraft
    } catch (error) {
      setWaiting(error instanceof ApiError && error.kind === 'network')
      const theirs = error instanceof ApiError && error.kind === 'stale' ? part.readStale(error.data) : null
      if (theirs === null) throw error
      setStale({ submitted, mine: facts, theirs })
      return keepsDraft
    }
  }
  /** Whether what a submit sent is saved, whatever was typed since. */
  const tellSaved = async (submit: () => Promise<unknown>): Promise<boolean> => {
    isSaved.current = false
    await submit()
    return isSaved.current
  }
  return { current, isWaiting, stale, setStale, send, tellSaved }
}

interface ConflictProps<R, V extends FieldValues, F extends object> {
  part: EditPart<R, V, F>
  current: R
  stale: Stale<R, V, F>
  onClose: () => void
  onSave: (facts: F, stale: Stale<R, V, F>) => Promise<void>
}

const Conflict = <R, V extends FieldValues, F extends object>(props: ConflictProps<R, V, F>) => {
  const { part, current, stale, onClose, onSave } = props
  return (
    <MergeDialog<F>
      // a record that was saved once more is another choice
      key={part.versionOf(stale.theirs)}
      dialog={{ open: true, onClose }}
      what={part.what}
      fields={part.fields}
      base={part.factsOf(current)}
      mine={stale.mine}
      theirs={part.factsOf(stale.theirs)}
      onSave={(facts) => onSave(facts, stale)}
    />
  )
}
