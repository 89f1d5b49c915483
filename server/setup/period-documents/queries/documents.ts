import * as z from 'zod/mini'
import type { Content } from '#contract/platform/document.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { periodDocuments } from '#contract/setup/period-documents/documents.ts'
import { type getPeriod, scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'
import {
  enrollFormDropdowns,
  optionFields,
  type OptionField,
  type Options,
} from '#contract/setup/period-documents/dropdowns.ts'

type PeriodRow = Awaited<ReturnType<typeof getPeriod>>
export type Shape = Readonly<Record<string, z.core.$ZodType>>

/** A document as its call returns it. */
export type Versioned<S extends Shape> = Content<S> & { readonly version: number }

/** Fields of documents that are columns of the period. Its `about` has them too. */
const ownColumns = {
  dates: ['starts_on', 'ends_on', 'waiver_deadline_on'],
  'enrollment-options': ['medical_offered', 'dental_offered', 'vision_offered', 'medical_is_voluntary'],
} as const satisfies Record<string, readonly (keyof PeriodRow)[]>

type OwnColumn = (typeof ownColumns)[keyof typeof ownColumns][number]

/** Returns which of a document’s fields are columns of the period. */
export const ownColumnsOf = (kind: string): readonly OwnColumn[] =>
  new Map<string, readonly OwnColumn[]>(Object.entries(ownColumns)).get(kind) ?? []

/** Returns the documents that contain one of these columns. */
export const kindsShowing = (columns: ReadonlySet<string>): readonly string[] =>
  Object.entries(ownColumns)
    .filter(([, own]) => own.some((column) => columns.has(column)))
    .map(([kind]) => kind)

/**
 * Parses saved content with the current shape; fields that older versions didn’t have get the value of an empty
 * document. Null if it doesn’t match, or if a newer version saved fields that the next save would lose. A
 * change that removes a key from a shape must remove it from saved content in a migration.
 */
export const findContent = <S extends Shape>(
  document: PeriodDocument<string, S>,
  stored: unknown,
  period: Pick<PeriodRow, OwnColumn> | null,
): Content<S> | null => {
  const own = period
    ? Object.fromEntries(ownColumnsOf(document.kind).map((column) => [column, period[column]]))
    : {}
  return z.safeParse(document.content, { ...document.empty, ...asObject(stored), ...own }).data ?? null
}

/** Parses saved content or fails. @throws Problem unknown_content */
export const contentOf = <S extends Shape>(
  document: PeriodDocument<string, S>,
  stored: unknown,
  period: PeriodRow | null,
): Content<S> => {
  const content = findContent(document, stored, period)
  if (content === null) throw problem.unknownContent(document.label)
  return content
}

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})

/** Returns a document of a period. @throws Problem 404, unknown_content */
export const readDocument = async <S extends Shape>(
  context: ScopeContext,
  periodId: number,
  document: PeriodDocument<string, S>,
): Promise<Versioned<S>> => (await readDocuments(context, periodId, [document]))(document)

/** A document’s kind, whatever its content. */
export type Kind = Pick<PeriodDocument, 'kind'>

/**
 * Returns a function that returns any of these documents of a period, which throws unknown_content if this version can’t
 * read it. @throws Problem 404
 */
export const readDocuments = async (
  context: ScopeContext,
  periodId: number,
  documents: readonly Kind[],
): Promise<<S extends Shape>(document: PeriodDocument<string, S>) => Versioned<S>> => {
  const find = await readSaved(context, periodId, documents)
  return (document) => {
    const content = find(document)
    if (content === null) throw problem.unknownContent(document.label)
    return content
  }
}

/** Returns a document kind by name. @throws Problem 422 on `field` */
export const selectKind = (kind: string, field = 'kind'): PeriodDocument => {
  const document = periodDocuments.find((known) => known.kind === kind)
  if (!document) throw problem.selected(field)
  return document
}

/** A function that returns one of a period’s documents; null if this version can’t read it. */
export type ReadSaved = <S extends Shape>(document: PeriodDocument<string, S>) => Versioned<S> | null

/** Returns what is saved for a period, or only some documents of it, to be parsed document by document. @throws Problem 404 */
export const readSaved = async (
  context: ScopeContext,
  periodId: number,
  only?: readonly Kind[],
): Promise<ReadSaved> => {
  const rows = await selectSaved(context, periodId, only)
  const [period] = rows
  if (!period) throw problem.notFound()
  return (document) => {
    const row = rows.find(({ kind }) => kind === document.kind)
    const content = findContent(document, row?.content, period)
    return content && { ...content, version: row?.version ?? 0 }
  }
}

const selectSaved = (context: ScopeContext, periodId: number, only: readonly Kind[] | undefined) =>
  scope
    .periods(context)
    .leftJoin('period_documents as document', (on) => {
      const ofPeriod = on
        .onRef('document.school_id', '=', 'periods.school_id')
        .onRef('document.period_id', '=', 'periods.id')
      return only
        ? ofPeriod.on(
            'document.kind',
            'in',
            only.map(({ kind }) => kind),
          )
        : ofPeriod
    })
    .select([
      ...Object.values(ownColumns).flatMap((own) => own.map((column) => `periods.${column}` as const)),
      'document.kind',
      'document.content',
      'document.version',
    ])
    .where('periods.id', '=', periodId)
    .execute()

/** The documents of a period by kind, and the kinds that can’t be read. */
export interface AllDocuments {
  readonly documents: Record<string, { version: number }>
  readonly unreadable: string[]
}

/** Returns all saved documents of a period that the caller can read. */
export const allDocuments = (read: ReadSaved, access: PeriodDocument['access']): AllDocuments => {
  const known: readonly PeriodDocument[] = periodDocuments
  const found = known
    .filter((document) => access === 'admin' || document.access === access)
    .map((document) => [document.kind, read(document)] as const)
  return {
    documents: Object.fromEntries(
      found.flatMap(([kind, content]) => (content === null ? [] : [[kind, content] as const])),
    ),
    unreadable: found.filter(([, content]) => content === null).map(([kind]) => kind),
  }
}

export const isOptionField = (field: string): field is OptionField =>
  optionFields.some((known) => known === field)

/**
 * Returns the options of a period by field, including retired ones; null if they can’t be read.
 * @throws Problem 404
 */
export const listOptions = async (context: ScopeContext, periodId: number): Promise<Options | null> =>
  (await readSaved(context, periodId, [enrollFormDropdowns]))(enrollFormDropdowns)?.options ?? null

/** Returns the options of a field in a period without retired ones; empty if they can’t be read. */
export const offeredOptions = async (
  context: ScopeContext,
  periodId: number,
  field: OptionField,
): Promise<string[]> => {
  const kept = (await readSaved(context, periodId, [enrollFormDropdowns]))(enrollFormDropdowns)
  return (kept?.options[field] ?? []).filter(({ is_retired }) => !is_retired).map(({ value }) => value)
}
