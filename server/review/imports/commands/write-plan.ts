import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { ImportOutcome } from '#contract/review/imports/shapes.ts'
import { encryptSsn, ssnPlace } from '#server/platform/lib/crypt.ts'
import { mapInSteps } from '#server/platform/lib/batches.ts'
import { bytesText } from '../queries/matches.ts'
import type { Plan } from '../rules/plan.ts'
import { updateRun, type Run } from './claim.ts'

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

/** A batch of rows to plan. Each row becomes text as soon as it’s planned, so that few plans exist at once. */
interface PlannedBatch<Row> {
  readonly rows: readonly Row[]
  readonly plan: (row: Row, index: number) => Plan
  /** The most rows that can add a student to the period. */
  readonly mostAdded: number
  readonly progress: Progress
}

/** Plans rows, saves the plan and the import’s progress. @throws SupersededRun */
export const writePlan = async <Row>(context: Context, run: Run, batch: PlannedBatch<Row>): Promise<void> => {
  const { progress } = batch
  const { text, counts } = await planAll(context, batch, await reserveIds(context, batch.mostAdded))
  await sql`
    insert into import_rows (import_id, school_id, row_number, outcome, sid, name, student_id, student_version,
      student_period_id, student_period_version, from_student_period_id, ssn_index, ssn_cipher, ssn_last_four,
      student_changes, student_period_changes, errors, finding, left_out_for, other_outcome)
    select ${run.id}::bigint, ${run.school_id}::bigint, plan.*
    from jsonb_to_recordset(${text}::jsonb) as plan(row_number integer, outcome text, sid text,
      name text, student_id bigint, student_version integer, student_period_id bigint,
      student_period_version integer, from_student_period_id bigint, ssn_index bytea, ssn_cipher bytea,
      ssn_last_four text, student_changes jsonb, student_period_changes jsonb, errors jsonb, finding jsonb,
      left_out_for text, other_outcome text)`.execute(context.db)
  await updateRun(context, run, {
    done: sql<number>`greatest(done, ${progress.done})`,
    total: sql<number>`greatest(total, ${progress.total})`,
    added: sql<number>`added + ${counts.added}`,
    changed: sql<number>`changed + ${counts.changed}`,
    unchanged: sql<number>`unchanged + ${counts.unchanged}`,
    refused: sql<number>`refused + ${counts.refused}`,
    updated_at: context.clock.now().toISOString(),
  })
}

/** Plans rows. Returns them as JSON, new records with one of the reserved IDs each, and counts them by outcome. */
const planAll = async <Row>(
  context: Context,
  { rows, plan }: PlannedBatch<Row>,
  ids: readonly { readonly student_id: number; readonly student_period_id: number }[],
): Promise<{ text: string; counts: Record<ImportOutcome, number> }> => {
  const counts = { added: 0, changed: 0, unchanged: 0, refused: 0 }
  let reserved = 0
  const texts = await mapInSteps(rows, (row, index) => {
    const planned = plan(row, index)
    // a stopped row may be added too, once it's confirmed
    const mayAdd = planned.outcome === 'added' || planned.other_outcome === 'added'
    const own = mayAdd ? ids[reserved] : undefined
    counts[planned.outcome] += 1
    reserved += Number(mayAdd)
    if (mayAdd && !own) throw new Error('Fewer IDs were reserved than records are added.')
    const ownIds = own && {
      student_id: planned.student_id ?? own.student_id,
      student_period_id: own.student_period_id,
    }
    return JSON.stringify(sealed(context, { ...planned, ...ownIds }))
  })
  return { text: `[${texts.join(',')}]`, counts }
}
