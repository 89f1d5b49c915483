import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { ImportOutcome } from '#contract/imports/shapes.ts'
import type { Plan } from '../rules/plan.ts'

/** Ids for records that are to be made: set aside now, so that applying the plan is plain inserting. */
const setAside = async (
  context: Context,
  table: 'students' | 'student_periods',
  many: number,
): Promise<number[]> => {
  if (many === 0) return []
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${many})`.execute(
    context.db,
  )
  // taken from the end: ids grow with the rows
  return rows.map(({ id }) => id).reverse()
}

const withIds = async (context: Context, plans: readonly Plan[]): Promise<Plan[]> => {
  const isNew = (plan: Plan, key: 'student_id' | 'student_period_id'): boolean =>
    plan.outcome === 'added' && plan[key] === null
  const newStudents = plans.filter((plan) => isNew(plan, 'student_id')).length
  const students = await setAside(context, 'students', newStudents)
  const periods = await setAside(
    context,
    'student_periods',
    plans.filter((plan) => plan.outcome === 'added').length,
  )
  return plans.map((plan) => ({
    ...plan,
    student_id: isNew(plan, 'student_id') ? (students.pop() ?? null) : plan.student_id,
    student_period_id: isNew(plan, 'student_period_id') ? (periods.pop() ?? null) : plan.student_period_id,
  }))
}

/** Writes planned rows down, and how far the import has come with them. */
export const writePlan = async (
  context: Context,
  importId: number,
  plans: readonly Plan[],
  progress: { readonly done: number; readonly total: number },
): Promise<void> => {
  const rows = await withIds(context, plans)
  await sql`
    insert into import_rows (import_id, row_number, outcome, sid, name, student_id, student_version,
      student_period_id, student_period_version, from_student_period_id, ssn_index, student_values,
      student_period_values, student_changes, student_period_changes, errors)
    select ${importId}::bigint, plan.*
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as plan(row_number integer, outcome text, sid text,
      name text, student_id bigint, student_version integer, student_period_id bigint,
      student_period_version integer, from_student_period_id bigint, ssn_index bytea, student_values jsonb,
      student_period_values jsonb, student_changes jsonb, student_period_changes jsonb, errors jsonb)`.execute(
    context.db,
  )
  const count = (outcome: ImportOutcome): number => plans.filter((plan) => plan.outcome === outcome).length
  await sql`
    update imports set done = ${progress.done}, total = ${progress.total},
      added = added + ${count('added')}, changed = changed + ${count('changed')},
      unchanged = unchanged + ${count('unchanged')}, refused = refused + ${count('refused')},
      updated_at = ${context.clock.now().toISOString()}
    where id = ${importId}`.execute(context.db)
}
