import { coverages, type Coverage, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import type { StaffEvent } from '#contract/platform/coverage/events.ts'
import { waitsIn } from '#contract/platform/coverage/status-groups.ts'
import type { Outcome, RecordedOutcome } from '#contract/review/decisions/outcome-shapes.ts'
import type { FormType } from '#contract/review/form-submissions/choices.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import {
  startChange,
  type ChangeKind,
  type Entry,
  type HistoryContext,
} from '#server/platform/history/index.ts'
import { addDays } from '#server/platform/lib/days.ts'
import { addSignedDependents } from './change-dependents.ts'
import type { MovableRow } from '../queries/rows.ts'
import type { SignedForm } from '../queries/signed-forms.ts'
import type { LineMove } from '../rules/evaluate.ts'
import { dependentsFor, formFor } from '../rules/signed-parts.ts'

/** The staff event of each outcome. Enrollments aren’t declined: a student who doesn’t qualify gets no status change. */
export const decisionEvents: Readonly<Record<FormType, Readonly<Partial<Record<Outcome, StaffEvent>>>>> = {
  waiver: { approve: 'approve_waiver', utp: 'mark_waiver_utp', decline: 'decline_waiver' },
  enroll: { approve: 'approve_enrollment', utp: 'mark_enrollment_utp' },
}

/** The status changes of one record. */
interface Moved {
  readonly row: MovableRow
  readonly moves: readonly LineMove[]
}

interface Settled extends SettledLine {
  readonly form: SignedForm
}

/** Returns what a status change makes of a form’s open coverage type; null if the form still waits. */
const outcomeOf = (type: FormType, { event, to }: LineMove): RecordedOutcome | null => {
  const named = Object.entries(decisionEvents[type]).find(([, one]) => one === event)
  // Object.entries drops the type of the keys: the outcomes
  if (named) return named[0] as Outcome
  return event === null && !waitsIn(type, to) ? 'closed' : null
}

const settledBy = ({ row, moves }: Moved): Settled[] =>
  moves.flatMap((move) =>
    row.forms
      .filter(
        ({ coverage_types: all, decided_coverages: decided }) =>
          all.includes(move.coverage) && !decided.includes(move.coverage),
      )
      .flatMap((form) => {
        const outcome = outcomeOf(form.form_type, move)
        return outcome === null ? [] : [{ ...move, form, outcome }]
      }),
  )

/** Days to respond until waiver options are published (domain section 3). */
const defaultGraceDays = 30

/** Returns the last day on which the student can respond to unable to process. */
export const respondBy = (today: string, graceDays: number | undefined): string =>
  addDays(today, graceDays ?? defaultGraceDays)

/**
 * Settles the open forms of records whose statuses staff change directly (decisions section 0a): a change that is a
 * decision is recorded as one, with the dependents that an approval covers; an override closes what it leaves no decision
 * for. Other changes close a form through the status alone. Returns the history entries.
 */
export const settleForms = async (
  context: Context,
  kind: ChangeKind,
  changed: readonly Moved[],
  { today, reason }: { readonly today: string; readonly reason: string | null },
): Promise<Entry[]> => {
  const entries: Entry[] = []
  for (const moved of changed) {
    entries.push(...(await coverDependents(context, moved)))
    for (const [form, lines] of Map.groupBy(settledBy(moved), (one) => one.form)) {
      const { id, school_id, student_id, period } = moved.row
      entries.push(
        ...(await settleLines({ context, system: context }, kind, {
          form,
          owner: { id, school_id, student_id },
          lines,
          respond_by: respondBy(today, period.rules?.waivers?.grace_days),
          note: reason,
        })),
      )
    }
  }
  return entries
}

/** Covers the signed dependents of an enroll form that a status call approves. */
const coverDependents = async (context: Context, { row, moves }: Moved): Promise<Entry[]> => {
  const approved = moves.filter(({ event }) => event === 'approve_enrollment').map(({ coverage }) => coverage)
  const [first] = approved
  const form = first && formFor(row, 'enroll', first)
  if (!form) return []
  const matched = dependentsFor(row, first)
  return addSignedDependents(context, row, { formId: form.id, matched, covers: approved })
}

