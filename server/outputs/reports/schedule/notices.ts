import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { NoticeDays } from '#contract/outputs/reports/choices.ts'
import type { EmailLanguage } from '#contract/setup/schools/email-kinds.ts'
import { dayWords } from '#server/mail/email-templates/index.ts'
import type { Services } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import type { HistoryContext } from '#server/platform/history/index.ts'
import { actTime, dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { daysBetween } from '#server/platform/lib/days.ts'
import { doEach } from '#server/platform/lib/do-each.ts'
import { queueAutomatic } from '#server/review/emails/index.ts'
import { getEmailSettings } from '#server/setup/schools/index.ts'
import { lockRow, type MovableRow } from '#server/records/student-periods/index.ts'
import {
  agingLine,
  agingLines,
  byName,
  lineColumns,
  type AgingPeriod,
} from '#server/records/student-periods/index.ts'
import { isNotified, noticeDue } from '../rules.ts'
import { listOpenPeriods, type ScheduledPeriod } from './open-periods.ts'

/** The kinds of emails by their days before the end. */
const kinds = { 90: 'aging_out_90_days', 60: 'aging_out_60_days', 30: 'aging_out_30_days' } as const

type System = Parameters<typeof lockRow>[0]

/** Whom a school emails today: the policy year, and the kinds that are off. */
interface Work {
  readonly period: ScheduledPeriod
  readonly today: string
  readonly off: readonly string[]
}

/** The notice that is due for a student: coverage types that end on the same day. */
interface Notice {
  readonly days_before: NoticeDays
  readonly ends_on: string
  readonly lines: readonly NoticeLine[]
}

/**
 * Queues the notices that are due before coverage under a parent’s plan ends, in every open policy year. Returns how many.
 */
export const sendAgeOutNotices = async (services: Services): Promise<number> => {
  const today = dayIn(services.clock, officeTimeZone)
  const periods = await listOpenPeriods(services, today)
  const queued = await doEach(
    services,
    'The notices about aging out of a policy year weren’t sent. Retrying.',
    periods.map((period) => [period.id, period]),
    (period) => notifyPeriod(services, period, today),
  )
  return queued.reduce((sum, notices) => sum + notices, 0)
}

const notifyPeriod = async (services: Services, period: ScheduledPeriod, today: string): Promise<number> => {
  const system = { ...scope.asSystem(services.db, period.school_id), clock: services.clock }
  const { kinds_off: off } = await getEmailSettings(system, period.school_id)
  const work = { period, today, off }
  const due = (await readLines(system, period)).filter((line) => dueOf(line, work) !== null)
  const queued = await doEach(
    services,
    'A notice about aging out wasn’t sent. Retrying.',
    new Map(due.map((line) => [line.student_period_id, line.student_period_id])),
    (id) => notify(services, work, id),
  )
  return queued.filter(Boolean).length
}

const noticeLine = z.extend(agingLine, { notified: z.array(z.int()) })
/** A line with the notices that were sent, by their days before the end. */
type NoticeLine = z.output<typeof noticeLine>

const readLines = async (
  system: System,
  period: AgingPeriod,
  ids: readonly number[] | null = null,
): Promise<NoticeLine[]> => {
  const { rows } = await sql`
    select ${lineColumns}, array(select notice.days_before from age_out_notices notice
      where ${scope.within(system, 'notice.school_id')} and notice.student_period_id = line.student_period_id
        and notice.coverage_type = line.coverage_type) as notified
    from (${agingLines(system, period, ids)}) line order by ${sql.join(byName)}`.execute(system.db)
  return z.parse(z.array(noticeLine), rows)
}

/** Returns the days of the notice that is due for a line and that the school hasn’t turned off. */
const dueOf = (line: NoticeLine, { today, off }: Work): NoticeDays | null => {
  const days = isNotified(line) ? noticeDue(today, line.ends_on, line.notified) : null
  return days === null || off.includes(kinds[days]) ? null : days
}

const notify = async (services: Services, work: Work, id: number): Promise<boolean> => {
  const afterCommit: (() => void)[] = []
  const { clock } = services
  const isQueued = await services.db.transaction().execute(async (db) => {
    const context = { db, clock, services, afterCommit, caller: null, change: null }
    const system = { ...scope.asSystem(db, work.period.school_id), clock }
    // the lock makes two processes take turns: the second one reads what the first has sent
    const row = await lockRow(system, id)
    const notice = firstNotice(await readLines(system, work.period, [id]), work)
    if (!row || row.email === null || !notice) return false
    await saveNotice(
      context,
      row,
      notice,
      await queueNotice(context, system, { ...row, email: row.email }, notice),
    )
    return true
  })
  for (const run of afterCommit) run()
  return isQueued
}

/** Returns the notice about the coverage that ends first; null if none is due. */
const firstNotice = (lines: readonly NoticeLine[], work: Work): Notice | null => {
  const due = lines.flatMap((line) => {
    const days = dueOf(line, work)
    return days === null ? [] : [{ line, days }]
  })
  const [first] = due.toSorted((one, other) => one.line.ends_on.localeCompare(other.line.ends_on))
  if (!first) return null
  const { ends_on } = first.line
  const same = due.filter(({ line }) => line.ends_on === ends_on)
  return { days_before: first.days, ends_on, lines: same.map(({ line }) => line) }
}

/** Queues the email. Returns its ID. */
const queueNotice = (
  context: HistoryContext,
  system: System,
  row: MovableRow & { readonly email: string },
  { days_before, ends_on }: Notice,
): Promise<number> => {
  const left = daysBetween(dayIn(context.clock, officeTimeZone), ends_on)
  const values = (language: EmailLanguage) => ({
    'deadline.on': dayWords(ends_on, language),
    'deadline.days_left': String(left),
  })
  return queueAutomatic(context, system, { kind: kinds[days_before], row, values })
}

const saveNotice = async (
  { db, clock }: Pick<HistoryContext, 'db' | 'clock'>,
  { school_id }: MovableRow,
  { days_before, ends_on, lines }: Notice,
  email_id: number,
): Promise<void> => {
  await db
    .insertInto('age_out_notices')
    .values(
      lines.map(({ student_period_id, coverage_type }) => ({
        school_id,
        student_period_id,
        coverage_type,
        days_before,
        presumed_end_on: ends_on,
        email_id,
        created_at: actTime(clock).toISOString(),
      })),
    )
    .execute()
}
