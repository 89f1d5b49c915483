import type { FindingKind } from '#contract/review/imports/shapes.ts'
import { headerOf } from './cross-errors.ts'
import type { FoundStudent } from './finding.ts'
import { findingText } from './finding-text.ts'
import { nothing, planRow, type PlanContext } from './plan-row.ts'
import type { Plan } from './plan.ts'
import type { ReadRow } from './read-row.ts'

/** The findings that are only shown. */
const shownOnly: ReadonlySet<FindingKind> = new Set<FindingKind>(['respelled_id'])

/**
 * Returns the planned result of a row whose student has been looked for. A doubtful row is rejected with the reason;
 * what it would save is planned too, for when staff confirm it.
 */
export const planFound = (
  row: ReadRow,
  { stored, finding, mayConfirm }: FoundStudent,
  ssnIndex: string | null,
  context: PlanContext,
): Plan => {
  const plan = planRow(
    withProposedId(row, stored ? null : (finding?.proposed_sid ?? null)),
    stored,
    ssnIndex,
    context,
  )
  if (!finding) return plan
  const found = { ...plan, sid: sidIn(row), finding }
  if (shownOnly.has(finding.kind)) return found
  const message = findingText(finding, found)
  const errors = [...plan.errors, { row: row.row, column: headerOf('sid', context.columns), message }]
  return plan.outcome === 'refused' || !mayConfirm
    ? { ...found, ...nothing, outcome: 'refused', errors }
    : { ...found, outcome: 'refused', other_outcome: plan.outcome, errors }
}

const sidIn = ({ values }: ReadRow): string | null => (typeof values.sid === 'string' ? values.sid : null)

const withProposedId = (row: ReadRow, proposed: string | null): ReadRow =>
  proposed === null ? row : { ...row, values: { ...row.values, sid: proposed } }