/** A form as marking it decided needs it. */
interface Markable {
  readonly id: number
  readonly coverage_types: readonly Coverage[]
  readonly decided_coverages: readonly Coverage[]
}

/**
 * Marks coverage types of a form as decided. If nothing is open any longer, its claim ends, and its day becomes that by
 * which the student is to respond. Returns all that is decided.
 */
export const markDecided = async (
  context: ScopeContext,
  form: Markable,
  lines: readonly Coverage[],
  respond_by: string | null,
): Promise<Coverage[]> => {
  const decided = coverages.filter((one) => form.decided_coverages.includes(one) || lines.includes(one))
  const isDone = form.coverage_types.every((one) => decided.includes(one))
  await scope
    .update(context, 'form_submissions')
    .set((current) => ({
      decided_coverages: decided,
      version: current('version', '+', 1),
      ...(isDone ? { deadline_on: respond_by, claimed_by_id: null, claimed_until: null } : {}),
    }))
    .where('form_submissions.id', '=', form.id)
    .execute()
  return decided
}

/** A coverage type of a form that is settled, with its status before and after; null for an unmatched form. */
interface SettledLine {
  readonly coverage: Coverage
  readonly from: CoverageStatus | null
  readonly to: CoverageStatus | null
  readonly outcome: RecordedOutcome
}

/** The record and the student of a form; null while it isn’t matched. */
interface FormOwner {
  readonly id: number | null
  readonly school_id: number
  readonly student_id: number | null
}

interface Settling {
  readonly form: Markable
  readonly owner: FormOwner
  readonly lines: readonly SettledLine[]
  /** The last day on which the student can respond to unable to process. */
  readonly respond_by?: string
  readonly note: string | null
}

/** Who settles a form. `system` finds it: in the scope of the caller, or of one school. */
interface Settler {
  readonly context: HistoryContext
  readonly system: ScopeContext
}

/** Records how coverage types of a form are settled, and marks them. Returns the history entry. */
const settleLines = async (
  { context, system }: Settler,
  kind: ChangeKind,
  { form, owner, lines, respond_by, note }: Settling,
): Promise<Entry[]> => {
  if (lines.length === 0) return []
  const by = lines.some(({ outcome }) => outcome === 'utp') ? (respond_by ?? null) : null
  const changeId = await startChange(context, kind)
  await context.db
    .insertInto('decision_outcomes')
    .values(
      lines.map(({ coverage, outcome, from, to }) => ({
        school_id: owner.school_id,
        submission_id: form.id,
        coverage_type: coverage,
        outcome,
        note,
        from_status: from,
        to_status: to,
        respond_by: outcome === 'utp' ? by : null,
        decided_by_id: context.caller?.id ?? null,
        decided_at: context.clock.now().toISOString(),
        change_id: changeId,
      })),
    )
    .execute()
  const settled = lines.map(({ coverage }) => coverage)
  const decided = await markDecided(system, form, settled, by)
  return [
    {
      kind: 'form_decided',
      subject: { type: 'form_submission', id: form.id },
      school_id: owner.school_id,
      student_id: owner.student_id,
      student_period_id: owner.id,
      reason: note,
      changes: [
        { field: 'decided_coverages', before: [...form.decided_coverages], after: decided },
        ...lines.map(({ coverage, outcome }) => ({
          field: `${coverage}_decision`,
          before: null,
          after: outcome,
        })),
      ],
    },
  ]
}

interface Closing extends Omit<Settling, 'lines' | 'respond_by'> {
  readonly lines: readonly Omit<SettledLine, 'outcome'>[]
}

/** Closes coverage types of a form without a decision. Returns the history entry. */
export const closeLines = (
  settler: Settler,
  kind: ChangeKind,
  { lines, ...closing }: Closing,
): Promise<Entry[]> =>
  settleLines(settler, kind, {
    ...closing,
    lines: lines.map((line) => ({ ...line, outcome: 'closed' as const })),
  })
