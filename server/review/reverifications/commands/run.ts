import { sql } from 'kysely'
import * as z from 'zod/mini'
import { coverages } from '#contract/platform/coverage/choices.ts'
import type { Services } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { scope } from '#server/platform/db/scope.ts'
import { actTime } from '#server/platform/lib/clock.ts'
import {
  chooseCarrier,
  findOut,
  finishReports,
  keepChecks,
  leaseUntil,
  lineKey,
  readCheckFacts,
  type Carrier,
  type FinishedCheck,
  type RunningCheck,
} from '#server/review/verifications/index.ts'
import { leftThisMonth } from '../queries.ts'

/** Milliseconds after which a job queues another for the rest, so that other jobs get their turn. */
const sliceMilliseconds = 15_000

/** Inquiries under way at once. */
const atOnce = 8

/** Milliseconds that a check waits for calls of people at most: at full load the list still gets on. */
const patience = 100

/**
 * Milliseconds after which results are saved, however few they are, and the checks that still wait are kept: well before
 * another run takes them over.
 */
const saveEvery = 5000

/**
 * Makes the checks of a running reverification, as many as fit into a slice of time. It ends when every check was made; what
 * a payer answers later gets its outcome then. A check belongs to one process at a time, and those of a process that died
 * are continued by the sweep of unfinished checks. Returns whether another job has to go on.
 */
export const runReverification = async (services: Services, id: number): Promise<boolean> => {
  const endsAt = performance.now() + sliceMilliseconds
  for (;;) {
    const run = await findRun(services, id)
    if (!run) return false
    const carrier = await chooseCarrier(services, run.school_id)
    const obstacle = await obstacleOf(services, run.school_id, carrier)
    if (obstacle !== null) {
      await pauseWith(services, id, obstacle)
      return false
    }
    const is_simulated = carrier?.settings.provider === 'simulator'
    const checks = await claimChecks(services, { ...run, is_simulated })
    if (checks === null) return false
    if (checks.length === 0 && (await endIfDone(services, id))) return false
    await makeChecks(services, run.school_id, checks, carrier)
    if (performance.now() > endsAt) return true
  }
}

const findRun = ({ db }: Services, id: number) =>
  // scope: a job works on the run of whatever school started it
  db
    .selectFrom('period_reverifications')
    .select(['id', 'school_id'])
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()

/** Returns the sentence for staff about why no check can be made now; null if it can. */
const obstacleOf = async (
  services: Services,
  schoolId: number,
  carrier: Carrier | null,
): Promise<string | null> => {
  if (!carrier) return 'The school doesn’t have a clearinghouse. Choose one in School settings, then resume.'
  const system = { ...scope.asSystem(services.db, schoolId), clock: services.clock }
  const left = await leftThisMonth(system, carrier.settings)
  return left !== null && left < Math.max(1, carrier.provider.costCents)
    ? 'The school’s cost limit for this month is reached. Raise it in School settings or wait until next month, then resume.'
    : null
}

/** Asks about some coverage types, a few at once, and saves what came out in batches. */
const makeChecks = async (
  services: Services,
  schoolId: number,
  checks: readonly RunningCheck[],
  carrier: Carrier | null,
): Promise<void> => {
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => services.traffic.inTurn(patience, work)
  const system = scope.asSystem(services.db, schoolId)
  const facts = await inTurn(() => readCheckFacts(system, checks))
  const left = [...checks]
  let finished: FinishedCheck[] = []
  let saving = Promise.resolve()
  /** Saves what came out so far, after what is being saved. Answers that can’t be saved are kept, because they’re paid for. */
  const save = (): Promise<void> => {
    saving = saving
      .catch(() => undefined)
      .then(async () => {
        const batch = finished
        finished = []
        if (batch.length === 0) return
        try {
          await inTurn(() => finishReports(services, schoolId, batch))
        } catch (error) {
          finished = [...batch, ...finished]
          throw error
        }
      })
    return saving
  }
  const work = async (): Promise<void> => {
    for (let check = left.shift(); check; check = left.shift()) {
      const finding = await findOut(services, check, facts.get(lineKey(check)), carrier, inTurn)
      if (finding) finished.push({ check, finding })
    }
  }
  const keep = async (): Promise<void> => {
    const ids = left.map(({ id }) => id)
    if (ids.length > 0) await inTurn(() => keepChecks(services, ids))
  }
  const timer = setInterval(() => {
    // there’s time to try again until another run takes them over
    save().catch(() => undefined)
    keep().catch(() => undefined)
  }, saveEvery)
  // what was found out is saved even if one check fails
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, work))
  clearInterval(timer)
  await saveRest(services, save)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** Times that the last results of a batch are saved again after a failure. */
const saveAgain = 3

/** Saves the last results; after a failure again, because another run that takes the checks over would pay for them again. */
const saveRest = async (services: Services, save: () => Promise<void>): Promise<void> => {
  for (let failed = 0; failed < saveAgain; failed += 1) {
    try {
      return await save()
    } catch {
      await services.pause(saveEvery)
    }
  }
  return save()
}

/** Ends a run whose checks were all made. Returns false if another process still holds some of its list. */
const endIfDone = async ({ db, clock }: Services, id: number): Promise<boolean> => {
  // scope: the run that this job works on
  const waiting = await db
    .selectFrom('reverification_items')
    .select('id')
    .where('reverification_id', '=', id)
    .where('report_id', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (waiting) return false
  // scope: as above
  await db
    .updateTable('period_reverifications')
    .set({ state: 'done', ended_at: actTime(clock).toISOString() })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
  return true
}

/** Pauses a run with a sentence for staff. */
export const pauseWith = async ({ db }: Services, id: number, message: string): Promise<void> => {
  // scope: the run that this job works on
  await db
    .updateTable('period_reverifications')
    .set({ state: 'paused', message })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

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
const claimChecks = (services: Services, run: Run): Promise<RunningCheck[] | null> =>
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
        .columns(['student_period_id', 'coverage_type', 'school_id'])
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
