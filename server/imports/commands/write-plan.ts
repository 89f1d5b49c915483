import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { ImportOutcome } from '#contract/imports/shapes.ts'
import { encryptSsn, ssnPlace } from '../../lib/crypt.ts'
import { bytesText } from '../matches.ts'
import type { Plan } from '../rules/plan.ts'
import { updateRun, type Run } from './claim-run.ts'

/** Reserves IDs for new records, so that applying the plan only inserts. */
const reserveIds = async (
  context: Context,
  many: number,
): Promise<{ student_id: number; student_period_id: number }[]> => {
  if (many === 0) return []
  const { rows } = await sql<{ student_id: number; student_period_id: number }>`
    select nextval('students_id_seq') as student_id, nextval('student_periods_id_seq') as student_period_id
    from generate_series(1, ${many})`.execute(context.db)
  return rows
}

const withIds = async (context: Context, plans: readonly Plan[]): Promise<Plan[]> => {
  const ids = await reserveIds(context, plans.filter(({ outcome }) => outcome === 'added').length)
  let next = 0
  return plans.map((plan): Plan => {
    if (plan.outcome !== 'added') return plan
    const aside = ids[next]
    next += 1
    const student_id = plan.student_id ?? aside?.student_id ?? null
    return { ...plan, student_id, student_period_id: aside?.student_period_id ?? null }
  })
}

/** Returns a planned row as saved, with the SSN encrypted for the student the row matches or creates. */
const sealed = ({ services }: Context, { ssn, ...plan }: Plan) => {
  if (ssn === null) return { ...plan, ssn_cipher: null }
  if (plan.student_id === null) throw new Error('An SSN is written for nobody.')
  const cipher = encryptSsn(services.keys, ssnPlace('students', plan.student_id), ssn)
  return { ...plan, ssn_cipher: bytesText(cipher.toString('hex')) }
}

/** The progress of an import, in rows. */
export interface Progress {
  readonly done: number
  readonly total: number
}

/** Saves planned rows and the import’s progress. @throws SupersededRun */
export const writePlan = async (
  context: Context,
  run: Run,
  plans: readonly Plan[],
  progress: Progress,
): Promise<void> => {
  const rows = (await withIds(context, plans)).map((plan) => sealed(context, plan))
  await sql`
    insert into import_rows (import_id, row_number, outcome, sid, name, student_id, student_version,
      student_period_id, student_period_version, from_student_period_id, ssn_index, ssn_cipher, ssn_last_four,
      student_changes, student_period_changes, errors)
    select ${run.id}::bigint, plan.*
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as plan(row_number integer, outcome text, sid text,
      name text, student_id bigint, student_version integer, student_period_id bigint,
      student_period_version integer, from_student_period_id bigint, ssn_index bytea, ssn_cipher bytea,
      ssn_last_four text, student_changes jsonb, student_period_changes jsonb, errors jsonb)`.execute(
    context.db,
  )
  const count = (outcome: ImportOutcome): number => plans.filter((plan) => plan.outcome === outcome).length
  await updateRun(context, run, {
    done: sql<number>`greatest(done, ${progress.done})`,
    total: sql<number>`greatest(total, ${progress.total})`,
    added: sql<number>`added + ${count('added')}`,
    changed: sql<number>`changed + ${count('changed')}`,
    unchanged: sql<number>`unchanged + ${count('unchanged')}`,
    refused: sql<number>`refused + ${count('refused')}`,
    updated_at: context.clock.now().toISOString(),
  })
}
