import { sql } from 'kysely'
import * as z from 'zod/mini'
import {
  suppressionLabels,
  suppressionSources,
  type SuppressedAddress,
  type SuppressionSource,
} from '#contract/mail/email-delivery/shapes.ts'
import type { TableQuery } from '#contract/platform/table-query.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import {
  filterConditions,
  likeText,
  officeTime,
  orderBy,
  pageOf,
  searchWords,
  type SqlColumn,
} from '#server/platform/lib/table.ts'
import { problem } from '#server/platform/problem.ts'

/** Returns those of some addresses that get no emails, in lower case, each with the reason in words. */
export const suppressedAmong = async (
  db: Database,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (addresses.length === 0) return new Map()
  const asked = [...new Set(addresses.map((address) => address.toLowerCase()))]
  const rows = await db
    .selectFrom('suppressed_addresses')
    .select(['address', 'source', 'reason'])
    .where('address', '=', sql<string>`any(${asked}::text[])`)
    .where('removed_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.address, wordsOf(row)]))
}

const source = z.enum(suppressionSources)

/** Why an address gets no emails, as staff read it at the email. */
const wordsOf = (row: { readonly source: string; readonly reason: string }): string =>
  `This address is blocked. ${suppressionLabels[z.parse(source, row.source)]}: ${row.reason}`

/** An address to add to the list. */
export interface Suppression {
  readonly address: string
  readonly source: SuppressionSource
  readonly reason: string
}

const columns: Record<'address' | 'source' | 'since', SqlColumn> = {
  address: { sql: sql`listed.address`, kind: 'text' },
  source: { sql: sql`listed.source`, kind: 'choice', choices: suppressionSources },
  since: { sql: sql`listed.since`, kind: 'instant' },
}

/** Returns a page of the listed addresses, searched by address. Addresses don’t belong to a school. */
export const listSuppressed = async (
  context: Context,
  query: TableQuery,
): Promise<{ rows: SuppressedAddress[]; total: number }> => {
  const words = searchWords(query.search).map(
    (word) => sql<boolean>`listed.address like ${`%${likeText(word).toLowerCase()}%`}`,
  )
  const conditions = [...words, ...filterConditions(columns, query.filters ?? {}, officeTime(context.clock))]
  const order = orderBy(columns, query.sort ?? [{ field: 'since', descending: true }], sql`listed.id`)
  return readListed(
    context,
    sql`${sql.join([sql`true`, ...conditions], sql` and `)}`,
    sql`${order} ${pageOf(query)}`,
  )
}

/** Returns a listed address. @throws Problem 404 */
export const getSuppressed = async (context: Context, id: number): Promise<SuppressedAddress> => {
  const { rows } = await readListed(context, sql`listed.id = ${id}`, sql``)
  const [row] = rows
  if (!row) throw problem.notFound()
  return row
}

const readListed = async (
  { db }: Pick<Context, 'db'>,
  where: ReturnType<typeof sql>,
  rest: ReturnType<typeof sql>,
): Promise<{ rows: SuppressedAddress[]; total: number }> => {
  const listed = sql`from suppressed_addresses listed where listed.removed_at is null and ${where}`
  const { rows } = await sql<SuppressedAddress>`
    select listed.id, listed.address, listed.source, listed.reason, listed.since,
      (select jsonb_build_object('id', users.id, 'name', users.first_name || ' ' || users.last_name)
        from users where users.id = listed.added_by) as added_by
    ${listed} ${rest}`.execute(db)
  const count = await sql<{ total: number }>`select count(*)::int as total ${listed}`.execute(db)
  return { rows, total: count.rows[0]?.total ?? 0 }
}
