import { sql } from 'kysely'
import type { insuranceCompanyColumns } from '#contract/insurance-companies/shapes.ts'
import type { TableQuery } from '#contract/table-query.ts'
import type { Context } from '../context.ts'
import { filterConditions, officeTime, orderBy, pageOf, searchWords, type SqlColumn } from '../lib/table.ts'

const columns: Record<keyof typeof insuranceCompanyColumns, SqlColumn> = {
  name: { sql: sql`company.name`, kind: 'text' },
}

/** A page of companies, found by name or alias. They belong to no school. */
export const listCompanies = async ({ db, clock }: Pick<Context, 'db' | 'clock'>, query: TableQuery) => {
  const words = searchWords(query.search).map(
    (word) =>
      sql`position(shipmate_fold(${word}) in shipmate_fold(company.name || ' ' || array_to_string(company.aliases, ' '))) > 0`,
  )
  const conditions = [
    sql`company.deleted_at is null`,
    ...words,
    ...filterConditions(columns, query.filters ?? {}, officeTime(clock)),
  ]
  const where = sql`from insurance_companies company where ${sql.join(conditions, sql` and `)}`
  const order = orderBy(columns, query.sort ?? [{ field: 'name', descending: false }], sql`company.id`)
  const [rows, count] = await Promise.all([
    sql<{ id: number; name: string; aliases: string[] }>`
      select company.id, company.name, company.aliases ${where} ${order} ${pageOf(query)}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total ${where}`.execute(db),
  ])
  return { rows: rows.rows, total: count.rows[0]?.total ?? 0 }
}
