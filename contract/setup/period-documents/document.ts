import * as z from 'zod/mini'
import {
  documentsOf,
  type ContentIssue,
  type Shape,
  type VersionedDocument,
} from '#contract/platform/document.ts'
import { charge } from '#contract/platform/fields.ts'

/** A kind of period document: a section of its setup. */
export type PeriodDocument<K extends string = string, S extends Shape = Shape> = VersionedDocument<K, S>

/** Declares the kind of a period document. */
export const periodDocument = documentsOf({ path: '/api/periods/:id', what: 'a period' })

/**
 * Returns issues for amounts above the largest premium or fee. Checked only on save, so that documents saved
 * earlier stay readable.
 */
export const amountIssues = (
  path: string,
  amounts: Readonly<Record<string, string | null>>,
): readonly ContentIssue[] =>
  Object.entries(amounts).flatMap(([name, amount]) => {
    const refused = amount === null ? undefined : z.safeParse(charge, amount).error?.issues[0]
    return refused ? [[`${path}${path && '.'}${name}`, refused.message] as const] : []
  })
