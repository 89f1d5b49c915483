import { sql } from 'kysely'
import type { EmailLanguage } from '#contract/setup/schools/email-kinds.ts'
import type { DecisionOutcome } from '#contract/review/decisions/outcome-shapes.ts'
import { coverageWords, dayWords } from '#server/mail/email-templates/index.ts'
import type { Services } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { scope } from '#server/platform/db/scope.ts'
import type { HistoryContext } from '#server/platform/history/index.ts'
import { actTime, dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { doEach } from '#server/platform/lib/do-each.ts'
import { addDays } from '#server/platform/lib/days.ts'
import { lockRow, type MovableRow } from '#server/records/student-periods/index.ts'
import { queueAutomatic } from '#server/review/emails/index.ts'
import { getEmailSettings } from '#server/setup/schools/index.ts'
import { reasonsText } from './commands/emails.ts'
import { suggest } from './commands/suggest.ts'
import { readForms, readSnapshots, type DecidableForm } from './queries/forms.ts'
import { listOutcomes, readLatest } from './queries/suggestions.ts'
import { readRuleMessages } from './queries/waiver-options.ts'

const kind = 'waiver_unable_to_process_reminder'

/** Days before the response date on which students are reminded. */
const reminderDays = [1, 3, 7, 14] as const

/**
 * Returns which reminder is due, by its days; null if there’s none. One that was missed is sent later, until the next is
 * due. None is sent on the day of the decision or before. Days are `YYYY-MM-DD`.
 */
export const reminderDue = (today: string, decided_on: string, respond_by: string): number | null => {
  if (today >= respond_by) return null
  const due = reminderDays.find((days) => addDays(respond_by, -days) <= today)
  return due === undefined || addDays(respond_by, -due) <= decided_on ? null : due
}

/** Queues the reminders that are due about waivers that couldn’t be processed. Returns how many. */
export const remindOfFixes = async (services: Services): Promise<number> => {
  const today = dayIn(services.clock, officeTimeZone)
  // scope: the system’s daily work on the forms of every school
  const forms = await services.db
    .selectFrom('form_submissions')
    .innerJoin('decision_outcomes', 'decision_outcomes.submission_id', 'form_submissions.id')
    .distinct()
    .select(['form_submissions.id', 'form_submissions.school_id'])
    .where('form_submissions.form_type', '=', 'waiver')
    .where('form_submissions.superseded_by_id', 'is', null)
    .where('decision_outcomes.undone_at', 'is', null)
    .where('decision_outcomes.respond_by', '>', today)
    .where('decision_outcomes.respond_by', '<=', addDays(today, Math.max(...reminderDays)))
    .where(sql<boolean>`decision_outcomes.coverage_type = any(form_submissions.decided_coverages)`)
    .orderBy('form_submissions.id')
    .execute()
  const reminded = await doEach(
    services,
    'A reminder wasn’t queued. Retrying.',
    forms.map((form) => [form.id, form]),
    (form) => remind(services, form, today),
  )
  return reminded.filter(Boolean).length
}

const remind = async (
  services: Services,
  { id, school_id }: { readonly id: number; readonly school_id: number },
  today: string,
): Promise<boolean> => {
  const afterCommit: (() => void)[] = []
  const isQueued = await services.db.transaction().execute(async (db) => {
    const { clock } = services
    const context = { db, clock, services, afterCommit, caller: null, change: null }
    return queueReminder(context, db, { id, school_id, today })
  })
  for (const run of afterCommit) run()
  return isQueued
}

interface Asked {
  readonly id: number
  readonly school_id: number
  readonly today: string
}

type System = Parameters<typeof lockRow>[0]

interface Reminder {
  readonly row: MovableRow & { readonly email: string }
  readonly lines: readonly DecisionOutcome[]
  readonly respond_by: string
  readonly days_before: number
}

const queueReminder = async (context: HistoryContext, db: Database, asked: Asked): Promise<boolean> => {
  const { id, school_id } = asked
  const system = { ...scope.asSystem(db, school_id), clock: context.clock }
  const { kinds_off: off } = await getEmailSettings(system, school_id)
  const reminder = off.includes(kind) ? null : await findReminder(system, asked)
  if (!reminder) return false
  const { respond_by, days_before } = reminder
  const claimed = await db
    .insertInto('fix_reminders')
    .values({
      school_id,
      submission_id: id,
      respond_by,
      days_before,
      created_at: actTime(context.clock).toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (Number(claimed.numInsertedOrUpdatedRows) === 0) return false
  await sendReminder(context, system, asked, reminder)
  return true
}

/** Locks a form and its student’s record, and returns the reminder that is due; null if there’s none. */
const findReminder = async (system: System, { id, today }: Asked): Promise<Reminder | null> => {
  const [found] = await readForms(system, [id])
  const row = await lockRow(system, found?.student_period_id ?? null)
  const [form] = await readForms(system, [id], true)
  if (!form || !row || row.email === null) return null
  const waiting = (await listWaiting(system, form)).filter(({ coverage_type: one }) =>
    row.lines[one].status.endsWith('waiver_utp'),
  )
  const [first] = waiting
  if (!first || first.respond_by === null) return null
  const { respond_by, decided_at } = first
  const decided_on = dayIn({ now: () => new Date(decided_at) }, officeTimeZone)
  const days_before = reminderDue(today, decided_on, respond_by)
  if (days_before === null) return null
  const lines = waiting.filter((line) => line.respond_by === respond_by)
  return { row: { ...row, email: row.email }, lines, respond_by, days_before }
}

const sendReminder = async (
  context: HistoryContext,
  system: System,
  { id }: Asked,
  { row, lines, respond_by }: Reminder,
): Promise<void> => {
  const language = (await readSnapshots(system, [id])).get(id)?.content.language ?? 'en'
  const suggestions = (await readLatest(system, [id])).get(id) ?? []
  const schoolMessages = await readRuleMessages(system, row.period.id)
  const values = (one: EmailLanguage) => ({
    'decision.coverages': coverageWords(
      lines.map(({ coverage_type }) => coverage_type),
      one,
    ),
    'decision.reasons': reasonsText(lines, { suggestions, schoolMessages, language: one }),
    'decision.respond_by': dayWords(respond_by, one),
  })
  await queueAutomatic(context, system, { kind, row, values, formId: id, language })
}

/** Returns the decisions of unable to process that the student hasn’t fixed, the nearest response date first. */
const listWaiting = async (system: System, form: DecidableForm): Promise<DecisionOutcome[]> => {
  const outcomes = (await listOutcomes(system, [form.id])).filter(({ undone_at }) => undone_at === null)
  return form.decided_coverages
    .flatMap((coverage) => outcomes.find(({ coverage_type }) => coverage_type === coverage) ?? [])
    .filter(({ outcome, respond_by }) => outcome === 'utp' && respond_by !== null)
    .toSorted((one, other) => (one.respond_by ?? '').localeCompare(other.respond_by ?? ''))
}

/** Forms per transaction. */
const batchSize = 100

/**
 * Judges the forms to review that weren’t judged today: risk and some rules depend on the day, and documents or waiver
 * options may have changed. Several processes share the work. Returns how many forms were judged.
 */
export const judgeAgain = async (services: Services): Promise<number> => {
  const today = dayIn(services.clock, officeTimeZone)
  let [judged, last] = [0, 0]
  for (;;) {
    const ids = await listUnjudged(services.db, today, last)
    judged += await judgeBatch(services, today, ids)
    last = ids.at(-1) ?? last
    if (ids.length < batchSize) return judged
  }
}

const selectUnjudged = (db: Database, today: string) =>
  // scope: the system’s daily work on the forms of every school
  db
    .selectFrom('form_submissions')
    .select(['id', 'school_id'])
    .where('progress', '=', 'complete')
    .where('superseded_by_id', 'is', null)
    .where('decision', '<>', 'decided')
    .where((where) => where.or([where('judged_on', 'is', null), where('judged_on', '<', today)]))
    .orderBy('id')

const listUnjudged = async (db: Database, today: string, last: number): Promise<number[]> => {
  const rows = await selectUnjudged(db, today).where('id', '>', last).limit(batchSize).execute()
  return rows.map(({ id }) => id)
}

/** Judges forms together or, if that fails, each alone. Returns how many were judged. */
const judgeBatch = async (services: Services, today: string, ids: readonly number[]): Promise<number> => {
  if (ids.length === 0) return 0
  try {
    return await judge(services, today, ids)
  } catch {
    // the one that fails does so once more, and is logged
    const each = await doEach(
      services,
      'A form wasn’t judged. Retrying.',
      ids.map((id) => [id, id]),
      (id) => judge(services, today, [id]),
    )
    return each.reduce((sum, judged) => sum + judged, 0)
  }
}

const judge = ({ db, clock }: Services, today: string, ids: readonly number[]): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const rows = await selectUnjudged(trx, today).where('id', 'in', ids).forUpdate().skipLocked().execute()
    for (const [schoolId, forms] of Map.groupBy(rows, ({ school_id: id }) => id))
      await suggest(
        { ...scope.asSystem(trx, schoolId), clock },
        forms.map(({ id }) => id),
      )
    return rows.length
  })
