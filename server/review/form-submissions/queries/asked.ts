import type { Coverage, CoverageStatus } from '#contract/platform/coverage/choices.ts'
import {
  tiers,
  unprocessedStatuses,
  waitingStatuses,
  waitsIn,
} from '#contract/platform/coverage/status-groups.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { FormFile, FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import { signedForm, type AskedCoverage } from '#contract/review/form-submissions/shapes.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { statusIn } from '#server/platform/coverage/index.ts'
import { addBusinessDays } from '#server/platform/lib/days.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { readAppealDays } from '#server/review/decisions/index.ts'
import { changedAnswers } from '../rules/changed-answers.ts'
import type { FormRow } from './forms.ts'

type DecidedForm = Pick<FormRow, 'id' | 'form_type' | 'decided_coverages' | 'superseded_by_id'>

/**
 * Returns the latest decision about each decided coverage type of a form. Undone ones and replaced forms have none. Unable to
 * process is closed while the record has a status that doesn’t wait for the student, such as on leave.
 */
export const listStanding = async (context: ScopeContext, form: DecidedForm) => {
  if (form.superseded_by_id !== null || form.decided_coverages.length === 0) return []
  const rows = await scope
    .decisionOutcomes(context)
    .innerJoin('form_submissions', 'form_submissions.id', 'decision_outcomes.submission_id')
    .leftJoin('student_periods as record', 'record.id', 'form_submissions.student_period_id')
    .distinctOn('decision_outcomes.coverage_type')
    .select([
      'decision_outcomes.coverage_type',
      'decision_outcomes.outcome',
      'decision_outcomes.reason_codes',
      'decision_outcomes.note',
      'decision_outcomes.respond_by',
      'decision_outcomes.decided_at',
      statusIn('record', 'decision_outcomes.coverage_type').as('status'),
    ])
    .where('decision_outcomes.submission_id', '=', form.id)
    .where('decision_outcomes.undone_at', 'is', null)
    .orderBy('decision_outcomes.coverage_type')
    .orderBy('decision_outcomes.id', 'desc')
    .execute()
  return (
    rows
      // the CHECK allows exactly the contract's coverage types
      .map(({ status, ...row }) => ({
        ...row,
        coverage_type: row.coverage_type as Coverage,
        ...(row.outcome === 'utp' && !isToFix(form, status) ? closed : {}),
      }))
      .filter(({ coverage_type }) => form.decided_coverages.includes(coverage_type))
  )
}

const closed = { outcome: 'closed', reason_codes: [], note: null, respond_by: null }

/** Returns whether a status waits until the student fixes a form. An unmatched form has none, and waits. */
const isToFix = ({ form_type: type }: DecidedForm, status: CoverageStatus | null): boolean =>
  status === null || (isUnprocessed(status) && waitsIn(type, status))

const isUnprocessed = (status: CoverageStatus): boolean => unprocessedStatuses.some((one) => one === status)

/** Returns what the student of a form is to fix. A fixed coverage type is open again, so it’s not asked for. */
export const listAsked = async (context: ScopeContext, form: DecidedForm): Promise<AskedCoverage[]> =>
  (await listStanding(context, form))
    .filter(({ outcome }) => outcome === 'utp')
    .map(({ coverage_type, reason_codes, note, respond_by }) => ({
      coverage_type,
      reason_codes,
      note,
      respond_by,
    }))

/** The declined coverage types of a form that its student can appeal today, and the last day for it. */
export interface Appealable {
  readonly coverage_types: readonly Coverage[]
  readonly until: string
}

/** Why a form can’t be appealed. */
export type NotAppealable = 'nothing_declined' | 'appealed' | 'too_late'

type AppealableForm = DecidedForm & Pick<FormRow, 'form_type' | 'period_id' | 'student_period_id'>

/** Returns what the student of a form can appeal today, or why they can’t. */
export const findAppealable = async (
  context: ScopeContext,
  form: AppealableForm,
  today: string,
): Promise<Appealable | NotAppealable> => {
  if (await findAppeal(context, form.id)) return 'appealed'
  const declined = await listDeclined(context, form)
  if (form.form_type !== 'waiver' || declined.length === 0) return 'nothing_declined'
  const days = await readAppealDays(context, form.period_id)
  const lines = declined.map(({ coverage_type, decided_at }) => ({
    coverage_type,
    until: addBusinessDays(dayIn({ now: () => new Date(decided_at) }, officeTimeZone), days),
  }))
  const open = lines.filter(({ until }) => today <= until)
  const [first, ...others] = open
  if (!first) return 'too_late'
  return {
    coverage_types: open.map(({ coverage_type }) => coverage_type),
    until: others.reduce((earliest, { until }) => (until < earliest ? until : earliest), first.until),
  }
}

/** The statuses in which staff can decide an appeal. An enrolled student’s waiver is open again like a new one. */
const appealableStatuses: ReadonlySet<string> = new Set([
  'waiver_declined',
  ...waitingStatuses('waiver'),
  ...tiers,
])

/** Returns the declined coverage types of a form, without those that are settled in another way since. */
const listDeclined = async (context: ScopeContext, form: AppealableForm) => {
  const declined = (await listStanding(context, form)).filter(({ outcome }) => outcome === 'decline')
  if (declined.length === 0) return []
  const record = await scope
    .studentPeriods(context)
    .select(['medical_status', 'dental_status', 'vision_status'])
    .where('student_periods.id', '=', form.student_period_id)
    .executeTakeFirst()
  return declined.filter(
    ({ coverage_type }) => record && appealableStatuses.has(record[statusFieldOf(coverage_type)]),
  )
}

/** Returns what a student appealed, why, and by when staff plan to decide; undefined without an appeal. */
export const findAppeal = (context: ScopeContext, submissionId: number) =>
  scope
    .appeals(context)
    .select(['appeals.coverage_types', 'appeals.comment', 'appeals.due_on', 'appeals.created_at'])
    .where('appeals.submission_id', '=', submissionId)
    .executeTakeFirst()

/** Returns what a student changed since the version before; null if they didn’t fix the form. */
export const readFixed = async (
  context: ScopeContext,
  id: number,
  { content, snapshot_number: number }: Pick<FormSubmissionDetail, 'content' | 'snapshot_number'>,
  files: readonly FormFile[],
): Promise<FormSubmissionDetail['fixed']> => {
  if (content === null || number === null || number === 1) return null
  const before = await scope
    .formSubmissionSnapshots(context)
    .select(['content', 'created_at'])
    .where('submission_id', '=', id)
    .where('number', '=', number - 1)
    .executeTakeFirstOrThrow()
  return {
    answers: changedAnswers(signedForm.parse(before.content), content),
    files: files.filter(({ created_at: sent }) => sent > before.created_at).map((file) => file.id),
  }
}
