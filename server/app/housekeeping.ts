import { sql } from 'kysely'
import { deliveryDays } from '#contract/outputs/webhooks/choices.ts'
import { reviewActivityWeekly } from '#server/outputs/audit/index.ts'
import { judgeAgain, remindOfFixes } from '#server/review/decisions/index.ts'
import { enrollByDefaultNightly, remindOfDeadlines } from '#server/review/default-enrollments/index.ts'
import { sweepOrphans } from '#server/records/documents/index.ts'
import { expiredBefore } from '#server/accounts/drafts/index.ts'
import { clearExpiredLinks } from '#server/mail/email-delivery/index.ts'
import {
  deleteExpiredForms,
  deleteExpiredTokens,
  deleteUnsentFiles,
} from '#server/review/form-submissions/index.ts'
import { endRetention } from '#server/outputs/retention/index.ts'
import { ageOutNightly, sendAgeOutNotices } from '#server/outputs/reports/index.ts'
import { makePlannedChanges } from '#server/records/student-periods/index.ts'
import { reverifyNightly } from '#server/review/reverifications/index.ts'
import type { Services } from '#server/platform/context.ts'
import { everyHour, everyMinute, type Schedule } from '#server/platform/jobs/schedule.ts'
import { startDueReports } from '#server/outputs/report-schedules/index.ts'
import { deleteEndedStatuses } from '#server/review/student-status/index.ts'
import { deleteOldVisits } from '#server/setup/site-visits/index.ts'
import { sweepChecks } from '#server/review/verifications/index.ts'
import { doEach } from '#server/platform/lib/do-each.ts'

const hour = 3_600_000

/**
 * Deletes what has expired: saved responses, sessions, pending sign-ins, failure counters, drafts, exports, scheduled reports, reports about emails,
 * files of old imports, unfinished forms, codes and sessions of students, files of forms that weren’t sent, old counts of visits, documents without a row, and SSNs replaced too long ago to undo.
 */
export const deleteExpired = (services: Cleaning): Promise<unknown> =>
  // one that fails, for example because its table is locked, keeps nothing else
  doEach(
    services,
    'A part of the cleanup failed. Retrying.',
    Object.entries(removalsOf(services)),
    (remove) => remove(),
  )

type Cleaning = Pick<Services, 'db' | 'clock' | 'files' | 'log' | 'databaseTrouble'>

/** Returns the deletions by what they delete. */
const removalsOf = (services: Cleaning): Readonly<Record<string, () => Promise<unknown>>> => {
  const { db, clock } = services
  const ago = (hours: number) =>
    sql`${new Date(clock.now().getTime() - hours * hour).toISOString()}::timestamptz`
  return {
    idempotency_keys: () => sql`delete from idempotency_keys where created_at < ${ago(24)}`.execute(db),
    sessions: () =>
      sql`delete from sessions where expires_at < ${ago(0)} or last_seen_at < ${ago(12)}`.execute(db),
    pending_logins: () => sql`delete from pending_logins where created_at < ${ago(1)}`.execute(db),
    throttles: () => sql`delete from throttles where started_at < ${ago(24)}`.execute(db),
    email_links: () => clearExpiredLinks(services),
    one_time_tokens: () => sql`delete from one_time_tokens where expires_at < ${ago(24 * 30)}`.execute(db),
    drafts: () => sql`delete from drafts where saved_at <= ${expiredBefore(clock.now())}`.execute(db),
    email_events: () => sql`delete from email_events where received_at < ${ago(24 * 90)}`.execute(db),
    // scope: expired rows of every school
    replaced_ssns: () =>
      sql`delete from replaced_ssns former using changes act
    where act.id = former.change_id and act.at < ${ago(24 * 30)}`.execute(db),
    // scope: expired rows of every school
    exports: () => sql`delete from exports where expires_at <= ${ago(0)}`.execute(db),
    // scope: expired rows of every school
    made_reports: () => sql`delete from made_reports where expires_at <= ${ago(0)}`.execute(db),
    // scope: expired rows of every school
    import_files: () =>
      sql`delete from import_file_chunks chunk using imports run
    where run.id = chunk.import_id and run.created_at < ${ago(24 * 7)}`.execute(db),
    // scope: expired rows of every school
    webhook_deliveries: () =>
      sql`delete from webhook_deliveries where state <> 'queued' and created_at < ${ago(24 * deliveryDays)}`.execute(
        db,
      ),
    unfinished_forms: () => deleteExpiredForms(services),
    form_tokens: () => deleteExpiredTokens(services),
    ended_statuses: () => deleteEndedStatuses(services),
    site_visits: () => deleteOldVisits(services),
    unsent_files: () => deleteUnsentFiles(services),
    stored_files: () => sweepOrphans(services),
  }
}

/** All that runs by the clock, with the names under which `schedule_runs` has it. What is nightly waits for its night. */
export const schedules: readonly Schedule[] = [
  everyMinute('start-due-reports', startDueReports),
  everyMinute('continue-eligibility-checks', sweepChecks),
  everyHour('delete-expired', deleteExpired),
  everyHour('judge-forms-again', judgeAgain),
  everyHour('remind-of-deadlines', remindOfDeadlines),
  everyHour('remind-of-fixes', remindOfFixes),
  everyHour('reverify-nightly', reverifyNightly),
  everyHour('make-planned-changes', makePlannedChanges),
  everyHour('start-default-enrollment', enrollByDefaultNightly),
  everyHour('start-aging-out', ageOutNightly),
  everyHour('review-activity-weekly', reviewActivityWeekly),
  everyHour('send-age-out-notices', sendAgeOutNotices),
  everyHour('end-retention', endRetention),
]
