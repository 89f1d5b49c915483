import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Schema } from '#contract/endpoint.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { useWhenOnline } from '#client/lib/use-when-online.ts'
import { beginAgain } from '#client/ui/form/begin-again.ts'
import { useDirtyGuard } from '#client/ui/form/dirty-guard.ts'
import type { DraftOptions } from '#client/ui/form/use-draft.ts'
import { keepsDraft, useRecordForm, type RecordForm } from '#client/ui/form/use-record-form.ts'
import { useToast } from '#client/ui/overlays/toast.tsx'
import { MergeDialog, type SavedBy } from './merge-dialog.tsx'
import { mergeEdits, type MergeFields } from '#client/lib/merge.ts'
import { UnreadableError } from './unreadable.tsx'

/** A part of a record R that is read and saved together: V what the form holds, F the facts that are saved. */
export interface EditPart<R, V extends FieldValues, F extends object> {
  /** 'this school', as in 'Someone else changed …'. */
  readonly what: string
  /** What a toast says; absent where whoever saves says it, with its undo. */
  readonly savedTitle?: string
  readonly schema: Schema
  /** Keys taken literally, as the endpoint says. */
  readonly literal?: readonly string[]
  /** What two people may have changed is chosen by these. */
  readonly fields: MergeFields<F>
  /** Null where the record is not what this part knows: then it is not edited. */
  readonly valuesOf: (record: R) => V | null
  readonly factsOf: (record: R) => F
  /**
   * The facts of a body that the schema has let through, typed over the record that was read; null sends nothing and
   * keeps what is typed.
   */
  readonly factsIn: (body: unknown, read: R) => F | null
  readonly versionOf: (record: R) => number
  /** The record as somebody saved it, out of a refusal that says so. */
  readonly readStale: (data: unknown) => R | null
  /** Asks who saved the record last. */
  readonly readSavedBy?: () => Promise<SavedBy | null>
}

interface PartEditOptions<R, V extends FieldValues, F extends object> {
  readonly part: EditPart<R, V, F>
  /** The record as it is known now. A newer one is taken over while nothing is typed; else what was read stays. */
  readonly record: R
  /** The form's name among the drafts, and what is never kept there. */
  readonly draft: Pick<DraftOptions, 'form' | 'except'>
  /** One of several on a screen, which guards them, tries again and says what is saved by itself. */
  readonly isOneOfSeveral?: boolean
  /** Saves the facts over a version, that of `over`; failures reject with an `ApiError`. */
  readonly save: (facts: F, version: number, over: R) => Promise<R>
  /** Told once it is saved and nothing is left to lose: the screen may be left. */
  readonly onSaved?: (record: R) => void
}

/** A part of a record being edited. */
export interface PartEdit<V extends FieldValues> {
  readonly form: RecordForm<V>
  /** Submits, and tells whether that is saved; something else may have been typed since. */
  readonly save: () => Promise<boolean>
  readonly isDirty: boolean
  /** The network is away: what is typed is kept, and is sent when it is back. */
  readonly isWaiting: boolean
  /** The record was saved elsewhere while this was being edited: a save merges both. */
  readonly isBehind: boolean
  /** The choice between two people's changes, while there is one. */
  readonly conflict: ReactNode
}

interface Stale<R, V, F> {
  /** What the form held when `mine` was sent. */
  readonly submitted: V
  readonly mine: F
  readonly theirs: R
  /** What `mine` was typed over. */
  readonly read: R
}

/**
 * A form over a part of a record: drafts, a guard before leaving, one try more when the network is back. When someone else
 * saved it while it was edited, both edits are merged, and what both changed is a choice. What is typed while it is saved, or while the choice is made, stays
 * typed.
 *
 * @throws UnreadableError shown by `Readable`
 */
export const usePartEdit = <R, V extends FieldValues, F extends object>(
  options: PartEditOptions<R, V, F>,
): PartEdit<V> => {
  const { part, record, draft, isOneOfSeveral = false } = options
  const [defaults] = useState(() => valuesIn(part, record))
  const { current, setCurrent, isWaiting, stale, setStale, saved, send, tellSaved } = useSending(options)
  const form: RecordForm<V> = useRecordForm<V, Schema>({
    schema: part.schema,
    defaults,
    literal: part.literal ?? [],
    draft: { ...draft, version: part.versionOf(current) },
    onSubmit: async (body) => {
      const facts = part.factsIn(body, current)
      const submitted = structuredClone(form.methods.getValues())
      return facts ? send(form.methods, { facts, submitted, over: current, read: current }) : keepsDraft
    },
  })
  const isDirty = useDirtyGuard(form, !isOneOfSeveral)
  useWhenOnline(isWaiting && !isOneOfSeveral, form.submit)
  useNewer(form.methods, { part, current, record, isDirty }, setCurrent)
  useTold(saved, isDirty, options.onSaved)
  const choose = async (facts: F, { theirs, submitted }: Stale<R, V, F>): Promise<void> => {
    const answer = await send(form.methods, { facts, submitted, over: theirs, read: theirs })
    if (answer !== keepsDraft) form.draft.settle()
  }
  const conflict = stale && <Conflict {...{ part, stale }} onClose={() => setStale(null)} onSave={choose} />
  const isBehind = isDirty && part.versionOf(record) > part.versionOf(current)
  return { form, save: () => tellSaved(form.save), isDirty, isWaiting, isBehind, conflict }
}

