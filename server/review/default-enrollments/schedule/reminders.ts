import { sql } from 'kysely'
import type { EmailLanguage } from '#contract/setup/schools/email-kinds.ts'
import { dayWords } from '#server/mail/email-templates/index.ts'
import { lastDayFor, type LineRules } from '#server/platform/coverage/index.ts'
import type { Services } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { actTime, dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { daysBetween } from '#server/platform/lib/days.ts'
import { doEach } from '#server/platform/lib/do-each.ts'
import { lockRow, type MovableRow } from '#server/records/student-periods/index.ts'
import { queueAutomatic } from '#server/review/emails/index.ts'
import { selectPeriodWithRules } from '#server/setup/periods/index.ts'
import { getEmailSettings } from '#server/setup/schools/index.ts'
import { readCandidates, type Candidate } from '../queries/candidates.ts'
import { reminderDue } from '../rules.ts'
import { listOpenPeriods, type OpenPeriod } from './open-periods.ts'

const kind = 'deadline_reminder'

/** Queues the reminders that are due to students who haven’t started, in every open policy year. Returns how many. */
export const remindOfDeadlines = async (services: Services): Promise<number> => {
  const today = dayIn(services.clock, officeTimeZone)
  const queued = await doEach(
    services,
    'The deadline reminders of a policy year weren’t queued. Retrying.',
    (await listOpenPeriods(services, today)).map((period) => [period.id, period]),
    (period) => remindPeriod(services, period, today),
  )
  return queued.reduce((sum, one) => sum + one, 0)
}

const remindPeriod = async (
  services: Services,
  { id, school_id }: OpenPeriod,
  today: string,
): Promise<number> => {
  const system = { ...scope.asSystem(services.db, school_id), clock: services.clock }
  const { rules } = await selectPeriodWithRules(system, id)
  const { kinds_off: off } = await getEmailSettings(system, school_id)
  if (off.includes(kind) || !isNear(rules.dates, today)) return 0
  let queued = 0
  for await (const candidates of readCandidates(system, id, { isLocking: false })) {
    const due = await listUnsent(system, candidates, today)
    const sent = await doEach(
      services,
      'A deadline reminder wasn’t queued. Retrying.',
      due.map((candidate) => [candidate.row.id, candidate]),
      (candidate) => remind(services, candidate, today),
    )
    queued += sent.filter(Boolean).length
  }
  return queued
}

/** Returns those whose reminder is due and wasn’t queued: it stays due until the next one is, for days. */
const listUnsent = async (
  system: ScopeContext,
  candidates: readonly Candidate[],
  today: string,
): Promise<Candidate[]> => {
  const due = candidates.flatMap((candidate) => {
    const one = dueOf(candidate, today)
    return one ? [{ candidate, key: keyOf({ ...one, student_period_id: candidate.row.id }) }] : []
  })
  if (due.length === 0) return []
  const sent = await scope
    .deadlineReminders(system)
    .select([
      'deadline_reminders.student_period_id',
      'deadline_reminders.deadline_on',
      'deadline_reminders.days_before',
    ])
    .where(
      'deadline_reminders.student_period_id',
      '=',
      sql<number>`any(${due.map(({ candidate }) => candidate.row.id)}::bigint[])`,
    )
    .execute()
  const keys = new Set(sent.map(keyOf))
  return due.filter(({ key }) => !keys.has(key)).map(({ candidate }) => candidate)
}

const keyOf = ({ student_period_id: id, deadline_on, days_before }: Due & { student_period_id: number }) =>
  `${id} ${deadline_on} ${days_before}`

/** Returns whether a reminder of any cohort can be due. */
const isNear = (dates: LineRules['dates'], today: string): boolean =>
  [dates, ...dates.cohorts]
    .flatMap(({ waiver_deadline_on, enrollment_closes_on }) => [waiver_deadline_on, enrollment_closes_on])
    .some((day) => day !== null && reminderDue(today, day, dates.reminder_days) !== null)

/** The reminder that a student gets today: the deadline, and how many days before it the reminder is meant for. */
interface Due {
  readonly deadline_on: string
  readonly days_before: number
}

/** Returns the reminder of a student who hasn’t started a coverage type they must enroll in or waive; null without one. */
const dueOf = ({ row, standings }: Pick<Candidate, 'row' | 'standings'>, today: string): Due | null => {
  const { rules } = row.period
  const isMeant = standings.some(
    ({ status, reason }) => status === 'not_started' && reason === 'deadline_ahead',
  )
  if (!rules || !isMeant || row.email === null) return null
  const { day } = lastDayFor(rules.dates, row.facts)
  const days_before = day === null ? null : reminderDue(today, day, rules.dates.reminder_days)
  return day === null || days_before === null ? null : { deadline_on: day, days_before }
}

/** Queues the reminder of a student, once. Returns false if it was queued before or the student has started. */
const remind = async (
  services: Services,
  { row: found, standings }: Candidate,
  today: string,
): Promise<boolean> => {
  const afterCommit: (() => void)[] = []
  const { clock } = services
  const isQueued = await services.db.transaction().execute(async (db) => {
    const system = { ...scope.asSystem(db, found.school_id), clock }
    const row = await lockRow(system, found.id)
    const due = row && hasNotStarted(row, found) ? dueOf({ row, standings }, today) : null
    if (!row || !due || row.email === null) return false
    const claimed = await db
      .insertInto('deadline_reminders')
      .values({
        school_id: row.school_id,
        student_period_id: row.id,
        ...due,
        created_at: actTime(clock).toISOString(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (Number(claimed.numInsertedOrUpdatedRows) === 0) return false
    const values = (language: EmailLanguage) => ({
      'deadline.on': dayWords(due.deadline_on, language),
      'deadline.days_left': String(daysBetween(today, due.deadline_on)),
    })
    const context = { db, clock, services, afterCommit, caller: null, change: null }
    await queueAutomatic(context, system, { kind, row: { ...row, email: row.email }, values })
    return true
  })
  for (const run of afterCommit) run()
  return isQueued
}

/** Returns whether a record is still as it was read. */
const hasNotStarted = (row: MovableRow, found: MovableRow): boolean => row.version === found.version
