import { sql } from 'kysely'
import { coverages, type Coverage, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import type { StaffEvent } from '#contract/platform/coverage/events.ts'
import { waitsIn } from '#contract/platform/coverage/status-groups.ts'
import type { Outcome, RecordedOutcome } from '#contract/review/decisions/choices.ts'
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
import { actTime } from '#server/platform/lib/clock.ts'
import type { SignedForm } from '../queries/signed-forms.ts'
import type { LineMove, Plan } from '../rules/plan.ts'

/** The staff event of each outcome. Enrollments aren’t declined: a student who doesn’t qualify gets no status change. */
export const decisionEvents: Readonly<Record<FormType, Readonly<Partial<Record<Outcome, StaffEvent>>>>> = {
  waiver: { approve: 'approve_waiver', utp: 'mark_waiver_utp', decline: 'decline_waiver' },
  enroll: { approve: 'approve_enrollment', utp: 'mark_enrollment_utp' },
}

/** The status changes of one record. */
type Moved = Pick<Plan, 'row' | 'moves'>

interface Settled extends SettledLine {
  readonly form: SignedForm
}

/** Returns what a status change makes of a form’s unsettled coverage type; null if the form still waits. */
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
        ({ coverage_types: all, decided_coverages: decided, asked_coverages: asked }) =>
          all.includes(move.coverage) && (!decided.includes(move.coverage) || asked.includes(move.coverage)),
      )
      .flatMap((form) => {
        const outcome = outcomeOf(form.form_type, move)
        return outcome === null ? [] : [{ ...move, form, outcome }]
      }),
  )

/** Days to respond until waiver options are published. */
const defaultGraceDays = 30

/** Returns the last day on which the student can respond to unable to process. */
export const respondBy = (today: string, graceDays: number | undefined): string =>
  addDays(today, graceDays ?? defaultGraceDays)

/**
 * Settles the forms of records whose statuses staff change directly (docs/domain.md, “Student forms”), the open ones and
 * those that the student is to fix: a change that is a decision is recorded as one; an override closes what it leaves no
 * decision for. Other changes close a form through the status alone. Returns the history entries.
 */
export const settleForms = (
  context: Context,
  kind: ChangeKind,
  changed: readonly Moved[],
  { today, reason }: { readonly today: string; readonly reason: string | null },
): Promise<Entry[]> =>
  settle(
    { context, system: context },
    kind,
    changed.flatMap((moved) =>
      [...Map.groupBy(settledBy(moved), (one) => one.form)].map(([form, lines]) => ({
        form,
        owner: moved.row,
        lines,
        respond_by: respondBy(today, moved.row.period.rules?.waivers?.grace_days),
        note: reason,
      })),
    ),
  )

/** A form as marking it decided needs it. */
interface Markable {
  readonly id: number
  readonly coverage_types: readonly Coverage[]
  readonly decided_coverages: readonly Coverage[]
}

/** Coverage types of a form that are decided, and the last day on which the student can respond to them. */
interface Mark {
  readonly form: Markable
  readonly lines: readonly Coverage[]
  readonly respond_by: string | null
}

/** Returns all that is decided of a form with some more coverage types. */
export const decidedAfter = (form: Markable, lines: readonly Coverage[]): Coverage[] =>
  coverages.filter((one) => form.decided_coverages.includes(one) || lines.includes(one))

/** Returns whether nothing of a form is open with some more decided coverage types. */
export const isDoneAfter = (form: Markable, lines: readonly Coverage[]): boolean => {
  const decided = decidedAfter(form, lines)
  return form.coverage_types.every((one) => decided.includes(one))
}

/**
 * Marks coverage types of forms as decided, each form once. If nothing is open any longer, its claim ends, and its day
 * becomes that by which the student is to respond.
 */
export const markDecided = async (context: ScopeContext, marks: readonly Mark[]): Promise<void> => {
  if (marks.length === 0) return
  const written = marks.map(({ form, lines, respond_by }) => ({
    id: form.id,
    decided: decidedAfter(form, lines),
    is_done: isDoneAfter(form, lines),
    respond_by,
  }))
  await sql`
    update form_submissions form
    set decided_coverages = mark.decided, version = form.version + 1,
      deadline_on = case when mark.is_done then mark.respond_by else form.deadline_on end,
      claimed_by_id = case when mark.is_done then null else form.claimed_by_id end,
      claimed_until = case when mark.is_done then null else form.claimed_until end
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
      as mark(id bigint, decided text[], is_done boolean, respond_by date)
    where form.id = mark.id and ${scope.within(context, 'form.school_id')}`.execute(context.db)
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

/** Records how coverage types of forms are settled, and marks them. Returns the history entries. */
const settle = async (
  { context, system }: Settler,
  kind: ChangeKind,
  all: readonly Settling[],
): Promise<Entry[]> => {
  const settlings = all.filter(({ lines }) => lines.length > 0)
  if (settlings.length === 0) return []
  const changeId = await startChange(context, kind)
  const decided_at = actTime(context.clock).toISOString()
  await context.db
    .insertInto('decision_outcomes')
    .values(
      settlings.flatMap((one) =>
        one.lines.map(({ coverage, outcome, from, to }) => ({
          school_id: one.owner.school_id,
          submission_id: one.form.id,
          coverage_type: coverage,
          outcome,
          note: one.note,
          from_status: from,
          to_status: to,
          respond_by: outcome === 'utp' ? dayOf(one) : null,
          decided_by_id: context.caller?.id ?? null,
          decided_at,
          change_id: changeId,
        })),
      ),
    )
    .execute()
  await markDecided(
    system,
    settlings.map((one) => ({
      form: one.form,
      lines: one.lines.map(({ coverage }) => coverage),
      respond_by: dayOf(one),
    })),
  )
  return settlings.map(entryOf)
}

/** Returns the last day on which the student can respond; null if nothing was asked for. */
const dayOf = ({ lines, respond_by }: Settling): string | null =>
  lines.some(({ outcome }) => outcome === 'utp') ? (respond_by ?? null) : null

const entryOf = ({ form, owner, lines, note }: Settling): Entry => ({
  kind: 'form_decided',
  subject: { type: 'form_submission', id: form.id },
  school_id: owner.school_id,
  student_id: owner.student_id,
  student_period_id: owner.id,
  reason: note,
  changes: [
    {
      field: 'decided_coverages',
      before: [...form.decided_coverages],
      after: decidedAfter(
        form,
        lines.map(({ coverage }) => coverage),
      ),
    },
    ...lines.map(({ coverage, outcome }) => ({
      field: `${coverage}_decision`,
      before: null,
      after: outcome,
    })),
  ],
})

interface Closing extends Omit<Settling, 'lines' | 'respond_by'> {
  readonly lines: readonly Omit<SettledLine, 'outcome'>[]
}

/** Closes coverage types of a form without a decision. Returns the history entry. */
export const closeLines = (
  settler: Settler,
  kind: ChangeKind,
  { lines, ...closing }: Closing,
): Promise<Entry[]> =>
  settle(settler, kind, [
    { ...closing, lines: lines.map((line) => ({ ...line, outcome: 'closed' as const })) },
  ])
