import { sql } from 'kysely'
import { coverages, type Coverage, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import type { WaiverDocumentKind } from '#contract/review/decisions/shapes.ts'
import {
  formTypes,
  progresses,
  type FormType,
  type Progress,
} from '#contract/review/form-submissions/choices.ts'
import { signedForm, type SignedForm } from '#contract/review/form-submissions/shapes.ts'
import * as z from 'zod/mini'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { openCoverages, readReopened, type Reopened } from './open-coverages.ts'
import type { SentDocument } from '../rules/facts.ts'
import { listedName } from '#server/platform/db/person-names.ts'

/** A form as decisions see it. */
export interface DecidableForm {
  readonly id: number
  readonly school_id: number
  readonly period_id: number
  readonly student_id: number | null
  readonly student_period_id: number | null
  readonly form_type: FormType
  readonly coverage_types: readonly Coverage[]
  readonly decided_coverages: readonly Coverage[]
  readonly flagged_coverages: readonly Coverage[]
  /** Those that change the plan of an enrolled student. */
  readonly plan_change_coverages: readonly Coverage[]
  /** Those that someone can still act on (`openCoverages`). */
  readonly open_coverages: readonly Coverage[]
  /** The coverage types that are open again. */
  readonly reopened: readonly Reopened[]
  readonly progress: Progress
  readonly superseded_by_id: number | null
  readonly claimed_by_id: number | null
  readonly claimed_until: string | null
  /** `Lopez, Ana`, as sent. */
  readonly name: string
  readonly submitted_at: string
  readonly version: number
}

const formType = z.enum(formTypes)
const progress = z.enum(progresses)
const coverageTypes = z.array(z.enum(coverages))

/** Reads forms in ID order. `lock` keeps them until the transaction ends: take it after the locks of records. */
export const readForms = async (
  context: ScopeContext,
  ids: readonly number[],
  lock = false,
): Promise<DecidableForm[]> => {
  const query = scope
    .formSubmissions(context)
    .select([
      'form_submissions.id',
      'form_submissions.school_id',
      'form_submissions.period_id',
      'form_submissions.student_id',
      'form_submissions.student_period_id',
      'form_submissions.form_type',
      'form_submissions.coverage_types',
      'form_submissions.decided_coverages',
      'form_submissions.flagged_coverages',
      'form_submissions.plan_change_coverages',
      openCoverages(context, 'form_submissions').as('open_coverages'),
      'form_submissions.progress',
      'form_submissions.superseded_by_id',
      'form_submissions.claimed_by_id',
      'form_submissions.claimed_until',
      sql<string>`coalesce(${listedName('form_submissions')}, '')`.as('name'),
      'form_submissions.submitted_at',
      'form_submissions.version',
    ])
    .where('form_submissions.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('form_submissions.id')
  const rows = await (lock ? query.forUpdate() : query).execute()
  const reopened = await readReopened(context, rows)
  return rows.map((row) => ({
    ...row,
    reopened: reopened.get(row.id) ?? [],
    form_type: formType.parse(row.form_type),
    progress: progress.parse(row.progress),
    coverage_types: coverageTypes.parse(row.coverage_types),
    decided_coverages: coverageTypes.parse(row.decided_coverages),
    flagged_coverages: coverageTypes.parse(row.flagged_coverages),
    plan_change_coverages: coverageTypes.parse(row.plan_change_coverages),
  }))
}

/** What the student signed last. */
export interface Snapshot {
  readonly number: number
  /** When they sent it. ISO instant. */
  readonly created_at: string
  readonly content: SignedForm
}

/** Returns the latest snapshot of each form by form. Forms in progress have none. */
export const readSnapshots = async (
  context: ScopeContext,
  ids: readonly number[],
): Promise<Map<number, Snapshot>> => {
  const rows = await scope
    .formSubmissionSnapshots(context)
    .distinctOn('form_submission_snapshots.submission_id')
    .select([
      'form_submission_snapshots.submission_id',
      'form_submission_snapshots.number',
      'form_submission_snapshots.content',
      'form_submission_snapshots.created_at',
    ])
    .where('form_submission_snapshots.submission_id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('form_submission_snapshots.submission_id')
    .orderBy('form_submission_snapshots.number', 'desc')
    .execute()
  return new Map(
    rows.map(({ submission_id, number, content, created_at }) => [
      submission_id,
      { number, content: signedForm.parse(content), created_at },
    ]),
  )
}

/** The parts of a student’s record that a suggestion depends on. */
export interface FormRecord {
  readonly id: number
  readonly program: string | null
  readonly campus: string | null
  readonly graduation_year: number | null
  readonly rotation_location: string | null
  readonly medical_waive_has_exception: boolean | null
  readonly lines: Readonly<
    Record<
      Coverage,
      {
        readonly status: CoverageStatus
        readonly prior_tier: CoverageStatus | null
        readonly starts_on: string | null
      }
    >
  >
}

/** Returns the records of matched forms by student-period. */
export const readRecords = async (
  context: ScopeContext,
  ids: readonly number[],
): Promise<Map<number, FormRecord>> => {
  if (ids.length === 0) return new Map()
  const rows = await scope
    .studentPeriods(context)
    .select([
      'student_periods.id',
      'student_periods.program',
      'student_periods.campus',
      'student_periods.graduation_year',
      'student_periods.rotation_location',
      'student_periods.medical_waive_has_exception',
      ...coverages.flatMap(
        (coverage) =>
          [
            `student_periods.${coverage}_status`,
            `student_periods.${coverage}_prior_tier`,
            `student_periods.${coverage}_enroll_coverage_start_on`,
          ] as const,
      ),
    ])
    .where('student_periods.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()
  const lineOf = (row: (typeof rows)[number], coverage: Coverage) => ({
    // the domain coverage_status and the CHECK allow exactly the contract's statuses
    status: row[`${coverage}_status`] as CoverageStatus,
    prior_tier: row[`${coverage}_prior_tier`] as CoverageStatus | null,
    starts_on: row[`${coverage}_enroll_coverage_start_on`],
  })
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        lines: {
          medical: lineOf(row, 'medical'),
          dental: lineOf(row, 'dental'),
          vision: lineOf(row, 'vision'),
        },
      },
    ]),
  )
}

