import { coverages, type Coverage, type CoverageStatus } from '#contract/setup/coverage/choices.ts'
import type { RecordedOutcome } from '#contract/review/decisions/outcome-shapes.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import {
  startChange,
  type ChangeKind,
  type Entry,
  type HistoryContext,
} from '#server/platform/history/index.ts'

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
export interface SettledLine {
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
export const settleLines = async (
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
