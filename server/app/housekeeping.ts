import { sql } from 'kysely'
import { deliveryDays } from '#contract/outputs/webhooks/choices.ts'
import { reviewActivityWeekly } from '#server/outputs/audit/index.ts'
import { judgeAgain, remindOfFixes } from '#server/review/decisions/index.ts'
import { sweepOrphans } from '#server/records/documents/index.ts'
import { expiredBefore } from '#server/accounts/drafts/index.ts'
import { clearExpiredLinks } from '#server/mail/email-delivery/index.ts'
import { deleteExpiredForms, deleteUnsentFiles } from '#server/review/form-submissions/index.ts'
import { ageOutNightly, sendAgeOutNotices } from '#server/outputs/reports/index.ts'
import { reverifyNightly } from '#server/review/reverifications/index.ts'
import type { Services } from '#server/platform/context.ts'

const hour = 3_600_000

/**
 * Deletes what has expired: saved responses, sessions, pending sign-ins, failure counters, drafts, exports, scheduled reports, reports about emails,
 * files of old imports, unfinished forms, files of forms that weren’t sent, documents without a row, and SSNs replaced too long ago to undo.
 */
export const deleteExpired = async (services: Cleaning): Promise<void> => {
  // one that fails, for example because its table is locked, keeps nothing else
  for (const remove of removals(services))
    await remove().catch((error: unknown) => {
      services.log.warn({ err: error }, 'A part of the cleanup failed. Retrying.')
    })
}

type Cleaning = Pick<Services, 'db' | 'clock' | 'files' | 'log'>

/** Returns the deletions, each on its own. */
const removals = (services: Cleaning): readonly (() => Promise<unknown>)[] => {
  const { db, clock } = services
  const ago = (hours: number) =>
    sql`${new Date(clock.now().getTime() - hours * hour).toISOString()}::timestamptz`
  return [
    () => sql`delete from idempotency_keys where created_at < ${ago(24)}`.execute(db),
    () => sql`delete from sessions where expires_at < ${ago(0)} or last_seen_at < ${ago(12)}`.execute(db),
    () => sql`delete from pending_logins where created_at < ${ago(1)}`.execute(db),
    () => sql`delete from throttles where started_at < ${ago(24)}`.execute(db),
    () => clearExpiredLinks(services),
    () => sql`delete from one_time_tokens where expires_at < ${ago(24 * 30)}`.execute(db),
    () => sql`delete from drafts where saved_at <= ${expiredBefore(clock.now())}`.execute(db),
    () => sql`delete from email_events where received_at < ${ago(24 * 90)}`.execute(db),
    // scope: expired rows of every school
    () =>
      sql`delete from replaced_ssns former using changes act
    where act.id = former.change_id and act.at < ${ago(24 * 30)}`.execute(db),
    // scope: expired rows of every school
    () => sql`delete from exports where expires_at <= ${ago(0)}`.execute(db),
    // scope: expired rows of every school
    () => sql`delete from made_reports where expires_at <= ${ago(0)}`.execute(db),
    // scope: expired rows of every school
    () =>
      sql`delete from import_file_chunks chunk using imports run
    where run.id = chunk.import_id and run.created_at < ${ago(24 * 7)}`.execute(db),
    // scope: expired rows of every school
    () =>
      sql`delete from webhook_deliveries where state <> 'queued' and created_at < ${ago(24 * deliveryDays)}`.execute(
        db,
      ),
    () => deleteExpiredForms(services),
    () => deleteUnsentFiles(services),
    () => sweepOrphans(services),
  ]
}

/** Runs the cleanup regularly. Returns a function that stops it. */
export const startHousekeeping = (services: Services): (() => void) => {
  const run = (): void => {
    void deleteExpired(services)
    judgeAgain(services).catch((error: unknown) =>
      services.log.warn({ err: error }, 'Judging forms again failed. Retrying.'),
    )
    remindOfFixes(services).catch((error: unknown) =>
      services.log.warn({ err: error }, 'Reminding students failed. Retrying.'),
    )
    reverifyNightly(services).catch((error: unknown) =>
      services.log.warn({ err: error }, 'Scheduled reverifications weren’t started. Retrying.'),
    )
    ageOutNightly(services).catch((error: unknown) =>
      services.log.warn({ err: error }, 'The nightly change to aged out wasn’t started. Retrying.'),
    )
    reviewActivityWeekly(services).catch((error: unknown) =>
      services.log.warn({ err: error }, 'The weekly review of activity wasn’t made. Retrying.'),
    )
    sendAgeOutNotices(services).catch((error: unknown) =>
      services.log.warn({ err: error }, 'Notices about aging out weren’t sent. Retrying.'),
    )
  }
  run()
  const timer = setInterval(run, hour)
  return () => clearInterval(timer)
}
