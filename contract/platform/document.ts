import * as z from 'zod/mini'
import { endpoint, one, type Endpoint } from './endpoint.ts'
import { idParams } from './fields.ts'
import { longTextLimit } from './rich-text.ts'

/**
 * Documents: sections of a setup that are read and replaced whole and have a version. A PUT with a stale
 * `version` returns 409 with the current document in `data`. Each document is declared once; its calls, its
 * screen and its labels in the history are derived from the declaration.
 */

/**
 * Keys that contain rich text in any document. They’re taken literally on the wire and cleaned before they’re
 * saved.
 */
export const richTextKeys = ['body', 'intro', 'answer', 'confirmation'] as const

/** The rich text of a document; '' if there is none. */
export const richText = z.string().check(z.maxLength(longTextLimit))

/**
 * The key of an item in a list. It identifies the item in comparisons, merges and reorders, and is created with
 * the item.
 */
export const itemKey = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/))

/** The fields of a document by name. */
export type Shape = Readonly<Record<string, z.core.$ZodType>>

/** The content of a document, without its version. */
export type Content<S extends Shape> = z.output<z.ZodMiniObject<S, z.core.$strict>>

/** The content of a declared document: `ContentOf<typeof faqs>`. */
export type ContentOf<D extends VersionedDocument> = z.output<D['content']>

/** A document as its call returns it. */
export type Versioned<S extends Shape> = Content<S> & { readonly version: number }

/** A combination of fields that isn’t allowed: the dot path of the field to mark, and the reason. */
export type ContentIssue = readonly [path: string, message: string]

/** Returns the name of a document kind as a key: `enroll-form/intro` becomes `enroll_form_intro`. */
export const documentName = (kind: string): string => kind.replaceAll(/[-/]/g, '_')

/** The owner of a set of documents. */
interface Owner {
  /** The path of the calls. It ends with the owner’s `:id`. */
  readonly path: string
  /** The owner as a noun with its article, for example 'a period'. */
  readonly what: string
}

/**
 * What of a record stays as it is after a change of a field: the premium of enrolled students, or another part. Staff find both
 * in the comparison of records with the setup, and some nowhere.
 */
export type KeptAs = 'premium' | 'setup' | 'nowhere'

interface Declared<K extends string, S extends Shape> {
  readonly kind: K
  readonly label: string
  readonly shape: S
  readonly labels: Readonly<Record<keyof S & string, string>>
  readonly choices?: Readonly<Record<string, string>>
  readonly parts?: Readonly<Record<string, string>>
  readonly empty: Content<S>
  issues?(content: Content<S>): readonly ContentIssue[]
  readonly isPublished?: boolean
  readonly isWebsite?: boolean
  readonly isSeenOnSave?: boolean
  readonly access?: 'school'
  readonly recordsKeep?: Readonly<Partial<Record<keyof S & string, KeptAs>>>
}

/** A kind of configuration document: its content, labels and calls. */
export interface VersionedDocument<K extends string = string, S extends Shape = Shape> {
  /** The name in the path and in the database. */
  readonly kind: K
  /** The label on screens. */
  readonly label: string
  /** The labels of the fields: in the form, in errors, in conflicts between two users and in the history. */
  readonly labels: Readonly<Record<string, string>>
  /** The labels of values that are choices. */
  readonly choices: Readonly<Record<string, string>>
  /** The labels of nested fields by path: `premiums.enrolled`, or `*.is_on` for any field. */
  readonly parts: Readonly<Record<string, string>>
  readonly content: z.ZodMiniObject<S, z.core.$strict>
  /** The content before anyone has saved the document. */
  readonly empty: Content<S>
  /** Checks that involve several fields. */
  issues(content: Content<S>): readonly ContentIssue[]
  /** Whether the document stays a draft until it’s published. Otherwise it applies when it’s saved. */
  readonly isPublished: boolean
  /** Whether it’s part of the student website. */
  readonly isWebsite: boolean
  /** Whether the student site shows what’s saved, without publishing. */
  readonly isSeenOnSave: boolean
  /** Who can read it: product admins only, or school admins too. Only product admins can save it. */
  readonly access: 'admin' | 'school'
  /** The fields whose change only new records get. A change of any other field applies at once, or when it’s published. */
  readonly recordsKeep: Readonly<Partial<Record<string, KeptAs>>>
  readonly get: ReturnType<typeof readCall<S>>
  readonly replace: ReturnType<typeof replaceCall<S>>
}

