import * as z from 'zod/mini'
import { documentsOf, type Misfit, type Shape, type VersionedDocument } from '../document.ts'
import { charge } from '../fields.ts'

/** A kind of document of a period: a part of its set-up. */
export type PeriodDocument<K extends string = string, S extends Shape = Shape> = VersionedDocument<K, S>

/** Declares one. */
export const periodDocument = documentsOf({ path: '/api/periods/:id', what: 'a period' })

/** Amounts above the most that a premium or fee can be. Judged when saved: what was saved earlier stays readable. */
export const chargeMisfits = (
  path: string,
  amounts: Readonly<Record<string, string | null>>,
): readonly Misfit[] =>
  Object.entries(amounts).flatMap(([name, amount]) => {
    const refused = amount === null ? undefined : z.safeParse(charge, amount).error?.issues[0]
    return refused ? [[`${path}${path && '.'}${name}`, refused.message] as const] : []
  })
