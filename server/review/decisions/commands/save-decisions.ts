import { coverages } from '#contract/platform/coverage/choices.ts'
import { reasonsFor } from '#contract/review/decisions/reasons.ts'
import type { Context } from '#server/platform/context.ts'
import type { ScopeContext } from '#server/platform/db/scope.ts'
import { queueEmails } from '#server/mail/email-delivery/index.ts'
import {
  fieldChanges,
  recordHistory,
  startChange,
  type ChangeKind,
  type Entry,
  type HistoryContext,
} from '#server/platform/history/index.ts'
import {
  addSignedDependents,
  markDecided,
  writeStudentPeriods,
} from '#server/records/student-periods/index.ts'
import type { DecisionEmail } from './emails.ts'
import type { DecidableForm } from '../queries/forms.ts'
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
  await writeStudentPeriods(
    system,
    planned.map(({ plan }) => ({ id: plan.row.id, set: plan.set })),
  )
  const covered: Entry[] = []
  for (const { plan } of planned)
    covered.push(
      ...(await addSignedDependents({ ...system, services: context.services }, ownerOf(plan), {
        formId: plan.form.id,
        matched: plan.dependents,
        covers: plan.approved,
      })),
    )
  await recordHistory(context, change, [
    ...planned.flatMap(({ plan, reason }) => entriesOf(plan, reason)),
    ...covered,
  ])
  const ids = planned.map(({ plan }) => plan.form.id)
  const latest = await readLatest(system, ids)
  const known = { changeId, reviewedBefore: await readReviewedBefore(system, ids) }
  for (const one of planned) {
    const { form, lines } = one.plan
    const [by = null] = lines.flatMap(({ respond_by }) => respond_by ?? [])
    await markDecided(
      system,
      form,
      lines.map(({ coverage_type }) => coverage_type),
      by,
    )
    await saveOutcomes(context, known, one, latest.get(one.plan.form.id) ?? [])
  }
  // what the list shows is about the coverage types that are still open
  const open = planned.map(({ plan }) => plan).filter(({ form, lines }) => !isDone(form, lines))
  if (open.length > 0)
    await suggest(
      system,
      open.map(({ form }) => form.id),
    )
}

const ownerOf = ({ row: { id, school_id, student_id } }: Plan) => ({ id, school_id, student_id })

const isDone = (form: DecidableForm, lines: readonly PlannedLine[]): boolean => {
  const decided = decidedAfter(form, lines)
  return form.coverage_types.every((one) => decided.includes(one))
}

const decidedAfter = (form: DecidableForm, lines: readonly PlannedLine[]) =>
  coverages.filter(
    (one) => form.decided_coverages.includes(one) || lines.some(({ coverage_type }) => coverage_type === one),
  )

/** Returns the reasons and the note of a line as staff read them in the history. */
const reasonOf = ({ outcome, reason_codes, note }: PlannedLine): string | null =>
  [...reason_codes.flatMap((code) => reasonsFor[outcome][code]?.label ?? []), note ?? []].flat().join('. ') ||
  null

const entriesOf = ({ form, row, lines, set }: Plan, why: string | null = null): Entry[] => {
  const about = { school_id: row.school_id, student_id: row.student_id, student_period_id: row.id }
  const reason = [...new Set(lines.flatMap((line) => reasonOf(line) ?? []))].join(' ') || why
  const changes = fieldChanges(row.values, set)
  return [
    // an appeal that is declined changes no status
    ...(changes.length === 0
      ? []
      : [
          {
            kind: 'coverage_status_changed' as const,
            subject: { type: 'student_period' as const, id: row.id },
            ...about,
            reason,
            changes,
          },
        ]),
    {
      kind: 'form_decided',
      subject: { type: 'form_submission', id: form.id },
      ...about,
      reason,
      changes: [
        {
          field: 'decided_coverages',
          before: [...form.decided_coverages],
          after: decidedAfter(form, lines),
        },
        ...lines.map(({ coverage_type, outcome }) => ({
          field: `${coverage_type}_decision`,
          before: null,
          after: outcome,
        })),
      ],
    },
  ]
}

const saveOutcomes = async (
  context: HistoryContext,
  { changeId, reviewedBefore }: { readonly changeId: number; readonly reviewedBefore: ReadonlySet<string> },
  { plan, emails }: PlannedForm,
  latest: readonly LatestSuggestion[],
): Promise<void> => {
  const emailIds = new Map<PlannedLine, number>()
  for (const { email, lines, delay_minutes } of emails) {
    if (!email) continue
    const [id] = await queueEmails(context, [{ ...email, change_id: changeId }], delay_minutes)
    if (id !== undefined) for (const line of lines) emailIds.set(line, id)
  }
  await context.db
    .insertInto('decision_outcomes')
    .values(
      plan.lines.map((line) => ({
        school_id: plan.form.school_id,
        submission_id: plan.form.id,
        coverage_type: line.coverage_type,
        decision_id: latest.find((one) => one.coverage_type === line.coverage_type)?.id ?? null,
        outcome: line.outcome,
        reason_codes: line.reason_codes,
        note: line.note ?? null,
        from_status: line.from,
        to_status: line.to,
        respond_by: line.respond_by,
        decided_by_id: context.caller?.id ?? null,
        decided_at: context.clock.now().toISOString(),
        change_id: changeId,
        email_id: emailIds.get(line) ?? null,
        is_chosen_for_review: plan.is_chosen && !reviewedBefore.has(`${plan.form.id} ${line.coverage_type}`),
      })),
    )
    .execute()
}
