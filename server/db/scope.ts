import { sql, type RawBuilder } from 'kysely'
import { isAdmin } from '#contract/access.ts'
import type { Caller } from '../context.ts'
import { problem } from '../problem.ts'
import type { Database } from './database.ts'

/** Just enough of a context to know whose rows may be seen. */
export interface ScopeContext {
  readonly db: Database
  readonly caller: Pick<Caller, 'permission' | 'school_ids'>
}

/** The tables whose rows belong to a school. A query on one of them starts here and nowhere else. */
export const tenantTables = [
  'schools',
  'periods',
  'students',
  'student_periods',
  'dependents',
  'student_notes',
  'student_files',
  'school_files',
  'imports',
  'history',
  'saved_views',
  'exports',
  'period_documents',
  'period_publications',
  'period_pages',
  'link_checks',
] as const

/**
 * The rows that a caller may see: product admins every school's, school admins their own schools'.
 * The only way to start a query on a tenant table; whoever asks for a foreign row finds nothing.
 */
export const scope = {
  schools: ({ db, caller }: ScopeContext) =>
    db
      .selectFrom('schools')
      .where('schools.archived_at', 'is', null)
      .$if(!isAdmin(caller), (query) =>
        query.where('schools.id', '=', sql<number>`any(${[...caller.school_ids]})`),
      ),

  periods: ({ db, caller }: ScopeContext) =>
    db
      .selectFrom('periods')
      .where('periods.deleted_at', 'is', null)
      .$if(!isAdmin(caller), (query) =>
        query.where('periods.school_id', '=', sql<number>`any(${[...caller.school_ids]})`),
      ),

  periodDocuments: ({ db, caller }: ScopeContext) =>
    db
      .selectFrom('period_documents')
      .$if(!isAdmin(caller), (query) =>
        query.where('period_documents.school_id', '=', sql<number>`any(${[...caller.school_ids]})`),
      ),

  periodPublications: ({ db, caller }: ScopeContext) =>
    db
      .selectFrom('period_publications')
      .$if(!isAdmin(caller), (query) =>
        query.where('period_publications.school_id', '=', sql<number>`any(${[...caller.school_ids]})`),
      ),

  pages: ({ db, caller }: ScopeContext) =>
    db
      .selectFrom('period_pages')
      .where('period_pages.deleted_at', 'is', null)
      .$if(!isAdmin(caller), (query) =>
        query.where('period_pages.school_id', '=', sql<number>`any(${[...caller.school_ids]})`),
      ),

  students: ({ db, caller }: ScopeContext) =>
    db
      .selectFrom('students')
      .where('students.deleted_at', 'is', null)
      .$if(!isAdmin(caller), (query) =>
        query.where('students.school_id', '=', sql<number>`any(${[...caller.school_ids]})`),
      ),

  studentPeriods: ({ db, caller }: ScopeContext) =>
    db
      .selectFrom('student_periods')
      .where('student_periods.deleted_at', 'is', null)
      .$if(!isAdmin(caller), (query) =>
        query.where('student_periods.school_id', '=', sql<number>`any(${[...caller.school_ids]})`),
      ),

  dependents: ({ db, caller }: ScopeContext) =>
    db
      .selectFrom('dependents')
      .where('dependents.deleted_at', 'is', null)
      .$if(!isAdmin(caller), (query) =>
        query.where('dependents.school_id', '=', sql<number>`any(${[...caller.school_ids]})`),
      ),

  notes: ({ db, caller }: ScopeContext) =>
    db
      .selectFrom('student_notes')
      .where('student_notes.deleted_at', 'is', null)
      .$if(!isAdmin(caller), (query) =>
        query.where('student_notes.school_id', '=', sql<number>`any(${[...caller.school_ids]})`),
      ),

  /** Removed files too: they can be restored. */
  files: ({ db, caller }: ScopeContext) =>
    db
      .selectFrom('student_files')
      .$if(!isAdmin(caller), (query) =>
        query.where('student_files.school_id', '=', sql<number>`any(${[...caller.school_ids]})`),
      ),

  /** Removed files too: they can be brought back. */
  schoolFiles: ({ db, caller }: ScopeContext) =>
    db
      .selectFrom('school_files')
      .$if(!isAdmin(caller), (query) =>
        query.where('school_files.school_id', '=', sql<number>`any(${[...caller.school_ids]})`),
      ),

  imports: ({ db, caller }: ScopeContext) =>
    db
      .selectFrom('imports')
      .$if(!isAdmin(caller), (query) =>
        query.where('imports.school_id', '=', sql<number>`any(${[...caller.school_ids]})`),
      ),

  exports: ({ db, caller }: ScopeContext) =>
    db
      .selectFrom('exports')
      .$if(!isAdmin(caller), (query) =>
        query.where('exports.school_id', '=', sql<number>`any(${[...caller.school_ids]})`),
      ),

  linkChecks: ({ db, caller }: ScopeContext) =>
    db
      .selectFrom('link_checks')
      .$if(!isAdmin(caller), (query) =>
        query.where('link_checks.school_id', '=', sql<number>`any(${[...caller.school_ids]})`),
      ),

  history: ({ db, caller }: ScopeContext) =>
    db
      .selectFrom('history')
      .$if(!isAdmin(caller), (query) =>
        query.where('history.school_id', '=', sql<number>`any(${[...caller.school_ids]})`),
      ),

  /** Those of the caller's schools and those of no school; whose they are is the views' own business. */
  savedViews: ({ db, caller }: ScopeContext) =>
    db
      .selectFrom('saved_views')
      .$if(!isAdmin(caller), (query) =>
        query.where((where) =>
          where.or([
            where('saved_views.school_id', 'is', null),
            where('saved_views.school_id', '=', sql<number>`any(${[...caller.school_ids]})`),
          ]),
        ),
      ),

  /** For SQL written by hand: the condition that keeps it within the caller's schools. */
  within: ({ caller }: Pick<ScopeContext, 'caller'>, column: string): RawBuilder<boolean> =>
    isAdmin(caller) ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${[...caller.school_ids]})`,

  /**
   * Writes to rows that a query of this scope has found: the school's id is part of every write.
   */
  update: <
    T extends
      | 'schools'
      | 'periods'
      | 'students'
      | 'student_periods'
      | 'dependents'
      | 'student_notes'
      | 'student_files'
      | 'school_files'
      | 'imports'
      | 'saved_views'
      | 'exports'
      | 'period_pages'
      | 'link_checks',
  >(
    { db }: Pick<ScopeContext, 'db'>,
    table: T,
  ) => db.updateTable(table),
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
