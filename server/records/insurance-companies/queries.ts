import { sql, type RawBuilder } from 'kysely'
import { coverages } from '#contract/platform/coverage/choices.ts'
import type { AgeOutRule } from '#contract/records/insurance-companies/choices.ts'
import {
  insuranceCompanyColumns,
  type CompanyOfStudents,
  type InsuranceCompanyColumn,
  type TypedName,
  type typedNameColumns,
} from '#contract/records/insurance-companies/shapes.ts'
import type { TableQuery } from '#contract/platform/table-query.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import {
  filterConditions,
  likeText,
  officeTime,
  orderBy,
  pageOf,
  searchWords,
  type SqlColumn,
} from '#server/platform/lib/table.ts'
import { isTyped, usageOf } from '#server/records/student-periods/index.ts'

const present = sql`company.deleted_at is null`

const columnsFor = (context: Pick<Context, 'caller'>): Record<InsuranceCompanyColumn, SqlColumn> => {
  const { medicaid_state, age_out_rule } = insuranceCompanyColumns
  return {
    name: { sql: sql`company.name`, kind: 'text' },
    aliases: { sql: sql`nullif(array_to_string(company.aliases, ', '), '')`, kind: 'text' },
    is_electronic: { sql: sql`company.is_electronic`, kind: 'boolean' },
    usage: { sql: usageOf(context, sql`company.id`), kind: 'number' },
    is_health_sharing: { sql: sql`company.is_health_sharing`, kind: 'boolean' },
    is_short_term: { sql: sql`company.is_short_term`, kind: 'boolean' },
    is_foreign: { sql: sql`company.is_foreign`, kind: 'boolean' },
    medicaid_state: { sql: sql`company.medicaid_state`, kind: 'choice', choices: medicaid_state.choices },
    age_out_rule: { sql: sql`company.age_out_rule`, kind: 'choice', choices: age_out_rule.choices },
    updated_at: { sql: sql`company.updated_at`, kind: 'instant' },
  }
}

const selectCompanies = (context: Context) =>
  context.db
    .selectFrom('insurance_companies as company')
    .selectAll()
    .select([
      // the column's CHECK allows exactly the contract's rules
      sql<AgeOutRule>`company.age_out_rule`.as('age_out_rule'),
      usageOf(context, sql`company.id`).as('usage'),
    ])
    .where('company.deleted_at', 'is', null)
export type CompanyRow = Awaited<ReturnType<ReturnType<typeof selectCompanies>['executeTakeFirstOrThrow']>>

/**
 * Returns a page of companies, searched by name and other names. Companies don’t belong to a school; the
 * records that use them do.
 */
export const listCompanies = async (context: Context, query: TableQuery) => {
  const columns = columnsFor(context)
  const conditions = [
    ...isNamed(query.search),
    ...filterConditions(columns, query.filters ?? {}, officeTime(context.clock)),
  ]
  const where = sql<boolean>`${sql.join([sql`true`, ...conditions], sql` and `)}`
  const order = orderBy(columns, query.sort ?? [{ field: 'name', descending: false }], sql`company.id`)
  const [rows, count] = await Promise.all([
    sql<CompanyRow>`
      select company.*, ${usageOf(context, sql`company.id`)} as usage
      from insurance_companies company where ${present} and ${where} ${order} ${pageOf(query)}`.execute(
      context.db,
    ),
    sql<{ total: number }>`
      select count(*)::int as total from insurance_companies company where ${present} and ${where}`.execute(
      context.db,
    ),
  ])
  return { rows: rows.rows, total: count.rows[0]?.total ?? 0 }
}

/** Returns the condition that a company’s name or other names contain every word of a search. */
const isNamed = (search: string | null | undefined): RawBuilder<boolean>[] =>
  searchWords(search).map(
    (word) =>
      sql<boolean>`position(shipmate_fold(${word}) in shipmate_fold(company.name || ' ' || array_to_string(company.aliases, ' '))) > 0`,
  )

/** Returns up to 10 companies for a student who types a name: those whose name begins with it come first. */
export const searchForStudents = async (
  { db }: Pick<Context, 'db'>,
  search: string,
): Promise<CompanyOfStudents[]> => {
  const { rows } = await sql<CompanyOfStudents>`
    select company.id, company.name, company.member_id_hint from insurance_companies company
    where ${sql.join([present, ...isNamed(search)], sql` and `)}
    order by position(shipmate_fold(${search}) in shipmate_fold(company.name)) <> 1, company.name, company.id
    limit 10`.execute(db)
  return rows
}

