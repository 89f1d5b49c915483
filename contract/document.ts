import * as z from 'zod/mini'
import { endpoint, one, type Endpoint } from './endpoint.ts'
import { idParams } from './fields.ts'
import { longTextLimit } from './rich-text.ts'

/**
 * Documents: parts of a set-up that are read and replaced whole, each with a version (the calls' rule of concurrency: a
 * PUT with a stale `version` answers 409 with the present document under `data`). A document is declared once; its
 * calls, its screen and the words of its history come from there.
 */

/** Keys that hold rich text, in whatever document: taken literally on the wire, and cleaned before they are kept. */
export const richTextKeys = ['body', 'intro', 'answer', 'confirmation'] as const

/** Rich text of a document, '' for none. */
export const richText = z.string().check(z.maxLength(longTextLimit))

/** What tells the items of a list apart when it is compared, merged and moved: made once, by whoever adds one. */
export const itemKey = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/))

/** The fields of a document by their names. */
export type Shape = Readonly<Record<string, z.core.$ZodType>>

/** What a document holds, besides its version. */
export type Content<S extends Shape> = z.output<z.ZodMiniObject<S, z.core.$strict>>

/** The same of a declared document: `ContentOf<typeof faqs>`. */
export type ContentOf<D extends VersionedDocument> = z.output<D['content']>

/** A document as its call gives it. */
export type Versioned<S extends Shape> = Content<S> & { readonly version: number }

/** Fields that do not go together: a dot path to the one that is shown to be wrong, and why. */
export type Misfit = readonly [path: string, message: string]

/** The name of a kind of document as a key: `enroll-form/intro` is `enroll_form_intro`. */
export const documentName = (kind: string): string => kind.replaceAll(/[-/]/g, '_')

/** Whose documents they are. */
interface Owner {
  /** Their calls stand below this path, which ends with the owner's `:id`. */
  readonly path: string
  /** 'a period' */
  readonly what: string
}

interface Declared<K extends string, S extends Shape> {
  readonly kind: K
  readonly label: string
  readonly shape: S
  readonly labels: Readonly<Record<keyof S & string, string>>
  readonly choices?: Readonly<Record<string, string>>
  readonly parts?: Readonly<Record<string, string>>
  readonly empty: Content<S>
  misfits?(content: Content<S>): readonly Misfit[]
  readonly isPublished?: boolean
  readonly isWebsite?: boolean
  readonly access?: 'school'
}

/** One kind of document. */
export interface VersionedDocument<K extends string = string, S extends Shape = Shape> {
  /** Its name in the path and in the database. */
  readonly kind: K
  /** What staff call it. */
  readonly label: string
  /** What staff call its fields: in the form, where it is refused, between two people's changes, in the history. */
  readonly labels: Readonly<Record<string, string>>
  /** The words of values that are choices. */
  readonly choices: Readonly<Record<string, string>>
  /** The words of what lies within a field, by its path: `premiums.enrolled`; `*.is_on` of whatever field. */
  readonly parts: Readonly<Record<string, string>>
  readonly content: z.ZodMiniObject<S, z.core.$strict>
  /** What its owner says before anybody has said anything. */
  readonly empty: Content<S>
  /** What the fields must hold together. */
  misfits(content: Content<S>): readonly Misfit[]
  /** Kept as a draft until somebody publishes it; otherwise it holds from the moment it is saved. */
  readonly isPublished: boolean
  /** A page or part of the student site. */
  readonly isWebsite: boolean
  /** Who may read it: product admins, or the school's admins too. Only product admins save it. */
  readonly access: 'admin' | 'school'
  readonly get: ReturnType<typeof readCall<S>>
  readonly replace: ReturnType<typeof replaceCall<S>>
}

/** Declares the kinds of documents of an owner, keeping their shapes: `documentsOf({ path: '/api/periods/:id', … })`. */
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
      misfits: () => [],
      isPublished: false,
      isWebsite: false,
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

/** `GET {owner}/{kind}` */
const readCall = <S extends Shape>(
  { path, what }: Owner,
  { kind, label, shape, access }: Called<S> & { readonly access: 'admin' | 'school' },
) =>
  endpoint({
    method: 'GET',
    path: `${path}/${kind}`,
    access,
    summary: `The document "${label}" of ${what}.`,
    params: idParams,
    reply: replyOf(shape),
  })

/**
 * `PUT {owner}/{kind}`: takes what the GET gave. Without `version` it replaces whatever is there; version 0 is a document
 * that nobody has saved yet.
 */
const replaceCall = <S extends Shape>({ path, what }: Owner, { kind, label, shape }: Called<S>) =>
  endpoint({
    method: 'PUT',
    path: `${path}/${kind}`,
    access: 'admin',
    summary: `Replaces the document "${label}" of ${what}.`,
    params: idParams,
    literal: richTextKeys,
    isLarge: true,
    body: z.strictObject({ ...shape, version: z.optional(z.int()) }),
    reply: replyOf(shape),
  })

/** Documents by the names that their calls have: `Faqs` is read by `getFaqs` and replaced by `replaceFaqs`. */
export type NamedDocuments = Readonly<Record<string, { readonly get: Endpoint; readonly replace: Endpoint }>>

/** The calls of documents, as rows of a room's table. */
export type DocumentCalls<D extends NamedDocuments> = {
  readonly [N in keyof D & string as `get${N}`]: D[N]['get']
} & { readonly [N in keyof D & string as `replace${N}`]: D[N]['replace'] }

/** The rows of a room for its documents. */
export const callsOf = <const D extends NamedDocuments>(documents: D): DocumentCalls<D> =>
  // Object.fromEntries forgets that the names are exactly these.
  Object.fromEntries(
    Object.entries(documents).flatMap(([name, { get, replace }]) => [
      [`get${name}`, get],
      [`replace${name}`, replace],
    ]),
  ) as DocumentCalls<D>

/** Two items of a list must not share a key. */
export const distinctKeys = (list: string, items: readonly { readonly key: string }[]): readonly Misfit[] =>
  items.flatMap(({ key }, index) =>
    items.findIndex((other) => other.key === key) === index
      ? []
      : [[`${list}.${index}.key`, 'The key is used twice.'] as const],
  )
