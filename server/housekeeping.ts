import { sql } from 'kysely'
import { sweepOrphans } from './documents/index.ts'
import { keptSince } from './drafts/index.ts'
import type { House } from './context.ts'

const hour = 3_600_000

/**
 * What has had its time: kept answers, ended sessions and logins, open windows of failures, drafts, exports, files of
 * old imports, documents without a row, SSNs that were replaced so long ago that nobody undoes it.
 */
export const tidyUp = async (house: Pick<House, 'db' | 'clock' | 'files'>): Promise<void> => {
  const { db, clock } = house
  const ago = (hours: number) =>
    sql`${new Date(clock.now().getTime() - hours * hour).toISOString()}::timestamptz`
  await sql`delete from idempotency_keys where created_at < ${ago(24)}`.execute(db)
  await sql`delete from sessions where expires_at < ${ago(0)} or last_seen_at < ${ago(12)}`.execute(db)
  await sql`delete from pending_logins where created_at < ${ago(1)}`.execute(db)
  await sql`delete from throttles where started_at < ${ago(24)}`.execute(db)
  await sql`update outbox set body_cipher = null where body_cipher is not null and link_expires_at <= ${ago(0)}`.execute(
    db,
  )
  await sql`delete from one_time_tokens where expires_at < ${ago(24 * 30)}`.execute(db)
  await sql`delete from drafts where saved_at <= ${keptSince(clock.now())}`.execute(db)
  // scope: what is too old in every school alike
  await sql`delete from replaced_ssns former using changes act
    where act.id = former.change_id and act.at < ${ago(24 * 30)}`.execute(db)
  // scope: what is too old in every school alike
  await sql`delete from exports where expires_at <= ${ago(0)}`.execute(db)
  // scope: what is too old in every school alike
  await sql`delete from import_file_chunks chunk using imports run
    where run.id = chunk.import_id and run.created_at < ${ago(24 * 7)}`.execute(db)
  await sweepOrphans(house)
}

/** Tidies up now and then. Answers how to stop. */
export const startHousekeeping = (house: House): (() => void) => {
  const run = (): void => {
    tidyUp(house).catch((error: unknown) =>
      house.log.warn({ err: error }, 'Tidying up failed; it is tried again.'),
    )
  }
  run()
  const timer = setInterval(run, hour)
  return () => clearInterval(timer)
}
