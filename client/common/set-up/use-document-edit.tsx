import { useState, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import { richTextKeys, type Content, type PeriodDocument } from '#contract/periods/document.ts'
import type { Schema } from '#contract/endpoint.ts'
import { MergeDialog } from '#client/common/merge-dialog.tsx'
import type { MergeFields } from '#client/common/merge.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { useWhenOnline } from '#client/lib/use-when-online.ts'
import { beginAgain } from '#client/ui/form/begin-again.ts'
import { useDirtyGuard } from '#client/ui/form/dirty-guard.ts'
import { keepsDraft, useRecordForm, type RecordForm } from '#client/ui/form/use-record-form.ts'
import { useToast } from '#client/ui/toast.tsx'
import { valueInWords } from './document-words.ts'

type Shape = Readonly<Record<string, z.core.$ZodType>>
export type Versioned<S extends Shape> = Content<S> & { readonly version: number }
/** The names of a document's parts, in the order of the page. */
export type Labels<S extends Shape> = Readonly<Record<keyof Content<S> & string, string>>

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
  readonly save: (body: Versioned<S>) => Promise<Versioned<S>>
}

/** A document being edited. */
export interface DocumentEdit<S extends Shape> {
  readonly form: RecordForm<Content<S>>
  readonly isDirty: boolean
  /** The network is away: what is typed is kept, and is sent when it is back. */
  readonly isWaiting: boolean
  /** The choice between two people's changes, while there is one. */
  readonly conflict: ReactNode
}

const contentOf = <S extends Shape>(
  document: PeriodDocument<string, S>,
  value: unknown,
): Content<S> | null => {
  if (typeof value !== 'object' || value === null) return null
  const { version: _version, ...content } = { version: 0, ...value }
  return document.content.safeParse(content).data ?? null
}

/** What somebody else has saved, from a refusal that says so. */
const theirsIn = <S extends Shape>(
  document: PeriodDocument<string, S>,
  error: unknown,
): Versioned<S> | null => {
  if (!(error instanceof ApiError) || error.kind !== 'stale') return null
  const content = contentOf(document, error.data)
  const version: unknown = Reflect.get(Object(error.data), 'version')
  return content && typeof version === 'number' ? { ...content, version } : null
}

/**
 * A form over a document of a period: drafts, a guard before leaving, one try more when the network is back, and a
 * choice part by part when somebody saved it meanwhile.
 */
export const useDocumentEdit = <S extends Shape>(options: Options<S>): DocumentEdit<S> => {
  const { document, periodId, schema, record, save, isPart = false } = options
  const toast = useToast()
  const [current, setCurrent] = useState(record)
  const [isWaiting, setWaiting] = useState(false)
  const [stale, setStale] = useState<Stale<S> | null>(null)
  const send = async (content: Content<S>, version: number): Promise<typeof keepsDraft | undefined> => {
    const submitted = structuredClone(form.methods.getValues())
    try {
      const saved = await save({ ...content, version })
      setStale(null)
      setWaiting(false)
      setCurrent(saved)
      beginAgain(form.methods, submitted, contentOf(document, saved) ?? content)
      if (!isPart) toast.show({ tone: 'success', title: `${document.label} saved` })
      return undefined
    } catch (error) {
      setWaiting(error instanceof ApiError && error.kind === 'network')
      const theirs = theirsIn(document, error)
      if (theirs === null) throw error
      setStale({ mine: content, theirs })
      return keepsDraft
    }
  }
  const form = useRecordForm<Content<S>, Schema>({
    schema,
    defaults: contentOf(document, record) ?? document.empty,
    literal: richTextKeys,
    draft: {
      form: options.draftForm ?? `${document.kind.replaceAll('/', '-')}:${periodId}`,
      version: record.version,
    },
    onSubmit: async (body) => {
      const content = contentOf(document, body)
      return content ? send(content, current.version) : keepsDraft
    },
  })
  const isDirty = useDirtyGuard(form, !isPart)
  useWhenOnline(isWaiting && !isPart, form.submit)
  const conflict = stale && (
    <Conflict {...options} current={current} stale={stale} onClose={() => setStale(null)} onSave={send} />
  )
  return { form, isDirty, isWaiting, conflict }
}

interface Stale<S extends Shape> {
  readonly mine: Content<S>
  readonly theirs: Versioned<S>
}

interface ConflictProps<S extends Shape> extends Pick<Options<S>, 'document' | 'labels' | 'words'> {
  current: Versioned<S>
  stale: Stale<S>
  onClose: () => void
  onSave: (content: Content<S>, version: number) => Promise<unknown>
}

const Conflict = <S extends Shape>({
  document,
  labels,
  words,
  current,
  stale,
  onClose,
  onSave,
}: ConflictProps<S>) => (
  <MergeDialog<Content<S>>
    // a document that was saved once more is another choice
    key={stale.theirs.version}
    dialog={{ open: true, onClose }}
    what={`“${document.label}”`}
    fields={fieldsOf(labels, words)}
    base={contentOf(document, current) ?? document.empty}
    mine={stale.mine}
    theirs={contentOf(document, stale.theirs) ?? document.empty}
    onSave={async (values) => void (await onSave(values, stale.theirs.version))}
  />
)

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
    Object.assign(fields, { [name]: { label, words } })
  }
  return fields
}
