import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Problem } from '#server/platform/problem.ts'
import type { Logger } from '#server/platform/lib/log.ts'
import { createDatabase, type Database } from './database.ts'

/** A copy of the database that follows it (a hot standby), for long reads. */
export interface Replica {
  /**
   * Returns the copy once it has everything that was committed before this call; null if it doesn’t within `longestLag`,
   * doesn’t respond or isn’t a copy any more. Then it isn’t asked again for `restTime`.
   */
  inStep(): Promise<Database | null>
}

/** Milliseconds that a read waits for the copy; then the database itself is read. */
const longestLag = 2000
/** Milliseconds between looks at what the copy has. */
const lookAgain = 20
/** Milliseconds in which a copy that failed isn’t asked again, so that not every report waits for it. */
const restTime = 10_000

const hasReplayed = `
  select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as is_in_step, system_identifier::text as cluster
  from pg_control_system()`

interface Options {
  /** The database that is copied. */
  readonly primary: pg.Pool
  readonly copy: pg.Pool
  readonly log: Logger
}

export const createReplica = ({ primary, copy, log }: Options): Replica => {
  const db = createDatabase(copy)
  let restsUntil = 0
  const hasEverything = async (): Promise<boolean> => {
    const { rows } = await primary.query<{ at: string; cluster: string }>(
      'select pg_current_wal_insert_lsn()::text as at, system_identifier::text as cluster from pg_control_system()',
    )
    const [now] = rows
    for (const deadline = performance.now() + longestLag; performance.now() < deadline;) {
      const seen = await copy.query<{ is_in_step: boolean | null; cluster: string }>(hasReplayed, [now?.at])
      if (seen.rows[0]?.cluster !== now?.cluster) return false
      if (seen.rows[0]?.is_in_step === true) return true
      await sleep(lookAgain)
    }
    return false
  }
  const rest = (reason: unknown): null => {
    restsUntil = performance.now() + restTime
    log.warn(
      { err: reason },
      'The replica isn’t up to date or doesn’t respond. Reading from the database itself.',
    )
    return null
  }
  return {
    inStep: async () => {
      if (performance.now() < restsUntil) return null
      try {
        return (await hasEverything()) ? db : rest(undefined)
      } catch (error) {
        return rest(error)
      }
    },
  }
}

interface ReadingContext {
  readonly db: Database
  readonly services: { readonly replica: Replica | null; readonly log: Logger }
}

/**
 * Runs a long read on the replica, as of one moment that isn’t before this call; without a replica, on the context’s own
 * database. `work` may run twice: the replica cancels reads that keep it from following.
 */
export const reading = async <Ctx extends ReadingContext, Result>(
  context: Ctx,
  work: (inside: Ctx) => Promise<Result>,
): Promise<Result> => {
  const { replica, log } = context.services
  const copy = replica ? await replica.inStep() : null
  if (!copy) return work(context)
  try {
    return await copy
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((db) => work({ ...context, db }))
  } catch (error) {
    if (error instanceof Problem) throw error
    log.warn({ err: error }, 'A read of the replica failed. Reading from the database itself.')
    return work(context)
  }
}
