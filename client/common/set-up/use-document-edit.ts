import type * as z from 'zod/mini'
import { richTextKeys, type Content, type PeriodDocument } from '#contract/periods/document.ts'
import { listPeriodDocuments } from '#contract/periods/endpoints.ts'
import type { Schema } from '#contract/endpoint.ts'
import type { MergeFields } from '#client/lib/merge.ts'
import { usePartEdit, type PartEdit } from '#client/common/use-part-edit.tsx'
import { UnreadableError } from '#client/common/unreadable.tsx'
import { call } from '#client/lib/call.ts'
import { isRecord } from '#client/lib/plain-record.ts'
import { valueInWords } from './document-words.ts'

type Shape = Readonly<Record<string, z.core.$ZodType>>
export type Versioned<S extends Shape> = Content<S> & { readonly version: number }
/** The names of a document's parts, in the order of the page. */
export type Labels<S extends Shape> = Readonly<Record<keyof Content<S> & string, string>>
/** A document being edited. */
export type DocumentEdit<S extends Shape> = PartEdit<Content<S>>

interface Options<S extends Shape> {
  readonly document: PeriodDocument<string, S>
  readonly periodId: number
  /** The body of the call that replaces it. */
  readonly schema: Schema
  readonly record: Versioned<S>
  /** The form's name among the drafts, where it is not the document's. */
  readonly draftForm?: string
  /** What two people may have changed is chosen by these. */
  readonly labels: Labels<S>
  /** A value of a part in words, where the usual ones would not do. */
  readonly words?: (name: string, value: unknown) => string
  /** One of several on a screen, which guards them, tries again and says what is saved by itself. */
  readonly isPart?: boolean
  /** Sends the whole document; failures reject with an `ApiError`. */
  readonly save: (body: Versioned<S>) => Promise<{ readonly version: number }>
}

/**
 * A form over a document of a period: drafts, a guard before leaving, one try more when the network is back, and a
 * choice part by part when somebody saved it meanwhile. What is not such a document is never taken for an empty one.
 *
 * @throws UnreadableError shown by `Readable`
 */
export const useDocumentEdit = <S extends Shape>(options: Options<S>): DocumentEdit<S> => {
  const { document, periodId, schema, record, labels, words, isPart = false, save } = options
  const what = `“${document.label}”`
  return usePartEdit<Versioned<S>, Content<S>, Content<S>>({
    part: {
      what,
      savedTitle: `${document.label} saved`,
      schema,
      literal: richTextKeys,
      fields: fieldsOf(labels, words),
      valuesOf: (value) => contentOf(document, value),
      factsOf: (value) => {
        const content = contentOf(document, value)
        if (content === null) throw new UnreadableError(what)
        return content
      },
      factsIn: (body) => contentOf(document, body),
      versionOf: ({ version }) => version,
      readStale: (data) => versionedIn(document, data),
      readSavedBy: async () => {
        const states = await call(listPeriodDocuments, { params: { id: periodId } })
        const state = states.find(({ kind }) => kind === document.kind)
        return state?.updated_by && state.updated_at !== null
          ? { name: state.updated_by.name, at: state.updated_at }
          : null
      },
    },
    record,
    draft: { form: options.draftForm ?? `${document.kind.replaceAll('/', '-')}:${periodId}` },
    isOneOfSeveral: isPart,
    save: async (content, version) => {
      const saved = await save({ ...content, version })
      return versionedIn(document, saved) ?? { ...content, version: saved.version }
    },
  })
}

const contentOf = <S extends Shape>(
  document: PeriodDocument<string, S>,
  value: unknown,
): Content<S> | null => {
  if (!isRecord(value)) return null
  const { version: _version, ...content } = value
  return document.content.safeParse(content).data ?? null
}

/** A document with its version, from what the server says of it. */
const versionedIn = <S extends Shape>(
  document: PeriodDocument<string, S>,
  data: unknown,
): Versioned<S> | null => {
  const content = contentOf(document, data)
  return content && isRecord(data) && typeof data['version'] === 'number'
    ? { ...content, version: data['version'] }
    : null
}

const fieldsOf = <S extends Shape>(
  labels: Labels<S>,
  inWords: Options<S>['words'],
): MergeFields<Content<S>> => {
  const fields: MergeFields<Content<S>> = {}
  for (const [name, label] of Object.entries<string>(labels)) {
    const words = (values: object) => {
      const value: unknown = Reflect.get(values, name)
      return inWords ? inWords(name, value) : valueInWords(value)
    }
    const innerWords = (value: unknown) => (inWords ? inWords(name, value) : valueInWords(value))
    Object.assign(fields, { [name]: { label, words, innerWords } })
  }
  return fields
}