/**
 * Declares the document kinds of an owner and keeps their types: `documentsOf({ path: '/api/periods/:id', …
 * })`.
 */
export const documentsOf =
  (owner: Owner) =>
  <const K extends string, const S extends Shape>({
    shape,
    ...row
  }: Declared<K, S>): VersionedDocument<K, S> & {
    readonly labels: Readonly<Record<keyof S & string, string>>
  } => {
    const { access = 'admin' } = row
    return {
      choices: {},
      parts: {},
      issues: () => [],
      isPublished: false,
      isWebsite: false,
      isSeenOnSave: false,
      recordsKeep: {},
      ...row,
      access,
      content: z.strictObject(shape),
      get: readCall(owner, { ...row, shape, access }),
      replace: replaceCall(owner, { ...row, shape }),
    }
  }

interface Called<S extends Shape> {
  readonly kind: string
  readonly label: string
  readonly shape: S
}

const replyOf = <S extends Shape>(shape: S) => one(z.object({ ...shape, version: z.int() }))

/** Returns the endpoint `GET {owner}/{kind}`. */
const readCall = <S extends Shape>(
  { path, what }: Owner,
  { kind, label, shape, access }: Called<S> & { readonly access: 'admin' | 'school' },
) =>
  endpoint({
    method: 'GET',
    path: `${path}/${kind}`,
    access,
    summary: `Returns the “${label}” section of ${what}.`,
    params: idParams,
    reply: replyOf(shape),
  })

/**
 * Returns the endpoint `PUT {owner}/{kind}`. It accepts what the GET returned. Without `version`, it replaces
 * any version; version 0 means that no one has saved the document yet.
 */
const replaceCall = <S extends Shape>({ path, what }: Owner, { kind, label, shape }: Called<S>) =>
  endpoint({
    method: 'PUT',
    path: `${path}/${kind}`,
    access: 'admin',
    summary: `Replaces the “${label}” section of ${what}.`,
    params: idParams,
    literal: richTextKeys,
    isLarge: true,
    body: z.strictObject({ ...shape, version: z.optional(z.int()) }),
    reply: replyOf(shape),
  })

/** Documents by the name in their calls: `Faqs` is read by `getFaqs` and replaced by `replaceFaqs`. */
type NamedDocuments = Readonly<Record<string, { readonly get: Endpoint; readonly replace: Endpoint }>>

/** The calls of documents, as rows of a module’s endpoint table. */
export type DocumentCalls<D extends NamedDocuments> = {
  readonly [N in keyof D & string as `get${N}`]: D[N]['get']
} & { readonly [N in keyof D & string as `replace${N}`]: D[N]['replace'] }

/** Returns the endpoint rows of a module’s documents. */
export const callsOf = <const D extends NamedDocuments>(documents: D): DocumentCalls<D> =>
  // Object.fromEntries drops the type of the names
  Object.fromEntries(
    Object.entries(documents).flatMap(([name, { get, replace }]) => [
      [`get${name}`, get],
      [`replace${name}`, replace],
    ]),
  ) as DocumentCalls<D>

/** Returns an issue for each item whose key is already used in the list. */
export const distinctKeys = (
  list: string,
  items: readonly { readonly key: string }[],
): readonly ContentIssue[] =>
  items.flatMap(({ key }, index) =>
    items.findIndex((other) => other.key === key) === index
      ? []
      : [[`${list}.${index}.key`, 'Each item must have a unique key.'] as const],
  )
