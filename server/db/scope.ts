import {
  sql,
  type DeleteQueryBuilder,
  type DeleteResult,
  type RawBuilder,
  type SelectQueryBuilder,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely'
import { isAdmin } from '#contract/access.ts'
import type { Caller } from '../context.ts'
import { problem } from '../problem.ts'
import type { Database } from './database.ts'
import type { DB } from './schema.ts'

/** Just enough of a context to know whose rows may be seen. */
export interface ScopeContext {
  readonly db: Database
  readonly caller: Pick<Caller, 'permission' | 'school_ids'>
}

/** How the rows of a table reach their school. */
interface Tenant {
  /** The column that names the school, or the row of another table that belongs to one. */
  readonly key: string
  /** That other table, where `key` names no school. */
  readonly of?: string
  /** Set on rows that no reader finds; writes still reach them. */
  readonly gone?: 'deleted_at' | 'archived_at'
  /** Rows of no school are everybody's; whose they are is the room's own business. */
  readonly orNone?: true
}

/**
 * The tables whose rows belong to a school. The scope is built from this list, `npm run check` judges statements by it,
 * and a test compares it with the database.
 */
export const tenantTables = {
  schools: { key: 'id', gone: 'archived_at' },
  periods: { key: 'school_id', gone: 'deleted_at' },
  period_documents: { key: 'school_id' },
  period_publications: { key: 'school_id' },
  period_pages: { key: 'school_id', gone: 'deleted_at' },
  students: { key: 'school_id', gone: 'deleted_at' },
  replaced_ssns: { key: 'student_id', of: 'students' },
  student_periods: { key: 'school_id', gone: 'deleted_at' },
  dependents: { key: 'school_id', gone: 'deleted_at' },
  student_notes: { key: 'school_id', gone: 'deleted_at' },
  /** Removed files too: they can be brought back. */
  student_files: { key: 'school_id' },
  school_files: { key: 'school_id' },
  imports: { key: 'school_id' },
  import_rows: { key: 'import_id', of: 'imports' },
  import_file_chunks: { key: 'import_id', of: 'imports' },
  import_mappings: { key: 'school_id' },
  exports: { key: 'school_id' },
  export_file_chunks: { key: 'export_id', of: 'exports' },
  link_checks: { key: 'school_id' },
  history: { key: 'school_id' },
  saved_views: { key: 'school_id', orNone: true },
} as const satisfies Partial<Record<keyof DB, Tenant>>

export type TenantTable = keyof typeof tenantTables

/** Tables that name a school and are not read by school, and why. */
export const otherTables: Partial<Record<keyof DB, string>> = {
  access_log: 'read by product admins alone, of a student whom the scope has found',
  changes:
    'an act is opened by its author or a product admin; what it did is in the history, which is scoped',
  jobs: 'a job is its author’s alone',
  outbox: 'written and sent, never listed',
  user_schools: 'says which schools are whose: the scope itself is made from it',
}

const parents = new Map(
  Object.values<Tenant>(tenantTables).flatMap(({ key, of }) =>
    of === undefined ? [] : [[key, of] as const],
  ),
)

/** The condition that keeps a key (`alias.school_id`, or the key of a row that belongs to a school) within schools. */
const within = ({ caller }: Pick<ScopeContext, 'caller'>, column: string): RawBuilder<boolean> => {
  if (isAdmin(caller)) return sql<boolean>`true`
  const schools = [...caller.school_ids]
  const parent = parents.get(column.slice(column.lastIndexOf('.') + 1))
  return parent === undefined
    ? sql<boolean>`${sql.ref(column)} = any(${schools})`
    : sql<boolean>`${sql.ref(column)} in (select id from ${sql.table(parent)} where school_id = any(${schools}))`
}

const withinTable = (context: ScopeContext, table: TenantTable): RawBuilder<boolean> => {
  const { key, orNone }: Tenant = tenantTables[table]
  const column = `${table}.${key}`
  const own = within(context, column)
  return orNone ? sql<boolean>`(${sql.ref(column)} is null or ${own})` : own
}

/** A table's readable rows, its rows to change, and its rows to delete. */
interface Builders<T extends TenantTable> {
  readonly read: SelectQueryBuilder<DB, T, object>
  readonly update: UpdateQueryBuilder<DB, T, T, UpdateResult>
  readonly delete: DeleteQueryBuilder<DB, T, DeleteResult>
}

/**
 * A builder on one table. What Kysely answers for a table that is only known by its type parameter is left open by the
 * compiler; this is the one place that says what it comes to.
 */
const start = <T extends TenantTable, Kind extends keyof Builders<T>>(
  { db }: ScopeContext,
  table: T,
  kind: Kind,
): Builders<T>[Kind] => {
  const builders = {
    read: () => db.selectFrom<TenantTable>(table),
    update: () => db.updateTable<TenantTable>(table),
    delete: () => db.deleteFrom<TenantTable>(table),
  }
  return builders[kind]() as unknown as Builders<T>[Kind]
}

/** Reads a table: the rows of the caller's schools that are not removed. */
const reader =
  <T extends TenantTable>(table: T) =>
  (context: ScopeContext) => {
    const { gone }: Tenant = tenantTables[table]
    const own = start(context, table, 'read').where(withinTable(context, table))
    return gone === undefined ? own : own.where(sql<boolean>`${sql.ref(`${table}.${gone}`)} is null`)
  }

/**
 * The rows that a caller may see and change: product admins every school's, school admins their own schools'. The only
 * way to start a query on a tenant table; whoever asks for a foreign row finds nothing, and changes nothing.
 */
export const scope = {
  schools: reader('schools'),
  periods: reader('periods'),
  periodDocuments: reader('period_documents'),
  periodPublications: reader('period_publications'),
  periodPages: reader('period_pages'),
  students: reader('students'),
  studentPeriods: reader('student_periods'),
  dependents: reader('dependents'),
  studentNotes: reader('student_notes'),
  studentFiles: reader('student_files'),
  schoolFiles: reader('school_files'),
  imports: reader('imports'),
  importChunks: reader('import_file_chunks'),
  importMappings: reader('import_mappings'),
  exports: reader('exports'),
  exportChunks: reader('export_file_chunks'),
  linkChecks: reader('link_checks'),
  history: reader('history'),
  savedViews: reader('saved_views'),

  /** Changes rows of the caller's schools, removed ones too. */
  update: <T extends TenantTable>(context: ScopeContext, table: T) =>
    start(context, table, 'update').where(withinTable(context, table)),

  /** Deletes rows of the caller's schools. */
  delete: <T extends TenantTable>(context: ScopeContext, table: T) =>
    start(context, table, 'delete').where(withinTable(context, table)),

  /** For SQL written by hand: the condition on a table's key (`alias.school_id`) that keeps it within the schools. */
  within,

  /** For work that nobody asks for, or whose author has gone: the school that it is for, and no other. */
  asSystem: (db: Database, schoolId: number): ScopeContext => ({
    db,
    caller: { permission: 'school_admin', school_ids: [schoolId] },
  }),
}

/** The school that a body or query names. @throws Problem 422 on `school_id` when unknown or foreign */
export const selectSchool = async (context: ScopeContext, id: number, field = 'school_id'): Promise<void> => {
  const found = await scope
    .schools(context)
    .select('schools.id')
    .where('schools.id', '=', id)
    .executeTakeFirst()
  if (!found) throw problem.selected(field)
}

/** The period a path speaks of. @throws Problem 404 when unknown or foreign */
export const getPeriod = async (context: ScopeContext, id: number) => {
  const found = await scope.periods(context).selectAll().where('periods.id', '=', id).executeTakeFirst()
  if (!found) throw problem.notFound()
  return found
}

/**
 * The period a path speaks of, whose set-up nobody else changes until the transaction ends; records may come in.
 * Taken after the locks of records, where those are changed as well. @throws Problem 404
 */
export const lockPeriod = async (context: ScopeContext, id: number) => {
  const found = await scope
    .periods(context)
    .selectAll()
    .where('periods.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) throw problem.notFound()
  return found
}

/** The period that a body or query names. @throws Problem 422 on that key when unknown or foreign */
export const selectPeriod = async (context: ScopeContext, id: number, field = 'period_id') => {
  const found = await scope.periods(context).selectAll().where('periods.id', '=', id).executeTakeFirst()
  if (!found) throw problem.selected(field)
  return found
}
