import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form'
import type { Schema } from '#contract/platform/endpoint.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { mergeEdits, type MergeFields } from '#client/platform/lib/merge.ts'
import { useWhenOnline } from '#client/platform/lib/use-when-online.ts'
import { useDirtyGuard } from '#client/platform/ui/form/dirty-guard.ts'
import type { DraftOptions } from '#client/platform/ui/form/use-draft.ts'
import { keepsDraft, useRecordForm, type RecordForm } from '#client/platform/ui/form/use-record-form.ts'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { MergeDialog, type SavedBy } from './merge-dialog.tsx'
import { SavedByOther } from './saved-by-other.tsx'
import { UnreadableError } from './unreadable.tsx'

/** A part of a record R that is loaded and saved together: V are the form's values, F the saved values. */
export interface EditPart<R, V extends FieldValues, F extends object> {
  /** 'this school', as in 'Someone else changed this school'. */
  readonly what: string
  /** The message after saving; absent if `onSaved` shows one with Undo. */
  readonly savedTitle?: string
  readonly schema: Schema
  /** Keys sent unchanged, as the endpoint defines. */
  readonly literal?: readonly string[]
  /** The texts of the values for merge conflicts. */
  readonly fields: MergeFields<F>
  /** Returns the form's values; null if the record's format is unknown: then it can't be edited. */
  readonly valuesOf: (record: R) => V | null
  readonly factsOf: (record: R) => F
  /**
   * Returns the values to save from a valid body, based on the loaded record; null sends nothing and keeps the form.
   */
  readonly factsIn: (body: unknown, read: R) => F | null
  readonly versionOf: (record: R) => number
  /** Returns the record that someone else saved, from a conflict error. */
  readonly readStale: (data: unknown) => R | null
  /** Loads who saved the record last. */
  readonly readSavedBy?: () => Promise<SavedBy | null>
}

interface PartEditOptions<R, V extends FieldValues, F extends object> {
  readonly part: EditPart<R, V, F>
  /** The latest record. A newer one replaces the form's values if nothing is typed; otherwise the loaded one stays. */
  readonly record: R
  /** The name of the draft, and the fields it never includes. */
  readonly draft: Pick<DraftOptions, 'form' | 'except'>
  /**
   * Returns the form's values for saved values. Given for one of several forms on a screen that handles leaving,
   * retries and messages for all of them, and saves all of them when the last conflict is resolved.
   */
  readonly oneOfSeveral?: (facts: F) => V
  /** Saves the values over the version of `over`; failures reject with an `ApiError`. */
  readonly save: (facts: F, version: number, over: R) => Promise<R>
  /** Called when everything is saved, so the screen can be left. */
  readonly onSaved?: (record: R) => void
}

/** A part of a record being edited. */
export interface PartEdit<V extends FieldValues> {
  readonly form: RecordForm<V>
  /** Submits, and resolves to whether that is saved; the user may have typed more since. */
  readonly save: () => Promise<boolean>
  readonly isDirty: boolean
  /** Offline: the form keeps its text and submits when back online. */
  readonly isWaiting: boolean
  /** Says that someone else saved the record during editing, if so: a save merges both versions. */
  readonly behind: ReactNode
  /** The open merge conflict, if any. */
  readonly conflict: ReactNode
  /** How many conflicts the user has resolved in the form, for the screen that saves it with others. */
  readonly choices: number
}

interface Stale<R, V, F> {
  /** The form's values when `mine` was sent. */
  readonly submitted: V
  readonly mine: F
  readonly theirs: R
  /** The record that `mine` is based on. */
  readonly read: R
}

/**
 * Creates a form for a part of a record: draft, leave guard, one retry when back online. If someone else saved the
 * record during editing, both edits are merged, and the user chooses where both changed the same value. Text typed
 * during the save or the choice stays. @throws UnreadableError shown by `Readable`
 */
export const usePartEdit = <R, V extends FieldValues, F extends object>(
  options: PartEditOptions<R, V, F>,
): PartEdit<V> => {
  const { part, record, draft, oneOfSeveral } = options
  const isAlone = oneOfSeveral === undefined
  const [choices, setChoices] = useState(0)
  const [defaults] = useState(() => valuesIn(part, record))
  const { current, setCurrent, isWaiting, stale, setStale, saved, send, confirmSaved } = useSending(options)
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
  const isDirty = useDirtyGuard(form, isAlone)
  useWhenOnline(isWaiting && isAlone, form.submit)
  useNewerRecord(form.methods, { part, current, record, isDirty }, setCurrent)
  useOnSaved(saved, isDirty, options.onSaved)
  const choose = async (facts: F, { theirs, submitted }: Stale<R, V, F>): Promise<void> => {
    if (oneOfSeveral) {
      takeChosen(form.methods, { submitted, chosen: oneOfSeveral(facts), saved: valuesIn(part, theirs) })
      setCurrent(theirs)
      setStale(null)
      setChoices((count) => count + 1)
      return
    }
    const answer = await send(form.methods, { facts, submitted, over: theirs, read: theirs })
    if (answer !== keepsDraft) form.draft.settle()
  }
  const conflict = stale && <Conflict {...{ part, stale }} onClose={() => setStale(null)} onSave={choose} />
  const latest = part.versionOf(record)
  const isBehind = isDirty && latest > part.versionOf(current)
  const behind =
    isBehind && part.readSavedBy ? (
      <SavedByOther key={latest} what={part.what} read={part.readSavedBy} />
    ) : null
  return { form, save: () => confirmSaved(form.save), isDirty, isWaiting, behind, conflict, choices }
}

