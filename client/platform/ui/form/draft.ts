import * as z from 'zod/mini'
import type { DraftStore } from './draft-store.tsx'

type Values = Readonly<Record<string, unknown>>

/**
 * A form's draft: the changed fields, each with its original value, and the version of the record they're based on.
 * All other values come from the record when the form is opened again.
 */
const keptForm = z.object({
  version: z.nullable(z.int()),
  fields: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
})

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Returns the draft of a form that started with `base`; null if nothing differs. Never includes fields in `except`. */
export const draftOf = (
  base: Values,
  values: Values,
  { version = null, except = [] }: { version?: number | null; except?: readonly string[] },
): string | null => {
  const changed = Object.keys(base).filter(
    (name) => !except.includes(name) && !isSame(base[name], values[name]),
  )
  if (changed.length === 0) return null
  const fields = Object.fromEntries(changed.map((name) => [name, [base[name] ?? null, values[name] ?? null]]))
  return JSON.stringify({ version, fields })
}

/** The part of a draft that applies to a form that started with `base`. */
export interface Restored {
  readonly values: Values
  /** Fields that someone else changed in the record since then: the typed text stays, and a note says so. */
  readonly changedMeanwhile: readonly string[]
}

/** Parses a draft; null if it doesn't fit this form. */
export const readDraft = (content: string, base: Values, version: number | null = null): Restored | null => {
  const kept = keptForm.safeParse(parseOrNull(content))
  if (!kept.success) return null
  const fields = Object.entries(kept.data.fields).filter(([name]) => Object.hasOwn(base, name))
  if (fields.length === 0) return null
  const isOfOldRecord = kept.data.version !== version
  return {
    values: Object.fromEntries(fields.map(([name, [, typed]]) => [name, typed])),
    changedMeanwhile: fields
      .filter(([name, [before]]) => isOfOldRecord && !isSame(before, base[name] ?? null))
      .map(([name]) => name),
  }
}

const parseOrNull = (text: string): unknown => {
  try {
    const parsed: unknown = JSON.parse(text)
    return parsed
  } catch {
    return null
  }
}

/** Milliseconds without typing after which the draft is saved. */
const quiet = 600

/** Requests to a store in progress, by form: a form that is opened again waits for those sent when it was left. */
const linesOf = new WeakMap<DraftStore, Map<string, Promise<void>>>()

const lineOf = (store: DraftStore, form: string) => {
  const lines = linesOf.get(store) ?? new Map<string, Promise<void>>()
  linesOf.set(store, lines)
  return {
    end: (): Promise<void> => lines.get(form) ?? Promise.resolve(),
    lengthen: (end: Promise<void>): Promise<void> => {
      lines.set(form, end)
      return end
    },
  }
}

/** Saves the draft of one form shortly after the last key, in the order of typing. */
export const createDraftKeeper = (store: DraftStore, form: string) => {
  let wanted: string | null | undefined
  let isKept = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const line = lineOf(store, form)

  const act = async (content: string | null, leaving: boolean): Promise<void> => {
    if (content === null && !isKept) return
    try {
      await (content === null ? store.discard(form) : store.keep(form, content, leaving))
      isKept = content !== null
    } catch {
      // The form still has the text: the next key, or leaving, tries again.
      wanted ??= content
    }
  }
  /** Sends the pending draft now. */
  const flush = (leaving = false): Promise<void> => {
    clearTimeout(timer)
    if (wanted === undefined) return line.end()
    const content = wanted
    wanted = undefined
    // A closing page can't wait for earlier requests.
    return line.lengthen(leaving ? act(content, true) : line.end().then(() => act(content, false)))
  }
  return {
    read: async (): Promise<string | null> => {
      await line.end()
      const content = await store.read(form)
      isKept = content !== null
      return content
    },
    /** Returns whether the draft will be saved: if it's too long, it stays only in the form. */
    change: (content: string | null): boolean => {
      if (content !== null && content.length > store.limit) return false
      wanted = content
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), quiet)
      return true
    },
    flush,
    discard: (): Promise<void> => {
      wanted = null
      // A request in progress may not have arrived yet.
      isKept = true
      return flush()
    },
  }
}