/** How documents of a student are named in waiver rules. */
const documentKinds: Readonly<Record<string, WaiverDocumentKind>> = {
  insurance_card_front: 'insurance_card_front',
  insurance_card_back: 'insurance_card_back',
  coverage_letter: 'coverage_letter',
}

const asSent = ({ id, kind }: { readonly id: number; readonly kind: string }): SentDocument => ({
  kind: documentKinds[kind] ?? 'other',
  ref: String(id),
  dated_on: null,
})

const filesOfRecords = async (context: ScopeContext, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : scope
        .studentFiles(context)
        .select(['student_files.id', 'student_files.kind', 'student_files.student_period_id'])
        .where('student_files.student_period_id', '=', sql<number>`any(${[...ids]}::bigint[])`)
        .where('student_files.deleted_at', 'is', null)
        .orderBy('student_files.id')
        .execute()

const filesOfForms = async (context: ScopeContext, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : scope
        .formFiles(context)
        .select(['form_files.id', 'form_files.kind', 'form_files.submission_id'])
        .where('form_files.submission_id', '=', sql<number>`any(${[...ids]}::bigint[])`)
        .orderBy('form_files.id')
        .execute()

/**
 * Returns the documents of forms by form: those of the student’s policy year, from the student and from staff, or those
 * sent with the form while it isn’t matched.
 */
export const readDocuments = async (
  context: ScopeContext,
  forms: readonly DecidableForm[],
): Promise<Map<number, SentDocument[]>> => {
  const ofRecords = await filesOfRecords(
    context,
    forms.flatMap(({ student_period_id: id }) => id ?? []),
  )
  const ofForms = await filesOfForms(
    context,
    forms.filter(({ student_period_id: id }) => id === null).map(({ id }) => id),
  )
  const byRecord = Map.groupBy(ofRecords, ({ student_period_id: id }) => id)
  const byForm = Map.groupBy(ofForms, ({ submission_id: id }) => id)
  return new Map(
    forms.map(({ id, student_period_id: record }) => [
      id,
      (record === null ? (byForm.get(id) ?? []) : (byRecord.get(record) ?? [])).map(asSent),
    ]),
  )
}

/** Returns the IDs of the insurance companies that a waiver form names. */
export const companyIdsIn = (
  answers: readonly { readonly name: string; readonly value: unknown }[],
): number[] =>
  answers.flatMap(({ name, value }) =>
    name.endsWith('_waive_insurance_company_id') && typeof value === 'number' ? [value] : [],
  )

/** What is known about the insurance companies of forms, by ID. */
export const readCompanies = async ({ db }: ScopeContext, ids: readonly number[]) => {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await db
    .selectFrom('insurance_companies')
    .select(['id', 'name', 'medicaid_state', 'is_health_sharing', 'is_short_term', 'is_foreign'])
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
