import { sql, type NotNull } from 'kysely'
import * as z from 'zod/mini'
import type { Coverage } from '#contract/platform/coverage/choices.ts'
import { recordedOutcomes } from '#contract/review/decisions/choices.ts'
import { formTypes } from '#contract/review/form-submissions/choices.ts'
import { signedForm } from '#contract/review/form-submissions/shapes.ts'
import { outcomesForStudents } from '#contract/review/student-status/choices.ts'
import type { FormDecision, FormForStudent } from '#contract/review/student-status/shapes.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { dayIn } from '#server/platform/lib/clock.ts'
import { openCoverages } from '#server/review/decisions/index.ts'
import { findAppealable, listStanding } from '#server/review/form-submissions/index.ts'
import type { OpenSession } from './sessions.ts'

/** The most forms that are shown; a year has one or two. */
const mostForms = 50

const formType = z.enum(formTypes)
const outcome = z.enum(recordedOutcomes)

const selectForms = (
  system: ScopeContext,
  { student_period_id, submission_id }: Pick<OpenSession, 'student_period_id' | 'submission_id'>,
) => {
  const complete = scope
    .formSubmissions(system)
    .innerJoin('form_submission_snapshots as snapshot', 'snapshot.submission_id', 'form_submissions.id')
    .distinctOn(['form_submissions.submitted_at', 'form_submissions.id'])
    .select([
      'form_submissions.id',
      'form_submissions.period_id',
      'form_submissions.form_type',
      'form_submissions.coverage_types',
      'form_submissions.confirmation_number',
      'form_submissions.submitted_at',
      'form_submissions.student_period_id',
      'form_submissions.decided_coverages',
      'form_submissions.superseded_by_id',
      openCoverages(system, 'form_submissions').as('open_coverages'),
      'snapshot.content',
      'snapshot.drawn_signature',
    ])
    .orderBy('form_submissions.submitted_at', 'desc')
    .orderBy('form_submissions.id', 'desc')
    .orderBy('snapshot.number', 'desc')
    .limit(mostForms)
    // only forms in progress have no number, and they have no snapshot
    .$narrowType<{ confirmation_number: NotNull }>()
  return submission_id === null
    ? complete.where('form_submissions.student_period_id', '=', student_period_id)
    : complete.where('form_submissions.id', '=', submission_id)
}

type StoredForm = Awaited<ReturnType<ReturnType<typeof selectForms>['executeTakeFirstOrThrow']>>

/** Returns the forms that a student’s session shows, newest first. */
export const listForms = async (
  system: ScopeContext,
  session: Pick<OpenSession, 'student_period_id' | 'submission_id' | 'time_zone'>,
  today: string,
): Promise<FormForStudent[]> => {
  const forms: FormForStudent[] = []
  for (const row of await selectForms(system, session).execute())
    forms.push(
      await presentForm(system, row, {
        timeZone: session.time_zone,
        today,
        isKnown: session.submission_id === null,
      }),
    )
  return forms
}

interface Reader {
  readonly timeZone: string
  readonly today: string
  /** Whether it’s the student who reads, not only who has a form’s token. */
  readonly isKnown: boolean
}

const presentForm = async (
  system: ScopeContext,
  row: StoredForm,
  { timeZone, today, isKnown }: Reader,
): Promise<FormForStudent> => {
  const form = {
    ...row,
    form_type: formType.parse(row.form_type),
    // the CHECKs allow exactly the contract's coverage types
    coverage_types: row.coverage_types as Coverage[],
    decided_coverages: row.decided_coverages as Coverage[],
  }
  const standing = await listStanding(system, form)
  const appealable = await findAppealable(system, form, today)
  const decisions = form.coverage_types.map((coverage): FormDecision => {
    const found = standing.find(({ coverage_type }) => coverage_type === coverage)
    if (!found) return { ...waiting, coverage_type: coverage, outcome: undecided(row, coverage, isKnown) }
    const { reason_codes, decided_at, respond_by } = found
    const what = outcomesForStudents[outcome.parse(found.outcome)]
    return {
      coverage_type: coverage,
      outcome: what,
      reason_codes,
      // without reasons, it’s what staff noted for themselves
      note: reason_codes.length > 0 ? found.note : null,
      respond_by: what === 'needs_fix' ? respond_by : null,
      decided_on: dayIn({ now: () => new Date(decided_at) }, timeZone),
    }
  })
  const { id, confirmation_number, form_type, submitted_at, coverage_types } = form
  return {
    id,
    confirmation_number,
    form_type,
    submitted_at,
    coverage_types,
    decisions,
    content: signedForm.parse(row.content),
    drawn_signature: row.drawn_signature?.toString('base64') ?? null,
    can_fix: decisions.some((one) => one.outcome === 'needs_fix'),
    appeal_until: typeof appealable === 'string' ? null : appealable.until,
  }
}

const waiting = { reason_codes: [], note: null, respond_by: null, decided_on: null }

/**
 * Returns what a coverage type without a decision is. Something else than a decision may have settled it, which who has only a
 * form’s token isn’t told: only forms of students on the roster are replaced or closed like this.
 */
const undecided = (
  { superseded_by_id, open_coverages }: Pick<StoredForm, 'superseded_by_id' | 'open_coverages'>,
  coverage: Coverage,
  isKnown: boolean,
): FormDecision['outcome'] => {
  if (!isKnown) return 'waiting'
  if (superseded_by_id !== null) return 'replaced'
  return open_coverages.includes(coverage) ? 'waiting' : 'closed'
}

/** Returns since when each status of a record is what it is, as instants by coverage type. */
export const readSince = async (
  system: ScopeContext,
  studentPeriodId: number,
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ coverage: string; at: string }>`
    select line.coverage, max(entry.at) as at
    from unnest(array['medical', 'dental', 'vision']) line(coverage)
    join history entry on entry.student_period_id = ${studentPeriodId}
      and entry.subject_type = 'student_period' and ${scope.within(system, 'entry.school_id')}
      and entry.changes @> jsonb_build_array(jsonb_build_object('field', line.coverage || '_status'))
    group by line.coverage`.execute(system.db)
  return new Map(rows.map(({ coverage, at }) => [coverage, at]))
}
