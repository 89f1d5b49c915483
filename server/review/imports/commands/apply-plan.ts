import { sql, type RawBuilder } from 'kysely'
import { importOutcomes } from '#contract/review/imports/shapes.ts'
import type { Context, Services } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { startChange, recordHistory } from '#server/platform/history/index.ts'
import { asAuthor } from '#server/platform/jobs/context.ts'
import { createProgressWriter } from '#server/platform/jobs/progress.ts'
import { readRulesVersion } from '#server/setup/periods/index.ts'
import { getImportRecord, type ImportRecord } from '../queries/runs.ts'
import { SupersededRun, updateRun, type Run } from './claim.ts'
import {
  copyDependents,
  insertPlanHistory,
  insertStudentPeriods,
  insertStudents,
  isStudentRemoved,
  saveReplacedSsns,
  lockPlanned,
  updateStudentPeriods,
  updateStudents,
  type Span,
} from './insert-plan.ts'

/** Thrown when a plan no longer matches the saved data. Nothing was saved. */
export class StalePlan extends Error {
  constructor(message = 'Some records changed after the preview.') {
    super(message)
    this.name = 'StalePlan'
  }
}

/**
 * Thrown when the number of planned rows differs from the saved count, because part of the plan is missing.
 * Nothing was saved.
 */
class IncompletePlan extends StalePlan {
  constructor() {
    super('The saved preview is incomplete.')
  }
}

/** Rows per statement; progress is reported in these steps. */
const spanSize = 2000

const act = { kind: 'import_applied', cause: 'import', undoable: true } as const

/**
 * Saves exactly what was planned, in one transaction, and reports progress over another connection. An import
 * that was already applied doesn’t change.
 * @throws StalePlan if a matched record has changed or part of the plan is missing
 * @throws SupersededRun if another run has claimed the import
 */
export const applyPlan = async (
  services: Services,
  { id, attempt }: Pick<Run, 'id' | 'attempt'>,
  authorId: number,
): Promise<void> => {
  try {
    await asAuthor(services, authorId, `import-${id}`, async (context) => {
      await sql`set local statement_timeout = 0`.execute(context.db)
      await sql`select pg_advisory_xact_lock(hashtextextended('shipmate_apply', ${id}))`.execute(context.db)
      const run = await getImportRecord(context, id)
      if (run.state !== 'running' || run.applied_at !== null) return
      if (run.attempt !== attempt) throw new SupersededRun()
      if (!(await isComplete(context, run))) throw new IncompletePlan()
      if (await isStale(context, run)) throw new StalePlan()
      await write(context, run)
    })
  } catch (error) {
    throw isTaken(error) ? new StalePlan() : error
  }
}

/** Returns whether an error means that someone else created or added the same student at the same moment. */
const isTaken = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '23505'

/** Returns whether the plan has as many rows of each outcome as were counted when it was made. */
const isComplete = async (context: Context, run: ImportRecord): Promise<boolean> => {
  const { rows } = await sql<{ outcome: string; many: number }>`
    select outcome, count(*)::int as many from import_rows
    where import_id = ${run.id} and ${scope.within(context, 'school_id')} group by outcome`.execute(
    context.db,
  )
  const many = new Map(rows.map((row) => [row.outcome, row.many]))
  return importOutcomes.every((outcome) => (many.get(outcome) ?? 0) === run[outcome])
}

/**
 * Returns whether a planned row no longer matches: the version of a record changed, or a new record now exists.
 */
export const isStale = async (context: Context, run: ImportRecord): Promise<boolean> => {
  if ((await readPeriodVersion(context, run)) !== run.period_version) return true
  const { rows } = await sql`
    select from import_rows r
    where r.import_id = ${run.id} and ${scope.within(context, 'r.school_id')} and r.outcome <> 'refused'
      and (${differsFromDatabase(context, run)} or ${isIdTaken(context, run)})
    limit 1`.execute(context.db)
  return rows.length > 0
}

/**
 * Returns the version of the policy year that a plan depends on. The premiums and fees of a copied year are part of its
 * plan, so its setup counts too.
 */
export const readPeriodVersion = async (
  context: ScopeContext,
  { kind, period_id }: ImportRecord,
): Promise<number> => {
  if (kind === 'from_period') return readRulesVersion(context, period_id)
  const period = await scope
    .periods(context)
    .select('periods.version')
    .where('periods.id', '=', period_id)
    .executeTakeFirst()
  return period?.version ?? 0
}

// Single-value subqueries look up every row by key, no matter what the planner knows about a table that has
// just grown; joins took minutes on fresh tables. School and period aren't search keys: an index that starts
// with one of them would read the whole school or period for every row. A record that the plan creates isn't
// looked up: its ID was reserved for this plan.
const differsFromDatabase = (context: Context, run: ImportRecord): RawBuilder<boolean> => sql<boolean>`
  (r.student_version is not null
    and (select case when ${scope.within(context, 's.school_id')} and s.school_id = ${run.school_id}
        and s.deleted_at is null then s.version end
      from students s where s.id = r.student_id)
      is distinct from r.student_version)
  or (r.student_period_version is not null
    and (select case when ${scope.within(context, 'sp.school_id')} and sp.deleted_at is null then sp.version end
      from student_periods sp where sp.id = r.student_period_id)
      is distinct from r.student_period_version)`

