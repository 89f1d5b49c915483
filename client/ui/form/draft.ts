import * as z from 'zod/mini'
import type { DraftStore } from './draft-store.tsx'

type Values = Readonly<Record<string, unknown>>

/**
 * What is kept of a form: the fields that a person changed, each with what stood there before, and the version of the
 * record that they read. All else comes from the record as it is when the form is opened again.
 */
const keptForm = z.object({
  version: z.nullable(z.int()),
  fields: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
})

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What to keep of a form that began with `base`; null when nothing differs. Fields in `except` are never kept. */
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

/** What a kept form brings into one that began with `base`. */
export interface Restored {
  readonly values: Values
  /** Fields that somebody else changed in the record since: what was typed stands, and this is said. */
  readonly changedMeanwhile: readonly string[]
}

/** Reads what was kept; null when it is nothing that this form knows. */
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

/** Milliseconds of quiet after which what was typed is kept. */
const quiet = 600

/** What is on its way to a store, by form: whoever opens a form again waits for what went out when it was left. */
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

/** Keeps one form: a moment after the last key, in the order in which things were typed. */
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
      // What is typed stands in the form still: the next key, or leaving, tries again.
      wanted ??= content
    }
  }
  /** Sends what waits, now. */
  const flush = (leaving = false): Promise<void> => {
    clearTimeout(timer)
    if (wanted === undefined) return line.end()
    const content = wanted
    wanted = undefined
    // A page that is going cannot wait for its turn.
    return line.lengthen(leaving ? act(content, true) : line.end().then(() => act(content, false)))
  }
  return {
    read: async (): Promise<string | null> => {
      await line.end()
      const content = await store.read(form)
      isKept = content !== null
      return content
    },
    /** Answers whether it will be kept: what is too long stays in the form alone. */
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
      // Something may be on its way that is not known to have arrived.
      isKept = true
      return flush()
    },
  }
}
