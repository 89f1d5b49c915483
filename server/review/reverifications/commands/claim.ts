import { sql } from 'kysely'
import { coverages } from '#contract/setup/coverage/choices.ts'
import * as z from 'zod/mini'
import type { Services } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { leaseUntil, lineKey, type RunningCheck } from '#server/review/verifications/index.ts'

/** Coverage types that are claimed at once. */
const batchSize = 50

/** A reverification that a job works on. */
interface Run {
  readonly id: number
  readonly school_id: number
  readonly is_simulated: boolean
}

const coverageType = z.enum(coverages)

interface Item extends RunningCheck {
  readonly item_id: number
}

/**
 * Creates the checks of the next coverage types, taken over by this process. Returns null if the run is over or paused, and
 * an empty list if all of its checks were created. A coverage type that is being checked already keeps that check.
 */
export const claimChecks = (services: Services, run: Run): Promise<RunningCheck[] | null> =>
  services.db.transaction().execute(async (db) => {
    // scope: a job works on the run of whatever school started it; so do all statements here
    const open = await db
      .selectFrom('period_reverifications')
      .select('id')
      .where('id', '=', run.id)
      .where('state', '=', 'running')
      .forShare()
      .executeTakeFirst()
    if (!open) return null
    const items = await nextItems(db, run)
    return items.length === 0 ? [] : createReports(db, services, run, items)
  })

const nextItems = async (db: Database, { id }: Run): Promise<Item[]> => {
  // scope: as above
  const rows = await db
    .selectFrom('reverification_items')
    .select(['id as item_id', 'school_id', 'student_id', 'student_period_id', 'coverage_type'])
    .where('reverification_id', '=', id)
    .where('report_id', 'is', null)
    .orderBy('id')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map((row) => ({ ...row, id: 0, coverage_type: coverageType.parse(row.coverage_type) }))
}

const createReports = async (
  db: Database,
  services: Pick<Services, 'clock'>,
  { school_id, is_simulated }: Run,
  items: readonly Item[],
): Promise<RunningCheck[]> => {
  const now = services.clock.now().toISOString()
  const created = await db
    .insertInto('eligibility_reports')
    .values(
      items.map(({ student_id, student_period_id, coverage_type }) => ({
        school_id,
        student_id,
        student_period_id,
        coverage_type,
        cause: 'reverification',
        is_simulated,
        created_at: now,
        next_try_at: leaseUntil(services),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['student_period_id', 'coverage_type'])
        .where(sql<boolean>`retrieval_status = 'pending'`)
        .doNothing(),
    )
    .returning(['id', 'student_period_id', 'coverage_type'])
    .execute()
  const ids = new Map(created.map((one) => [lineKey(one), one.id]))
  await assignReports(db, items)
  return items.flatMap((item) => {
    const id = ids.get(lineKey(item))
    return id === undefined ? [] : [{ ...item, id, isNew: true }]
  })
}

/** Names the check of each item: the one just created, or the one that was pending. */
const assignReports = async (db: Database, items: readonly Item[]): Promise<void> => {
  // scope: as above
  await sql`
    update reverification_items item set report_id = report.id
    from eligibility_reports report
    where item.id = any(${items.map(({ item_id }) => item_id)}::bigint[])
      and report.student_period_id = item.student_period_id and report.coverage_type = item.coverage_type
      and report.retrieval_status = 'pending'`.execute(db)
}