const isIdTaken = (context: Context, run: ImportRecord): RawBuilder<boolean> => {
  const isOfSchool = sql`${scope.within(context, 'o.school_id')} and o.school_id = ${run.school_id}`
  return sql<boolean>`
  (r.student_version is null
    and (select count(*) filter (where ${isOfSchool}) from students o
      where o.sid = r.sid and o.deleted_at is null) > 0)
  or (r.student_version is not null and r.student_period_version is null
    and (select count(*) filter (where ${scope.within(context, 'o.school_id')} and o.period_id = ${run.period_id}) from student_periods o
      where o.student_id = r.student_id and o.deleted_at is null) > 0)`
}

const write = async (context: Context, run: ImportRecord): Promise<void> => {
  const isChanging = run.added + run.changed > 0
  await finish(context, run, isChanging ? await writeAll(context, run) : null)
}

/** Saves the whole plan with its history, in groups of rows. Returns the change’s ID. */
const writeAll = async (context: Context, run: ImportRecord): Promise<number> => {
  const kind = { ...act, schoolId: run.school_id }
  const id = await startChange(context, kind)
  const last = await lastRow(context, run)
  await lockPlanned(context, run)
  const progress = progressOf(context, run)
  let added = 0
  try {
    for (let from = 1; from <= last; from += spanSize) {
      const to = from + spanSize - 1
      added += await writeSpan(context, id, { run, from, to })
      progress.tell(Math.min(1, to / last))
    }
  } finally {
    // the end of the import is written to the same row
    await progress.settled()
  }
  // rows of the plan that were deleted while it was being saved
  if (added !== run.added) throw new IncompletePlan()
  return recordHistory(context, kind, [entryOf(run)])
}

const lastRow = async (context: Context, run: ImportRecord): Promise<number> => {
  const { rows } = await sql<{ last: number | null }>`
    select max(row_number) as last from import_rows
    where import_id = ${run.id} and ${scope.within(context, 'school_id')}`.execute(context.db)
  return rows[0]?.last ?? 0
}

/** Saves a group of planned rows. Returns the number of students added to the period. */
const writeSpan = async (context: Context, actId: number, span: Span): Promise<number> => {
  const planned = await countChanging(context, span)
  await saveReplacedSsns(context, actId, span)
  const students = await updateStudents(context, span)
  const enrollments = await updateStudentPeriods(context, span)
  if (students !== planned.students || enrollments !== planned.student_periods) throw new StalePlan()
  await insertStudents(context, span)
  const added = await insertStudentPeriods(context, span)
  // the inserts lock their students, so none can be removed now
  if (await isStudentRemoved(context, span)) throw new StalePlan()
  await insertPlanHistory(context, { id: actId }, span)
  if (span.run.kind === 'from_period') await copyDependents(context, { id: actId }, span)
  return added
}

/** Counts the existing records in a group that will change. */
const countChanging = async (context: Context, { run, from, to }: Span) => {
  const { rows } = await sql<{ students: number; student_periods: number }>`
    select
      count(*) filter (where student_version is not null and student_changes <> '[]')::int as students,
      count(*) filter (where student_period_version is not null and student_period_changes <> '[]')::int
        as student_periods
    from import_rows
    where import_id = ${run.id} and ${scope.within(context, 'school_id')}
      and row_number between ${from} and ${to} and outcome in ('added', 'changed')`.execute(context.db)
  return rows[0] ?? { students: 0, student_periods: 0 }
}

/**
 * Saves progress over another connection, because this transaction isn’t visible yet. If every connection is waiting for a
 * lock held here, progress isn’t saved.
 */
const progressOf = ({ services, caller }: Context, run: ImportRecord) => {
  const half = run.dry_run ? 0 : run.total / 2
  return createProgressWriter(services.log, { import_id: run.id }, (share: number) =>
    scope
      .update({ db: services.db, caller }, 'imports')
      .set({
        done: Math.min(run.total - 1, Math.floor(half + (run.total - half) * share)),
        updated_at: services.clock.now().toISOString(),
      })
      .where('id', '=', run.id)
      .where('attempt', '=', run.attempt)
      .execute(),
  )
}

const entryOf = (run: ImportRecord) => ({
  kind: act.kind,
  subject: { type: 'import', id: run.id } as const,
  school_id: run.school_id,
  changes: importOutcomes.map((field) => ({
    field,
    before: null,
    after: run[field],
  })),
})

const finish = async (context: Context, run: ImportRecord, actId: number | null): Promise<void> => {
  const at = context.clock.now().toISOString()
  await updateRun(context, run, {
    state: 'done',
    applied_at: at,
    change_id: actId,
    done: run.total,
    message: null,
    updated_at: at,
  })
}
