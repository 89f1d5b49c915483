import { sql } from 'kysely'
import type { FieldChange, HistoryKind } from '#contract/platform/history/shapes.ts'
import type { InsuranceCompanyChange } from '#contract/records/insurance-companies/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import type { Entry } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { findCompany, findNamesake, type CompanyRow } from './queries.ts'

/** The fields that a request can change, without the version. */
export type CompanyFields = Omit<InsuranceCompanyChange, 'version'>

/** Returns the history entry of a company. Companies don’t belong to a school. */
export const companyEntry = (id: number, kind: HistoryKind, changes: readonly FieldChange[]): Entry => ({
  kind,
  subject: { type: 'insurance_company', id },
  changes,
})

/** Serializes changes of names until the end of the transaction, so that two companies can’t take the same one. */
export const lockNames = async ({ db }: Pick<Context, 'db'>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('shipmate_company_names', 0))`.execute(db)
}

/** Returns companies locked in ID order, before any record that uses them. Missing ones are left out. */
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

/** Returns a company, locked. @throws Problem 404 */
export const lockCompany = async (context: Context, id: number): Promise<CompanyRow> => {
  const row = (await lockCompanies(context, [id])).get(id)
  if (!row) throw problem.notFound()
  return row
}

/** Checks that no other company has the name. @throws Problem 422 on `name` or `aliases` */
export const assertOwnNames = async (
  context: Context,
  { name, aliases }: { readonly name: string; readonly aliases: readonly string[] },
  except: readonly number[],
): Promise<void> => {
  const own = await findNamesake(context, [name], except)
  if (own)
    throw problem.invalid({
      name: `“${name}” is already a name of ${own.name}. Merge the two companies or use a different name.`,
    })
  const other = await findNamesake(context, aliases, except)
  if (other) throw problem.invalid({ aliases: `“${other.taken}” is already a name of ${other.name}.` })
}

/** Saves fields of a company that was found and locked. */
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
