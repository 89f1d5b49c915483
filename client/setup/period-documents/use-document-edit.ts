import { useState } from 'react'
import * as z from 'zod/mini'
import { richTextKeys, type Content, type Shape, type Versioned } from '#contract/platform/document.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { listPeriodDocuments } from '#contract/setup/periods/endpoints.ts'
import type { MergeFields } from '#client/platform/lib/merge.ts'
import type { SavedBy } from '#client/platform/edit/merge-dialog.tsx'
import { usePartEdit, type PartEdit } from '#client/platform/edit/use-part-edit.tsx'
import { UnreadableError } from '#client/platform/edit/unreadable.tsx'
import { call } from '#client/platform/lib/call.ts'
import { isRecord } from '#client/platform/lib/plain-record.ts'
import { valueInWords } from '#client/platform/history/document-text.ts'

/** A document being edited. */
export interface DocumentEdit<S extends Shape> extends PartEdit<Content<S>> {
  /** The fields of the last save that records keep as they were. */
  readonly savedKept: readonly string[]
}

/** What a form shows besides the saved content, for example pages that aren’t in the menu yet. */
export interface Additions<T> {
  readonly shown: (saved: T) => T
  /** Returns what to save of the form’s values: nothing that the user didn’t change. */
  readonly saved: (shown: T, read: T) => T
}

interface Options<S extends Shape> {
  readonly document: PeriodDocument<string, S>
  readonly periodId: number
  readonly record: Versioned<S>
  /** The draft's name, if it isn't the document's. */
  readonly draftForm?: string
  /** Returns a field's value as text for merge conflicts, if the default doesn't fit. */
  readonly valueWords?: ((name: string, value: unknown) => string) | undefined
  /** One of several forms on a screen that handles leaving, retries and messages for all of them. */
  readonly isPart?: boolean
  /** What the form shows besides what’s saved, and what of it is saved. */
  readonly additions?: Additions<Content<S>> | undefined
  /** Sends the whole document; failures reject with an `ApiError`. */
  readonly save: (body: Versioned<S>) => Promise<{ readonly version: number }>
}

/**
 * Creates a form for a document of a period: draft, leave guard, one retry when back online, and a merge part by part
 * if someone else saved it. Invalid content is never treated as an empty document. @throws UnreadableError shown by
 * `Readable`
 */
export const useDocumentEdit = <S extends Shape>(options: Options<S>): DocumentEdit<S> => {
  const { document, periodId, record, valueWords, isPart = false, additions, save } = options
  const what = `“${document.label}”`
  const [last, setLast] = useState<{ readonly content: Versioned<S>; readonly kept: readonly string[] }>()
  const factsOf = (value: Versioned<S>): Content<S> => {
    const content = contentOf(document, value)
    if (content === null) throw new UnreadableError(what)
    return content
  }
  const edit = usePartEdit<Versioned<S>, Content<S>, Content<S>>({
    part: {
      what,
      savedTitle: `${document.label} saved`,
      schema: bodyOver(document, record),
      literal: richTextKeys,
      fields: fieldsOf(document, valueWords),
      valuesOf: (value) => {
        const content = contentOf(document, value)
        return content && additions ? additions.shown(content) : content
      },
      factsOf,
      factsIn: (body, read) => {
        const content = contentOf(document, body)
        return content && additions ? additions.saved(content, factsOf(read)) : content
      },
      versionOf: ({ version }) => version,
      readStale: (data) => versionedIn(document, data),
      readSavedBy: () => readSavedBy(periodId, document.kind),
    },
    record,
    draft: { form: options.draftForm ?? `${document.kind.replaceAll('/', '-')}:${periodId}` },
    // a document's values are its content
    ...(isPart ? { oneOfSeveral: (content: Content<S>) => content } : {}),
    save: async (content, version) => {
      const reply = await save({ ...content, version })
      const saved = versionedIn(document, reply) ?? { ...content, version: reply.version }
      const before = last && last.content.version > record.version ? last.content : record
      setLast({ content: saved, kept: keptFields(document, before, saved) })
      return saved
    },
  })
  return { ...edit, savedKept: last?.kept ?? [] }
}

/** Returns the fields that differ between two contents of a document and that records keep as they were. */
export const keptFields = (
  { recordsKeep }: Pick<PeriodDocument, 'recordsKeep'>,
  before: object,
  after: object,
): string[] => Object.keys(recordsKeep).filter((name) => asText(before, name) !== asText(after, name))

// an emptied input is '', and an empty value null
const asText = (content: object, name: string): string =>
  JSON.stringify([Reflect.get(content, name)], (_name, value: unknown) => (value === '' ? null : value))

const readSavedBy = async (periodId: number, kind: string): Promise<SavedBy | null> => {
  const states = await call(listPeriodDocuments, { params: { id: periodId } })
  const state = states.find((one) => one.kind === kind)
  return state?.updated_by && state.updated_at !== null ? { ...state.updated_by, at: state.updated_at } : null
}

/**
 * Returns the schema of a document's body with what its fields must hold together, so that both are shown at once.
 * Those checks use the saved value of a field that can't be read.
 */
const bodyOver = <S extends Shape>(document: PeriodDocument<string, S>, saved: Versioned<S>) =>
  document.replace.body.check(
    z.check<object>(
      ({ value, issues }) => {
        const unread = new Set(issues.map(({ path }) => path?.[0]))
        const read = Object.entries(value).filter(([name]) => !unread.has(name))
        const content = contentOf(document, { ...saved, ...Object.fromEntries(read) })
        for (const [path, message] of content ? document.issues(content) : [])
          if (!unread.has(path.split('.')[0]))
            issues.push({ code: 'custom', message, path: path.split('.'), input: value })
      },
      { when: () => true },
    ),
  )

const contentOf = <S extends Shape>(
  document: PeriodDocument<string, S>,
  value: unknown,
): Content<S> | null => {
  if (!isRecord(value)) return null
  const { version: _version, ...content } = value
  return document.content.safeParse(content).data ?? null
}

/** Parses a document and its version from the server's response. @throws UnreadableError shown by `Readable` */
export const readDocument = <S extends Shape>(
  document: PeriodDocument<string, S>,
  data: unknown,
): Versioned<S> => {
  const read = versionedIn(document, data)
  if (read === null) throw new UnreadableError(`“${document.label}”`)
  return read
}

const versionedIn = <S extends Shape>(
  document: PeriodDocument<string, S>,
  data: unknown,
): Versioned<S> | null => {
  const content = contentOf(document, data)
  return content && isRecord(data) && typeof data['version'] === 'number'
    ? { ...content, version: data['version'] }
    : null
}

/** Merge conflicts are resolved field by field, with the document's texts. */
const fieldsOf = <S extends Shape>(
  { labels }: PeriodDocument<string, S>,
  inWords: (name: string, value: unknown) => string = (_name, value) => valueInWords(value),
): MergeFields<Content<S>> => {
  const fields: MergeFields<Content<S>> = {}
  for (const [name, label] of Object.entries(labels)) {
    const innerWords = (value: unknown) => inWords(name, value)
    const words = (values: object) => innerWords(Reflect.get(values, name))
    Object.assign(fields, { [name]: { label, words, innerWords } })
  }
  return fields
}
