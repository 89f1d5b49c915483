import { sql } from 'kysely'
import type { FieldChange, HistoryKind } from '#contract/history/shapes.ts'
import type { InsuranceCompanyChange } from '#contract/insurance-companies/shapes.ts'
import type { Context } from '../context.ts'
import type { Entry } from '../history/index.ts'
import { problem } from '../problem.ts'
import { findCompany, findNamesake, type CompanyRow } from './queries.ts'

/** Fields of a company that are written. */
export type CompanyFields = Omit<InsuranceCompanyChange, 'version'>

/** What became of a company, as history tells it. Companies belong to no school. */
export const companyEntry = (id: number, kind: HistoryKind, changes: readonly FieldChange[]): Entry => ({
  kind,
  subject: { type: 'insurance_company', id },
  changes,
})

/** Names are given one at a time, until the end of the transaction: two companies cannot take the same one at once. */
export const lockNames = async ({ db }: Pick<Context, 'db'>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('shipmate_company_names', 0))`.execute(db)
}

/** Companies for a change: locked in the order of their ids, before any record that uses them. Those that are not there are missing. */
export const lockCompanies = async (
  context: Context,
  ids: readonly number[],
): Promise<Map<number, CompanyRow>> => {
  await sql`select from insurance_companies where id = any(${[...ids]}::bigint[]) order by id for update`.execute(
    context.db,
  )
  const found = await Promise.all(ids.map((id) => findCompany(context, id)))
  return new Map(found.flatMap((row) => (row ? [[row.id, row]] : [])))
}

/** @throws Problem 404 */
export const lockCompany = async (context: Context, id: number): Promise<CompanyRow> => {
  const row = (await lockCompanies(context, [id])).get(id)
  if (!row) throw problem.notFound()
  return row
}

/** @throws Problem 422 on `name` or `aliases` when another company is known by it */
export const assertOwnNames = async (
  context: Context,
  { name, aliases }: { readonly name: string; readonly aliases: readonly string[] },
  except: readonly number[],
): Promise<void> => {
  const own = await findNamesake(context, [name], except)
  if (own)
    throw problem.invalid({
      name: `“${name}” is a name of ${own.name} already. Merge the two, or tell them apart.`,
    })
  const other = await findNamesake(context, aliases, except)
  if (other) throw problem.invalid({ aliases: `“${other.taken}” is a name of ${other.name} already.` })
}

/** Writes fields of a company that was found and locked. */
export const writeCompany = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  id: number,
  fields: CompanyFields & { readonly deleted_at?: string | null },
): Promise<void> => {
  await db
    .updateTable('insurance_companies')
    .set((row) => ({ ...fields, version: row('version', '+', 1), updated_at: clock.now().toISOString() }))
    .where('id', '=', id)
    .execute()
}
