import { sql, type RawBuilder } from 'kysely'
import type { Context, House } from '../../context.ts'
import { scope } from '../../db/scope.ts'
import { beginAct, recordHistory } from '../../history/index.ts'
import { asAuthor } from '../../jobs/context.ts'
import { getImportRecord, type ImportRecord } from '../queries.ts'
import { SupersededRun, updateRun, type Run } from './claim-run.ts'
import { copyDependents, insertPlanHistory } from './insert-history.ts'
import {
  insertStudentPeriods,
  insertStudents,
  isSomeoneGone,
  keepReplacedSsns,
  lockPlanned,
  updateStudentPeriods,
  updateStudents,
  type Span,
} from './insert-plan.ts'

/** What was planned no longer fits what is stored; nothing was written. */
export class StalePlan extends Error {
  constructor(message = 'Records were changed since the preview was made.') {
    super(message)
    this.name = 'StalePlan'
  }
}

/** The planned rows and their counts don't add up: a part of the plan is missing. Nothing was written. */
class IncompletePlan extends StalePlan {
  constructor() {
    super('The saved preview is incomplete.')
  }
}

/** Rows that one statement writes: what progress is told by. */
const spanSize = 2000

const act = { kind: 'import_applied', cause: 'import', undoable: true } as const

/**
 * Writes what was planned, exactly and whole, in one transaction; progress is told beside it. An import that was
 * applied meanwhile stays as it is.
 * @throws StalePlan when a matched record is no longer as it was, or a part of the plan is missing
 * @throws SupersededRun when another run has claimed the import
 */
