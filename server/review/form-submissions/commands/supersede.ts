import type { Coverage, CoverageStatus } from '#contract/platform/coverage/choices.ts'
import {
  type FormType,
  type MatchMethod,
  formTypes,
  matchMethods,
} from '#contract/review/form-submissions/choices.ts'
import * as z from 'zod/mini'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import type { Entry } from '#server/platform/history/index.ts'
import { closeLines, lineOf, type MovableRow } from '#server/records/student-periods/index.ts'
import { cancelRequests } from '#server/review/emails/index.ts'
import { submission, type Applying, type Submitted } from './intake.ts'

/** A complete form of a record that no later one has replaced. */
interface OtherForm {
  readonly id: number
  readonly form_type: FormType
  readonly coverage_types: readonly Coverage[]
  readonly decided_coverages: readonly Coverage[]
  readonly confirmation_number: string | null
  readonly match_method: MatchMethod | null
  readonly submitted_at: string
}

const formType = z.enum(formTypes)
const matchMethod = z.nullable(z.enum(matchMethods))

/** Locks the other forms in effect of a record, the earliest first. */
export const lockOthers = async (
  context: ScopeContext,
  recordId: number,
  formId: number,
): Promise<OtherForm[]> => {
  const rows = await scope
    .formSubmissions(context)
    .select([
      'form_submissions.id',
      'form_submissions.form_type',
      'form_submissions.coverage_types',
      'form_submissions.decided_coverages',
      'form_submissions.confirmation_number',
      'form_submissions.match_method',
      'form_submissions.submitted_at',
    ])
    .where('form_submissions.student_period_id', '=', recordId)
    .where('form_submissions.progress', '=', 'complete')
    .where('form_submissions.superseded_by_id', 'is', null)
    .where('form_submissions.id', '<>', formId)
    .orderBy('form_submissions.id')
    .forUpdate()
    .execute()
  return rows.map((row) => ({
    ...row,
    form_type: formType.parse(row.form_type),
    match_method: matchMethod.parse(row.match_method),
    // the CHECKs allow exactly the contract's coverage types
    coverage_types: row.coverage_types as Coverage[],
    decided_coverages: row.decided_coverages as Coverage[],
  }))
}

/** How surely a match says who sent a form. */
const strengths: Readonly<Record<MatchMethod, number>> = {
  sid_and_birth_date: 3,
  name_and_birth_date: 2,
  staff: 2,
  sid_and_last_name: 1,
}

const strengthOf = (method: MatchMethod | null): number => (method === null ? 0 : strengths[method])

/**
 * Returns the coverage types of a form for which an open earlier form has a stronger match: the weaker one replaces
 * nothing and changes no status, and staff look at both (docs/domain.md, “Student forms”).
 */
export const heldCoverages = (
  { coverage_types: own }: Pick<Submitted, 'coverage_types'>,
  method: MatchMethod,
  others: readonly OtherForm[],
): Coverage[] =>
  own.filter((coverage) =>
    others.some(
      (other) =>
        other.coverage_types.includes(coverage) &&
        !other.decided_coverages.includes(coverage) &&
        strengthOf(other.match_method) > strengthOf(method),
    ),
  )

/** Returns whether a form replaces another one as a whole. */
const replacesAll = (form: Pick<Submitted, 'form_type' | 'coverage_types'>, other: OtherForm): boolean =>
  other.coverage_types.every((one) => form.coverage_types.includes(one)) &&
  (other.form_type === form.form_type || other.decided_coverages.length === 0)

/**
 * Lets a form replace the earlier forms of its record for the same coverage, whichever type they have: a form of the same
 * type as a whole, otherwise only what is open. What it doesn’t cover stays open. Returns the history entries.
 */
export const supersedeEarlier = async (
  applying: Applying,
  submitted: Pick<Submitted, 'id' | 'form_type' | 'coverage_types' | 'confirmation_number'>,
  row: MovableRow,
  others: readonly OtherForm[],
  statusAfter: (coverage: Coverage) => CoverageStatus,
): Promise<Entry[]> => {
  const entries: Entry[] = []
  for (const other of others) {
    const shared = other.coverage_types.filter((one) => submitted.coverage_types.includes(one))
    if (shared.length === 0) continue
    if (replacesAll(submitted, other)) entries.push(await replace(applying, submitted, row, other))
    else entries.push(...(await closeShared(applying, submitted, row, other, shared, statusAfter)))
  }
  return entries
}

const replace = async (
  { context, system, act }: Applying,
  { id, confirmation_number }: Pick<Submitted, 'id' | 'confirmation_number'>,
  row: MovableRow,
  other: OtherForm,
): Promise<Entry> => {
  await scope
    .update(system, 'form_submissions')
    .set((current) => ({ superseded_by_id: id, version: current('version', '+', 1) }))
    .where('form_submissions.id', '=', other.id)
    .execute()
  await cancelRequests(context, system, other.id, act ?? submission)
  return {
    kind: 'form_superseded',
    subject: { type: 'form_submission', id: other.id },
    school_id: row.school_id,
    student_id: row.student_id,
    student_period_id: row.id,
    changes: [
      { field: 'confirmation_number', before: other.confirmation_number, after: confirmation_number },
    ],
  }
}

/** Closes what a form and an earlier one both cover, where the earlier one stays in effect for the rest. */
const closeShared = (
  { context, system, act }: Applying,
  { confirmation_number }: Pick<Submitted, 'confirmation_number'>,
  row: MovableRow,
  other: OtherForm,
  shared: readonly Coverage[],
  statusAfter: (coverage: Coverage) => CoverageStatus,
): Promise<Entry[]> =>
  closeLines({ context, system }, act ?? submission, {
    form: other,
    owner: { id: row.id, school_id: row.school_id, student_id: row.student_id },
    lines: shared
      .filter((coverage) => !other.decided_coverages.includes(coverage))
      .map((coverage) => ({
        coverage,
        from: lineOf(row, coverage).status,
        to: statusAfter(coverage),
      })),
    note: `Replaced by ${confirmation_number}.`,
  })