/** @throws UnreadableError */
const valuesIn = <R, V extends FieldValues, F extends object>(part: EditPart<R, V, F>, record: R): V => {
  const values = part.valuesOf(record)
  if (values === null) throw new UnreadableError(part.what)
  return values
}

interface Sent<R, V, F> {
  readonly facts: F
  /** The record that the facts were typed over. */
  readonly read: R
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
  const [savedLast, setSavedLast] = useState<R | null>(null)
  const isSaved = useRef(false)
  const send = async (
    methods: RecordForm<V>['methods'],
    { facts, submitted, over, read }: Sent<R, V, F>,
  ): Promise<typeof keepsDraft | null> => {
    try {
      const saved = await save(facts, part.versionOf(over), over)
      setStale(null)
      setWaiting(false)
      setCurrent(saved)
      setSavedLast(saved)
      isSaved.current = true
      const isAll = beginAgain(methods, submitted, part.valuesOf(saved) ?? submitted)
      if (part.savedTitle !== undefined && !isOneOfSeveral)
        toast.show({ tone: 'success', title: part.savedTitle })
      return isAll ? null : keepsDraft
    } catch (error) {
      setWaiting(error instanceof ApiError && error.kind === 'network')
      const theirs = newerIn(part, error, over)
      if (theirs === null) throw error
      const { value, conflicts } = mergeEdits(part.factsOf(read), facts, part.factsOf(theirs))
      if (conflicts.length === 0)
        return send(methods, { facts: value, submitted, over: theirs, read: theirs })
      setStale({ submitted, mine: facts, theirs, read })
      return keepsDraft
    }
  }
  /** Whether what a submit sent is saved, whatever was typed since. */
  const tellSaved = async (submit: () => Promise<unknown>): Promise<boolean> => {
    isSaved.current = false
    await submit()
    return isSaved.current
  }
  return { current, setCurrent, isWaiting, stale, setStale, saved: savedLast, send, tellSaved }
}

/** The record as someone else saved it, out of a refusal; null for every other one, and for one that would be repeated. */
const newerIn = <R, V extends FieldValues, F extends object>(
  part: EditPart<R, V, F>,
  error: unknown,
  over: R,
): R | null => {
  if (!(error instanceof ApiError) || error.kind !== 'stale') return null
  const theirs = part.readStale(error.data)
  return theirs === null || part.versionOf(theirs) === part.versionOf(over) ? null : theirs
}

interface Known<R, V extends FieldValues, F extends object> {
  readonly part: EditPart<R, V, F>
  readonly current: R
  readonly record: R
  readonly isDirty: boolean
}

/**
 * Takes over a newer record, as an undo or another tab leaves it, while nothing is typed. What is being typed keeps
 * the record that it was read with, unless nothing that the form holds is another: then only the version moves on.
 */
const useNewer = <R, V extends FieldValues, F extends object>(
  methods: RecordForm<V>['methods'],
  { part, current, record, isDirty }: Known<R, V, F>,
  takeOver: (record: R) => void,
): void => {
  const take = useEffectEvent((newer: R, isTyped: boolean) => {
    const [known, now] = [part.valuesOf(current), part.valuesOf(newer)]
    if (now === null || (isTyped && JSON.stringify(known) !== JSON.stringify(now))) return
    if (!isTyped) methods.reset(now)
    takeOver(newer)
  })
  const isNewer = part.versionOf(record) > part.versionOf(current)
  useEffect(() => {
    if (isNewer) take(record, isDirty)
  }, [isNewer, record, isDirty])
}

/** Tells of each record that was saved, once nothing is left to lose. */
const useTold = <R,>(
  saved: R | null,
  isDirty: boolean,
  onSaved: (record: R) => void = () => undefined,
): void => {
  const tell = useEffectEvent(onSaved)
  useEffect(() => {
    if (saved !== null && !isDirty) tell(saved)
  }, [saved, isDirty])
}

interface ConflictProps<R, V extends FieldValues, F extends object> {
  part: EditPart<R, V, F>
  stale: Stale<R, V, F>
  onClose: () => void
  onSave: (facts: F, stale: Stale<R, V, F>) => Promise<void>
}

const Conflict = <R, V extends FieldValues, F extends object>(props: ConflictProps<R, V, F>) => {
  const { part, stale, onClose, onSave } = props
  return (
    <MergeDialog<F>
      // a record that was saved once more is another choice
      key={part.versionOf(stale.theirs)}
      dialog={{ open: true, onClose }}
      what={part.what}
      fields={part.fields}
      base={part.factsOf(stale.read)}
      mine={stale.mine}
      theirs={part.factsOf(stale.theirs)}
      readSavedBy={part.readSavedBy}
      onSave={(facts) => onSave(facts, stale)}
    />
  )
}
