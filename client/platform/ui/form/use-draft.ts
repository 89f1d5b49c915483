import { useEffect, useRef, useState } from 'react'
import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form'
import { useDraftStore } from './draft-store.tsx'
import { createDraftKeeper, draftOf, readDraft, type Restored } from './draft.ts'

/** Identifies the draft of a form. */
export interface DraftOptions {
  /** The form and the record, without personal data: `new-school`, `period-about:70`. */
  readonly form: string
  /** The version of the edited record; a draft of an older version lists the fields changed since then. */
  readonly version?: number
  /** Fields that are never in a draft: SSNs, passwords. */
  readonly except?: readonly string[]
}

export interface Draft {
  /** The restored draft, with the fields that someone else changed since then; null if there is none. */
  readonly restored: { readonly changedMeanwhile: readonly string[] } | null
  /** Whether the typed text is too long for a draft. */
  readonly isTooLong: boolean
  /** The fields that are never in the draft; null if none is kept. */
  readonly except: readonly string[] | null
  /** Resets the form to the record's values. */
  readonly discard: () => void
  /** Removes the draft after a save. */
  readonly settle: () => void
}

/**
 * Saves what is typed in a form as a draft and restores it when the form is opened again: after a reload, a closed
 * dialog, or a sign-out because of inactivity. Doesn't overwrite text typed before the draft has loaded.
 */
export const useDraft = <V extends FieldValues>(
  methods: UseFormReturn<V>,
  defaults: V,
  options: DraftOptions | undefined,
): Draft => {
  const keeper = useDraftKeeper(options)
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
      applyDraft(methods, base.current, kept)
      setRestored({ changedMeanwhile: kept.changedMeanwhile })
    }
    const leave = () => void keeper.flush(true)
    const unsubscribe = listen(methods, base, note)
    window.addEventListener('pagehide', leave)
    void keeper
      .read()
      .then(restore)
      // Without its draft a form still works.
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

  const { settle, discard } = useDraftEnd(methods, base, () => setRestored(null), keeper)
  return { restored, isTooLong, except: options ? (options.except ?? []) : null, discard, settle }
}

/** Ends a draft: the text is saved, or discarded. */
const useDraftEnd = <V extends FieldValues>(
  methods: UseFormReturn<V>,
  base: { readonly current: V },
  forget: () => void,
  keeper: ReturnType<typeof useDraftKeeper>,
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

const useDraftKeeper = (options: DraftOptions | undefined) => {
  const store = useDraftStore(options !== undefined)
  const [keeper] = useState(() => (store && options ? createDraftKeeper(store, options.form) : null))
  return keeper
}

/** Keeps the values that the form was loaded with or last saved, to find what was typed. */
const useRead = <V extends FieldValues>(defaults: V, options: DraftOptions | undefined) => {
  const base = useRef(defaults)
  const version = options?.version ?? null
  const facts = useRef({ version, except: options?.except ?? [] })
  useEffect(() => {
    facts.current = { ...facts.current, version }
  }, [version])
  return { base, facts }
}

/** Calls back on every change of a form's values; after a save the saved values are the new base. */
const listen = <V extends FieldValues>(
  methods: UseFormReturn<V>,
  base: { current: V },
  onTyped: () => void,
): (() => void) =>
  methods.subscribe({
    formState: { values: true },
    callback: ({ defaultValues }) => {
      // all of them, as they were passed to `reset`
      if (defaultValues) base.current = defaultValues as V
      onTyped()
    },
  })

/** Sets the values of the draft, except in fields where the user already typed. */
const applyDraft = <V extends FieldValues>(methods: UseFormReturn<V>, base: V, kept: Restored): void => {
  const present = methods.getValues()
  for (const [name, value] of Object.entries(kept.values)) {
    if (JSON.stringify(present[name]) !== JSON.stringify(base[name])) continue
    // A draft's names and values have the types of the form's defaults.
    methods.setValue(name as FieldPath<V>, value as PathValue<V, FieldPath<V>>, { shouldDirty: true })
  }
}
