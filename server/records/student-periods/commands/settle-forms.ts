import type { StaffEvent } from '#contract/setup/coverage/events.ts'
import { waitsIn } from '#contract/setup/coverage/status-groups.ts'
import type { Outcome, RecordedOutcome } from '#contract/review/decisions/outcome-shapes.ts'
import type { FormType } from '#contract/review/form-submissions/choices.ts'
import type { Context } from '#server/platform/context.ts'
import type { ChangeKind, Entry } from '#server/platform/history/index.ts'
import { addDays } from '#server/platform/lib/days.ts'
import type { LineMove } from '../evaluate.ts'
import type { MovableRow } from '../rows.ts'
import { dependentsFor, formFor } from '../rules/signed-parts.ts'
import type { SignedForm } from '../signed-forms.ts'
import { addSignedDependents } from './add-signed-dependents.ts'
import { settleLines, type SettledLine } from './settle-lines.ts'

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