export const applyPlan = async (
  house: House,
  { id, attempt }: Pick<Run, 'id' | 'attempt'>,
  authorId: number,
): Promise<void> => {
  try {
    await asAuthor(house, authorId, `import-${id}`, async (context) => {
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

/** Somebody else made the same student, or brought the same one in, in the same moment. */
const isTaken = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '23505'

const outcomes = ['added', 'changed', 'unchanged', 'refused'] as const

/** Whether the plan has as many rows of each outcome as were counted when it was made. */
const isComplete = async (context: Context, run: ImportRecord): Promise<boolean> => {
  const { rows } = await sql<{ outcome: string; many: number }>`
    select outcome, count(*)::int as many from import_rows
    where import_id = ${run.id} and ${scope.within(context, 'import_id')} group by outcome`.execute(
    context.db,
  )
  const many = new Map(rows.map((row) => [row.outcome, row.many]))
  return outcomes.every((outcome) => (many.get(outcome) ?? 0) === run[outcome])
}

/** Whether a planned row no longer finds what it found: versions of records, and the absence of new ones. */
export const isStale = async (context: Context, run: ImportRecord): Promise<boolean> => {
  const period = await scope
    .periods(context)
    .select('periods.version')
    .where('periods.id', '=', run.period_id)
    .executeTakeFirst()
  if (period?.version !== run.period_version) return true
  const { rows } = await sql`
    select from import_rows r
    where r.import_id = ${run.id} and ${scope.within(context, 'r.import_id')} and r.outcome <> 'refused'
      and (${isOtherwise(context, run)} or ${isTakenMeanwhile(context, run)})
    limit 1`.execute(context.db)
  return rows.length > 0
}

// Subqueries for one value each look every row up by a key, whatever the planner knows of a table that has just
// grown; joins here took minutes on fresh tables. School and period are no search keys: an index that begins with one
// of them is tempting, and reads all of the school or period for every row.
const isOtherwise = (context: Context, run: ImportRecord): RawBuilder<boolean> => sql<boolean>`
  (select case when ${scope.within(context, 's.school_id')} and s.school_id = ${run.school_id}
      and s.deleted_at is null then s.version end
    from students s where s.id = r.student_id)
    is distinct from r.student_version
  or (select case when ${scope.within(context, 'sp.school_id')} and sp.deleted_at is null then sp.version end
    from student_periods sp where sp.id = r.student_period_id)
    is distinct from r.student_period_version`

const isTakenMeanwhile = (context: Context, run: ImportRecord): RawBuilder<boolean> => {
  const isOfSchool = sql`${scope.within(context, 'o.school_id')} and o.school_id = ${run.school_id}`
  return sql<boolean>`
  (r.student_version is null
    and (select count(*) filter (where ${isOfSchool}) from students o
      where o.sid = r.sid and o.deleted_at is null) > 0)
  or (r.student_period_version is null
    and (select count(*) filter (where ${scope.within(context, 'o.school_id')} and o.period_id = ${run.period_id}) from student_periods o
      where o.student_id = r.student_id and o.deleted_at is null) > 0)
  or (r.ssn_index is not null
    and (select min(o.id) filter (where ${isOfSchool}) from students o
      where o.ssn_index = r.ssn_index and o.deleted_at is null) <> r.student_id)`
}

const write = async (context: Context, run: ImportRecord): Promise<void> => {
  const isChanging = run.added + run.changed > 0
  await finish(context, run, isChanging ? await writeAll(context, run) : null)
}

/** Writes everything, span by span, with its history. Answers the act's id. */
const writeAll = async (context: Context, run: ImportRecord): Promise<number> => {
  const kind = { ...act, schoolId: run.school_id }
  const id = await beginAct(context, kind)
  const last = await lastRow(context, run)
  await lockPlanned(context, run)
  let added = 0
  for (let from = 1; from <= last; from += spanSize) {
    const to = from + spanSize - 1
    added += await writeSpan(context, id, { run, from, to })
    await tellProgress(context, run, Math.min(1, to / last))
  }
  // rows of the plan that went while it was written
  if (added !== run.added) throw new IncompletePlan()
  return recordHistory(context, kind, [entryOf(run)])
}

const lastRow = async (context: Context, run: ImportRecord): Promise<number> => {
  const { rows } = await sql<{ last: number | null }>`
    select max(row_number) as last from import_rows
    where import_id = ${run.id} and ${scope.within(context, 'import_id')}`.execute(context.db)
  return rows[0]?.last ?? 0
}

/** Writes a part of the plan. Returns how many students it brought into the period. */
const writeSpan = async (context: Context, actId: number, span: Span): Promise<number> => {
  const planned = await countChanging(context, span)
  await keepReplacedSsns(context, actId, span)
  const students = await updateStudents(context, span)
  const enrollments = await updateStudentPeriods(context, span)
  if (students !== planned.students || enrollments !== planned.student_periods) throw new StalePlan()
  await insertStudents(context, span)
  const added = await insertStudentPeriods(context, span)
  // what was inserted holds its student fast: none can go any more
  if (await isSomeoneGone(context, span)) throw new StalePlan()
  await insertPlanHistory(context, { id: actId }, span)
  if (span.run.kind === 'from_period') await copyDependents(context, { id: actId }, span)
  return added
}

/** How many records of a span were there and are to be changed. */
const countChanging = async (context: Context, { run, from, to }: Span) => {
  const { rows } = await sql<{ students: number; student_periods: number }>`
    select
      count(*) filter (where student_version is not null and student_changes <> '[]')::int as students,
      count(*) filter (where student_period_version is not null and student_period_changes <> '[]')::int
        as student_periods
    from import_rows
    where import_id = ${run.id} and ${scope.within(context, 'import_id')}
      and row_number between ${from} and ${to} and outcome in ('added', 'changed')`.execute(context.db)
  return rows[0] ?? { students: 0, student_periods: 0 }
}

/**
 * Over another connection: this transaction is not to be seen before it is whole. There may be none, where all wait
 * for what is locked here: then it goes on untold.
 */
const tellProgress = async ({ house, caller }: Context, run: ImportRecord, share: number): Promise<void> => {
  const half = run.dry_run ? 0 : run.total / 2
  try {
    await scope
      .update({ db: house.db, caller }, 'imports')
      .set({
        done: Math.min(run.total - 1, Math.floor(half + (run.total - half) * share)),
        updated_at: house.clock.now().toISOString(),
      })
      .where('id', '=', run.id)
      .where('attempt', '=', run.attempt)
      .execute()
  } catch (error) {
    house.log.warn({ err: error, import: run.id }, 'The progress of an import could not be told.')
  }
}

const entryOf = (run: ImportRecord) => ({
  kind: act.kind,
  subject: { type: 'import', id: run.id } as const,
  school_id: run.school_id,
  changes: outcomes.map((field) => ({
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
