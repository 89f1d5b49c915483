import * as z from 'zod/mini'
import { endpoint, one } from '../endpoint.ts'
import { charge, idParams } from '../fields.ts'
import { longTextLimit } from '../rich-text.ts'

/**
 * The documents of a period: its set-up, each part one versioned document that is read and replaced whole (the calls'
 * rule of concurrency: a PUT with a stale `version` answers 409 with the present document under `data`).
 */

/** Keys that hold rich text, in whatever document: taken literally on the wire, and cleaned before they are kept. */
export const richTextKeys = ['body', 'intro', 'answer', 'confirmation'] as const

/** Rich text of a document, '' for none. */
export const richText = z.string().check(z.maxLength(longTextLimit))

/** What tells the items of a list apart when it is compared, merged and moved: made once, by whoever adds one. */
export const itemKey = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/))

type Shape = Readonly<Record<string, z.core.$ZodType>>

/** What a document holds, besides its version. */
export type Content<S extends Shape> = z.output<z.ZodMiniObject<S, z.core.$strict>>

/** The same of a declared document: `ContentOf<typeof faqs>`. */
export type ContentOf<D extends PeriodDocument> = z.output<D['content']>

/** Fields that do not go together: a dot path to the one that is shown to be wrong, and why. */
export type Misfit = readonly [path: string, message: string]

/** The name of a kind of document as a key: `enroll-form/intro` is `enroll_form_intro`. */
export const documentName = (kind: string): string => kind.replaceAll(/[-/]/g, '_')

/** One kind of document. */
export interface PeriodDocument<K extends string = string, S extends Shape = Shape> {
  /** Its name in the path and in the database. */
  readonly kind: K
  /** What staff call it. */
  readonly label: string
  readonly content: z.ZodMiniObject<S, z.core.$strict>
  /** What a period says before anybody has said anything. */
  readonly empty: Content<S>
  /** What the fields must hold together. */
  misfits(content: Content<S>): readonly Misfit[]
  /** Kept as a draft until somebody publishes it; otherwise it holds from the moment it is saved. */
  readonly isPublished: boolean
  /** A page or part of the student site. */
  readonly isWebsite: boolean
  /** Who may read it: product admins, or the school's admins too. Only product admins save it. */
  readonly access: 'admin' | 'school'
}

interface Declared<K extends string, S extends Shape> {
  readonly kind: K
  readonly label: string
  readonly shape: S
  readonly empty: Content<S>
  misfits?(content: Content<S>): readonly Misfit[]
  readonly isPublished?: boolean
  readonly isWebsite?: boolean
  readonly access?: 'school'
}

/** Declares a kind of document, keeping its shape. */
export const periodDocument = <const K extends string, const S extends Shape>({
  shape,
  ...row
}: Declared<K, S>): PeriodDocument<K, S> => ({
  misfits: () => [],
  isPublished: false,
  isWebsite: false,
  access: 'admin',
  ...row,
  content: z.strictObject(shape),
})

/** Two items of a list must not share a key. */
export const distinctKeys = (list: string, items: readonly { readonly key: string }[]): readonly Misfit[] =>
  items.flatMap(({ key }, index) =>
    items.findIndex((other) => other.key === key) === index
      ? []
      : [[`${list}.${index}.key`, 'The key is used twice.'] as const],
  )

/** Amounts above the most that a premium or fee can be. Judged when saved: what was saved earlier stays readable. */
export const chargeMisfits = (
  path: string,
  amounts: Readonly<Record<string, string | null>>,
): readonly Misfit[] =>
  Object.entries(amounts).flatMap(([name, amount]) => {
    const refused = amount === null ? undefined : z.safeParse(charge, amount).error?.issues[0]
    return refused ? [[`${path}${path && '.'}${name}`, refused.message] as const] : []
  })

const replyOf = <K extends string, S extends Shape>(document: PeriodDocument<K, S>) =>
  one(z.object({ ...document.content.shape, version: z.int() }))

/** `GET /api/periods/:id/{kind}` */
export const readsDocument = <const K extends string, const S extends Shape>(
  document: PeriodDocument<K, S>,
) =>
  endpoint({
    method: 'GET',
    path: `/api/periods/:id/${document.kind}`,
    access: document.access,
    summary: `The document "${document.label}" of a period.`,
    params: idParams,
    reply: replyOf(document),
  })

/**
 * `PUT /api/periods/:id/{kind}`: takes what the GET gave. Without `version` it replaces whatever is there; version 0
 * is a document that nobody has saved yet.
 */
export const replacesDocument = <const K extends string, const S extends Shape>(
  document: PeriodDocument<K, S>,
) =>
  endpoint({
    method: 'PUT',
    path: `/api/periods/:id/${document.kind}`,
    access: 'admin',
    summary: `Replaces the document "${document.label}" of a period.`,
    params: idParams,
    literal: richTextKeys,
    isLarge: true,
    body: z.strictObject({ ...document.content.shape, version: z.optional(z.int()) }),
    reply: replyOf(document),
  })
