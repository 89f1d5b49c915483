import { reasonLabels } from '#contract/review/decisions/reasons.ts'
import type { Context } from '#server/platform/context.ts'
import type { ScopeContext } from '#server/platform/db/scope.ts'
import { queuedEntries, queueEmails } from '#server/mail/email-delivery/index.ts'
import {
  recordHistory,
  startChange,
  type ChangeKind,
  type Entry,
  type HistoryContext,
} from '#server/platform/history/index.ts'
import { batches } from '#server/platform/lib/batches.ts'
import { actTime } from '#server/platform/lib/clock.ts'
import { decidedAfter, isDoneAfter, markDecided, save } from '#server/records/student-periods/index.ts'
import type { DecisionEmail } from './emails.ts'
import type { Plan, PlannedLine } from '../rules/plan.ts'
import { readLatest, type LatestSuggestion } from '../queries/suggestions.ts'
import { readReviewedBefore } from '../queries/second-reviews.ts'
import { suggest } from './suggest.ts'

/** Decisions about one form, with their emails. */
interface PlannedForm {
  readonly plan: Plan
  readonly emails: readonly DecisionEmail[]
  /** Why Shipmate decided, for the history; staff give their reasons with each line. */
  readonly reason?: string
}

/** Who decides: staff, or Shipmate itself. `system` finds the records: those of the caller, or of one school. */
export interface Deciding {
  readonly context: HistoryContext
  readonly system: ScopeContext & Pick<Context, 'clock' | 'progress'>
}

/**
 * Saves decisions about forms that are locked: records, forms, outcomes, history and emails. Coverage that
 * had a second review before isn’t chosen for another.
 */
export const saveDecisions = async (
  { context, system }: Deciding,
  kind: ChangeKind,
  planned: readonly PlannedForm[],
): Promise<void> => {
  const change = { ...kind, undoable: true }
  const changeId = await startChange(context, change)
  await save(
    { context, system },
    change,
    planned.map(({ plan, reason: why }) => {
      const reason = reasonOf(plan, why)
      return {
        plan: plan.change,
        kind: 'coverage_status_changed',
        reason,
        entries: [formEntryOf(plan, reason)],
      }
    }),
  )
  const ids = planned.map(({ plan }) => plan.form.id)
  await markDecided(
    system,
    planned.map(({ plan: { form, lines } }) => ({
      form,
      lines: coveragesOf(lines),
      respond_by: lines.find(({ respond_by }) => respond_by !== null)?.respond_by ?? null,
    })),
  )
  await saveOutcomes(context, planned, {
    changeId,
    latest: await readLatest(system, ids),
    reviewedBefore: await readReviewedBefore(system, ids),
    emailIds: await queueAll(context, { ...change, id: changeId }, planned),
  })
  // what the list shows is about the coverage types that are still open
  const open = planned.filter(({ plan: { form, lines } }) => !isDoneAfter(form, coveragesOf(lines)))
  if (open.length > 0)
    await suggest(
      system,
      open.map(({ plan }) => plan.form.id),
    )
}

const coveragesOf = (lines: readonly PlannedLine[]) => lines.map(({ coverage_type }) => coverage_type)

/** Returns the reasons and the notes of a form’s lines as staff read them in the history. */
const reasonOf = ({ lines }: Plan, why: string | null = null): string | null =>
  [...new Set(lines.flatMap((line) => lineReasonOf(line) ?? []))].join(' ') || why

const lineReasonOf = (line: PlannedLine): string | null =>
  [...reasonLabels(line), line.note ?? []].flat().join('. ') || null

const formEntryOf = ({ form, row, lines }: Plan, reason: string | null): Entry => ({
  kind: 'form_decided',
  subject: { type: 'form_submission', id: form.id },
  school_id: row.school_id,
  student_id: row.student_id,
  student_period_id: row.id,
  reason,
  changes: [
    {
      field: 'decided_coverages',
      before: [...form.decided_coverages],
      after: decidedAfter(form, coveragesOf(lines)),
    },
    ...lines.map(({ coverage_type, outcome }) => ({
      field: `${coverage_type}_decision`,
      before: null,
      after: outcome,
    })),
  ],
})

/** Queues the emails of all forms, those that wait equally long together, with history. Returns the ID of each line’s email. */
const queueAll = async (
  context: HistoryContext,
  { id: change_id, ...change }: ChangeKind & { readonly id: number },
  planned: readonly PlannedForm[],
): Promise<ReadonlyMap<PlannedLine, number>> => {
  const sent = planned
    .flatMap(({ emails }) => emails)
    .flatMap(({ email, ...rest }) => (email ? [{ ...rest, email: { ...email, change_id } }] : []))
  const emailIds = new Map<PlannedLine, number>()
  for (const [delay, some] of Map.groupBy(sent, ({ delay_minutes }) => delay_minutes)) {
    const emails = some.map(({ email }) => email)
    const ids = await queueEmails(context, emails, delay)
    await recordHistory(context, change, queuedEntries(emails, ids))
    for (const [index, { lines }] of some.entries())
      for (const line of lines) emailIds.set(line, ids[index] ?? 0)
  }
  return emailIds
}

interface KnownOfForms {
  readonly changeId: number
  readonly latest: ReadonlyMap<number, readonly LatestSuggestion[]>
  readonly reviewedBefore: ReadonlySet<string>
  readonly emailIds: ReadonlyMap<PlannedLine, number>
}

const saveOutcomes = async (
  context: HistoryContext,
  planned: readonly PlannedForm[],
  { changeId, latest, reviewedBefore, emailIds }: KnownOfForms,
): Promise<void> => {
  const rows = planned.flatMap(({ plan }) =>
    plan.lines.map((line) => {
      const { coverage_type } = line
      const suggested = latest.get(plan.form.id)?.find((one) => one.coverage_type === coverage_type)
      return {
        school_id: plan.form.school_id,
        submission_id: plan.form.id,
        coverage_type,
        decision_id: suggested?.id ?? null,
        outcome: line.outcome,
        reason_codes: line.reason_codes,
        note: line.note ?? null,
        from_status: line.from,
        to_status: line.to,
        respond_by: line.respond_by,
        decided_by_id: context.caller?.id ?? null,
        decided_at: actTime(context.clock).toISOString(),
        change_id: changeId,
        email_id: emailIds.get(line) ?? null,
        is_chosen_for_review: plan.is_chosen && !reviewedBefore.has(`${plan.form.id} ${coverage_type}`),
      }
    }),
  )
  for (const batch of batches(rows, 1000))
    await context.db.insertInto('decision_outcomes').values(batch).execute()
}