/** Returns companies as students see them, by ID. Removed ones are left out. */
export const readForStudents = async (
  { db }: Pick<Context, 'db'>,
  ids: readonly number[],
): Promise<Map<number, CompanyOfStudents>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<CompanyOfStudents>`
    select company.id, company.name, company.member_id_hint from insurance_companies company
    where ${present} and company.id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns a company, or undefined if it’s unknown or removed. */
export const findCompany = (context: Context, id: number): Promise<CompanyRow | undefined> =>
  selectCompanies(context).where('company.id', '=', id).executeTakeFirst()

/**
 * Returns the company that already has one of `names` as its name or another name, except the companies in
 * `except`.
 */
export const findNamesake = async (
  { db }: Pick<Context, 'db'>,
  names: readonly string[],
  except: readonly number[],
): Promise<{ readonly id: number; readonly name: string; readonly taken: string } | undefined> => {
  const { rows } = await sql<{ id: number; name: string; taken: string }>`
    select company.id, company.name, asked.name as taken
    from unnest(${[...names]}::text[]) with ordinality as asked(name, position)
    join insurance_companies company on ${present} and company.id <> all(${[...except]}::bigint[])
      and shipmate_fold(asked.name) in (
        select shipmate_fold(known) from unnest(array[company.name::text] || company.aliases) known)
    order by asked.position, company.id limit 1`.execute(db)
  return rows[0]
}

const typedColumns: Record<keyof typeof typedNameColumns, SqlColumn> = {
  name: { sql: sql`typed.name`, kind: 'text' },
  student_periods: { sql: sql`typed.student_periods`, kind: 'number' },
}

/** Selects every name typed without a company: one row per student-period and coverage type. */
const typedLines = (context: ScopeContext): RawBuilder<unknown> =>
  sql`${sql.join(
    coverages.map(
      (coverage) => sql`
        select sp.id, ${coverage}::text as line, ${sql.ref(`sp.${coverage}_waive_insurance_name_other`)} as spelling
        from student_periods sp
        where ${isTyped(coverage)} and sp.deleted_at is null and ${scope.within(context, 'sp.school_id')}`,
    ),
    sql` union all `,
  )}`

/** Groups the typed names by spelling, as `typed`. */
const typedNames = (context: ScopeContext): RawBuilder<unknown> => {
  const lines = coverages.map(
    (coverage) => sql`${coverage}::text, count(*) filter (where line = ${coverage}::text)`,
  )
  return sql`
    with line as (${typedLines(context)}),
    typed as (
      select shipmate_fold(spelling) as folded, mode() within group (order by spelling) as name,
        array_agg(distinct spelling) as spellings, count(distinct id)::int as student_periods,
        jsonb_build_object(${sql.join(lines)}) as lines
      from line group by 1)`
}

/**
 * Returns a page of names typed without a company, most used first by default. Spellings that differ only in
 * case and accents are one.
 */
export const listTypedNames = async (context: Context, query: TableQuery) => {
  const words = searchWords(query.search).map(
    (word) => sql<boolean>`typed.folded like shipmate_fold(${`%${likeText(word)}%`})`,
  )
  const conditions = [
    ...words,
    ...filterConditions(typedColumns, query.filters ?? {}, officeTime(context.clock)),
  ]
  const order = orderBy(
    typedColumns,
    query.sort ?? [{ field: 'student_periods', descending: true }],
    sql`typed.folded`,
  )
  const where = sql`${sql.join([sql`true`, ...conditions], sql` and `)}`
  const [rows, count] = await Promise.all([
    sql<TypedName>`
      ${typedNames(context)}
      select typed.name, array_remove(typed.spellings, typed.name) as spellings, typed.student_periods, typed.lines,
        (select jsonb_build_object('id', company.id, 'name', company.name) from insurance_companies company
          where ${present} and typed.folded in (
            select shipmate_fold(known) from unnest(array[company.name::text] || company.aliases) known)
          order by company.id limit 1) as company
      from typed where ${where} ${order} ${pageOf(query)}`.execute(context.db),
    sql<{ total: number }>`
      ${typedNames(context)} select count(*)::int as total from typed where ${where}`.execute(context.db),
  ])
  return { rows: rows.rows, total: count.rows[0]?.total ?? 0 }
}