/** @throws UnreadableError */
const valuesIn = <R, V extends FieldValues, F extends object>(part: EditPart<R, V, F>, record: R): V => {
  const values = part.valuesOf(record)
  if (values === null) throw new UnreadableError(part.what)
  return values
}

interface Sent<R, V, F> {
  readonly facts: F
  /** The record that the values are based on. */
  readonly read: R
  /** The form's values then. */
  readonly submitted: V
  readonly over: R
}

/** Saves a part and handles the result: the saved record, someone else's change, or a retry when back online. */
const useSending = <R, V extends FieldValues, F extends object>(options: PartEditOptions<R, V, F>) => {
  const { part, record, oneOfSeveral, save } = options
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
      const isAll = resetKeepingTyped(methods, submitted, part.valuesOf(saved) ?? submitted)
      if (part.savedTitle !== undefined && !oneOfSeveral)
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
  /** Returns whether a submit's values are saved, even if the user typed more since. */
  const confirmSaved = async (submit: () => Promise<unknown>): Promise<boolean> => {
    isSaved.current = false
    await submit()
    return isSaved.current
  }
  return { current, setCurrent, isWaiting, stale, setStale, saved: savedLast, send, confirmSaved }
}

/**
 * Returns the record as someone else saved it, from an error; null for all other errors, and for one that would
 * repeat.
 */
const newerIn = <R, V extends FieldValues, F extends object>(
  part: EditPart<R, V, F>,
  error: unknown,
  over: R,
): R | null => {
  if (!(error instanceof ApiError) || error.kind !== 'stale') return null
  const theirs = part.readStale(error.data)
  return theirs === null || part.versionOf(theirs) === part.versionOf(over) ? null : theirs
}

/**
 * Replaces the form's values with a newer record, for example after an undo or in another tab, if nothing is typed.
 * Otherwise keeps the loaded record, unless only its version differs.
 */
const useNewerRecord = <R, V extends FieldValues, F extends object>(
  methods: RecordForm<V>['methods'],
  { part, current, record, isDirty }: { part: EditPart<R, V, F>; current: R; record: R; isDirty: boolean },
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

/** Calls back for each saved record when everything is saved. */
const useOnSaved = <R,>(
  saved: R | null,
  isDirty: boolean,
  onSaved: (record: R) => void = () => undefined,
): void => {
  const notify = useEffectEvent(onSaved)
  useEffect(() => {
    if (saved !== null && !isDirty) notify(saved)
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
      // a record that was saved again needs a new choice
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

/** Resets the form to the saved values and keeps what was typed during the save. Returns whether nothing was typed. */
const resetKeepingTyped = <V extends FieldValues>(
  methods: UseFormReturn<V>,
  submitted: V,
  saved: V,
): boolean => {
  const now = structuredClone(methods.getValues())
  const both = mergeEdits(submitted, now, saved).value
  const typed = Object.keys(both).filter(
    (name) => JSON.stringify(now[name]) !== JSON.stringify(submitted[name]),
  )
  return resetTo(methods, saved, both, typed)
}

/** Resets the form to the record someone else saved; what the user chose, and typed since, is the unsaved change. */
const takeChosen = <V extends FieldValues>(
  methods: UseFormReturn<V>,
  { submitted, chosen, saved }: Readonly<Record<'submitted' | 'chosen' | 'saved', V>>,
): void => {
  const both = mergeEdits(submitted, structuredClone(methods.getValues()), chosen).value
  resetTo(methods, saved, both, Object.keys(both))
}

/** Resets the form to `saved`, then sets those of the named values that differ. Returns whether none does. */
const resetTo = <V extends FieldValues>(
  methods: UseFormReturn<V>,
  saved: V,
  values: V,
  names: readonly string[],
): boolean => {
  methods.reset(saved)
  const typed = names.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(saved[name]))
  for (const name of typed)
    // the names and values come from the form itself
    methods.setValue(name as FieldPath<V>, values[name] as PathValue<V, FieldPath<V>>, { shouldDirty: true })
  return typed.length === 0
}
