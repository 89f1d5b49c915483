import { useEffect, useRef, useState } from 'react'
import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form'
import { useDraftStore } from './draft-store.tsx'
import { createDraftKeeper, draftOf, readDraft, type Restored } from './draft.ts'

/** Which draft belongs to a form. */
export interface DraftOptions {
  /** Which form of which record, naming nobody: `new-school`, `period-about:70`. */
  readonly form: string
  /** Of the record that is edited: a draft of an older one says what changed meanwhile. */
  readonly version?: number
  /** Fields that are never kept: SSNs, passwords. */
  readonly except?: readonly string[]
}

export interface Draft {
  /** Whether the form shows what was typed earlier, and which fields somebody else changed since. */
  readonly restored: { readonly changedMeanwhile: readonly string[] } | null
  /** Whether what is typed is longer than what is kept. */
  readonly isTooLong: boolean
  /** Back to the record as it is. */
  readonly discard: () => void
  /** Saved: there is nothing to keep any more. */
  readonly settle: () => void
}

/**
 * Keeps what is typed into a form, and brings it back when the form is opened again: after a reload, a closed dialog,
 * an end of the session for idleness. What was typed before the draft has come is left alone.
 */
export const useDraft = <V extends FieldValues>(
  methods: UseFormReturn<V>,
  defaults: V,
  options: DraftOptions | undefined,
): Draft => {
  const keeper = useKeeper(options)
  const [restored, setRestored] = useState<Draft['restored']>(null)
  const [isTooLong, setTooLong] = useState(false)
  const { base, facts } = useRead(defaults, options)

  useEffect(() => {
    if (!keeper) return
    let phase: 'reading' | 'restoring' | 'open' = 'reading'
    let isTypedEarly = false
    const note = () => {
      if (phase === 'reading') isTypedEarly = true
      if (phase !== 'open') return
      setTooLong(!keeper.change(draftOf(base.current, methods.getValues(), facts.current)))
    }
    const restore = (content: string | null) => {
      phase = 'restoring'
      const kept = content === null ? null : readDraft(content, base.current, facts.current.version)
      if (!kept) return
      bringBack(methods, base.current, kept)
      setRestored({ changedMeanwhile: kept.changedMeanwhile })
    }
    const leave = () => void keeper.flush(true)
    const unsubscribe = listen(methods, base, note)
    window.addEventListener('pagehide', leave)
    void keeper
      .read()
      .then(restore)
      // Without its draft a form is still a form.
      .catch(() => undefined)
      .finally(() => {
        phase = 'open'
        if (isTypedEarly) note()
      })
    return () => {
      unsubscribe()
      window.removeEventListener('pagehide', leave)
      void keeper.flush()
    }
  }, [keeper, methods, base, facts])

  const { settle, discard } = useEnd(methods, base, () => setRestored(null), keeper)
  return { restored, isTooLong, discard, settle }
}

/** The ends of a draft: what is typed is saved, or given up. */
const useEnd = <V extends FieldValues>(
  methods: UseFormReturn<V>,
  base: { readonly current: V },
  forget: () => void,
  keeper: ReturnType<typeof useKeeper>,
): Pick<Draft, 'settle' | 'discard'> => {
  const settle = (): void => {
    forget()
    void keeper?.discard()
  }
  const discard = (): void => {
    methods.reset(base.current)
    settle()
  }
  return { settle, discard }
}

const useKeeper = (options: DraftOptions | undefined) => {
  const store = useDraftStore(options !== undefined)
  const [keeper] = useState(() => (store && options ? createDraftKeeper(store, options.form) : null))
  return keeper
}

/** What a form was read with, or saved last: what is told apart from what is typed. */
const useRead = <V extends FieldValues>(defaults: V, options: DraftOptions | undefined) => {
  const base = useRef(defaults)
  const version = options?.version ?? null
  const facts = useRef({ version, except: options?.except ?? [] })
  useEffect(() => {
    facts.current = { ...facts.current, version }
  }, [version])
  return { base, facts }
}

/** Tells of every change of a form's values; one that begins again after a save begins with what was saved. */
const listen = <V extends FieldValues>(
  methods: UseFormReturn<V>,
  base: { current: V },
  tell: () => void,
): (() => void) =>
  methods.subscribe({
    formState: { values: true },
    callback: ({ defaultValues }) => {
      // all of them, as `reset` was given them
      if (defaultValues) base.current = defaultValues as V
      tell()
    },
  })

/** Sets what was typed earlier, but for fields in which something is typed by now. */
const bringBack = <V extends FieldValues>(methods: UseFormReturn<V>, base: V, kept: Restored): void => {
  const present = methods.getValues()
  for (const [name, value] of Object.entries(kept.values)) {
    if (JSON.stringify(present[name]) !== JSON.stringify(base[name])) continue
    // The names of a draft are those of the form's own defaults, and so are its values.
    methods.setValue(name as FieldPath<V>, value as PathValue<V, FieldPath<V>>, { shouldDirty: true })
  }
}
