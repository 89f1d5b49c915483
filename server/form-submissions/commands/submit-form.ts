import { randomInt } from 'node:crypto'
import { coverages } from '#contract/coverage/choices.ts'
import {
  characterCount,
  confirmationNumberOf,
  randomCharacters,
} from '#contract/form-submissions/confirmation-number.ts'
import { answersIn, type NewFormSubmission } from '#contract/form-submissions/shapes.ts'
import { dates } from '#contract/periods/dates.ts'
import { insuranceConfiguration } from '#contract/periods/insurance-configuration.ts'
import { waiverConfiguration } from '#contract/periods/waiver-configuration.ts'
import { texts, textFor } from '#contract/problem.ts'
import { enrollFormDropdowns, type Option, type Options } from '#contract/website/dropdowns.ts'
import { enrollForm, waiverForm } from '#contract/website/forms.ts'
import type { AnonymousContext } from '../../context.ts'
import { getPeriod, scope } from '../../db/scope.ts'
import { recordHistory, type Entry } from '../../history/index.ts'
import { dayIn } from '../../lib/clock.ts'
import { blindIndex } from '../../lib/crypt.ts'
import { readDocument, readPublished } from '../../periods/index.ts'
import { problem } from '../../problem.ts'
import { findSent, getPublicPeriod, listCandidates } from '../queries.ts'
import { canonicalText } from '../rules/canonical-text.ts'
import { formErrors, type FormRules } from '../rules/check-form.ts'
import { matchOf, type Match, type Sender } from '../rules/match.ts'
import { splitForm } from '../rules/signed-form.ts'
import { timeErrors, windowOf } from '../rules/window.ts'
import { applyToStudent } from './apply-to-student.ts'
import { saveSnapshot } from './save-snapshot.ts'
import type { CheckedForm, Intake, Submitted } from './intake.ts'

/** Minutes in which the same form sent again is the same submission: a double click, or a retry. */
const sameFormMinutes = 10

/**
 * Takes a student’s complete form: checks it against the published form, saves it as signed, and if the student is on
 * the roster, changes the coverage statuses by the transition table. Returns the confirmation number.
 * @throws Problem 404, 422
 */
export const submitForm = async (
  context: AnonymousContext,
  periodId: number,
  sent: NewFormSubmission,
): Promise<string> => {
  const period = await getPublicPeriod(context.db, periodId)
  const system = scope.asSystem(context.db, period.school_id)
  const intake: Intake = {
    context,
    system: { ...system, clock: context.clock },
    schoolId: period.school_id,
    periodId,
    today: dayIn(context.clock, period.time_zone),
  }
  const hash = blindIndex(context.services.keys, period.school_id, canonicalText({ periodId, sent }))
  const since = new Date(context.clock.now().getTime() - sameFormMinutes * 60_000)
  const known = await findSent(system, hash, since.toISOString())
  if (known !== null) return known
  const checked = await checkForm(intake, sent)
  const sender = senderOf(checked.answers)
  const match = matchOf(sender, await listCandidates(system, periodId, sender))
  const submitted = await insertSubmission(intake, { sent, sender, hash, match })
  await saveSnapshot(intake, submitted, checked)
  await recordSubmitted(intake, submitted, match)
  if (match) await applyToStudent(intake, submitted, match, checked)
  return submitted.confirmation_number
}

/** Checks a form against the policy year. @throws Problem 422 by field */
const checkForm = async (intake: Intake, sent: NewFormSubmission): Promise<CheckedForm> => {
  const { system, periodId, today } = intake
  const published = await readPublished(
    system,
    periodId,
    sent.form_type === 'enroll' ? enrollForm : waiverForm,
  )
  const period = await getPeriod(system, periodId)
  if (!published?.content.is_open || period.state !== 'open')
    throw problem.invalid({ form_type: 'This form isn’t open.' })
  const answers = answersIn(sent)
  const { options } = await readDocument(system, periodId, enrollFormDropdowns)
  const days = await readDocument(system, periodId, dates)
  const insurance = await readDocument(system, periodId, insuranceConfiguration)
  const window = { ...windowOf(sent.form_type, days, answers), ends_on: days.ends_on }
  const companies = await chosenCompanies(intake, answers)
  const errors = {
    ...timeErrors(sent, window, insurance, today),
    ...formErrors(sent, answers, {
      form: published.content,
      today,
      offered: coverages.filter((coverage) => period[`${coverage}_offered`]),
      options: offeredOptions(options),
    }),
    ...companies.errors,
  }
  if (Object.keys(errors).length > 0) throw problem.invalid(errors)
  const rules = await readPublished(system, periodId, waiverConfiguration)
  return {
    ...splitForm(sent, { ...answers, ...companies.names }, published.content),
    answers,
    formNumber: published.number,
    waiverRulesNumber: rules?.number ?? null,
  }
}

const offeredOptions = (options: Options): FormRules['options'] => ({
  program: offered(options.program),
  campus: offered(options.campus),
  rotation_location: offered(options.rotation_location),
  graduation_year: offered(options.graduation_year),
  loa_reason: offered(options.loa_reason),
})

const offered = (options: readonly Option[]): string[] =>
  options.filter(({ is_retired }) => !is_retired).map(({ value }) => value)

/** Returns the names of the chosen insurance companies by field, and an error for each that doesn’t exist. */
const chosenCompanies = async ({ context }: Intake, answers: CheckedForm['answers']) => {
  const chosen = Object.entries(answers).filter(([name]) => name.endsWith('_waive_insurance_company_id'))
  const ids = chosen.map(([, id]) => Number(id))
  const found =
    ids.length === 0
      ? []
      : await context.db
          .selectFrom('insurance_companies')
          .select(['id', 'name'])
          .where('id', 'in', ids)
          .where('deleted_at', 'is', null)
          .execute()
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return {
    names: Object.fromEntries(
      chosen.map(([field, id]) => [field.replace(/_id$/, ''), names.get(Number(id)) ?? '']),
    ),
    errors: Object.fromEntries(
      chosen
        .filter(([, id]) => !names.has(Number(id)))
        .map(([field]) => [field, textFor(texts.selected, field)]),
    ),
  }
}

/** Returns who sent a form. Its checks require names and birth date. */
const senderOf = (answers: CheckedForm['answers']): Sender => ({
  first_name: String(answers['first_name']),
  last_name: String(answers['last_name']),
  dob: String(answers['dob']),
  sid: typeof answers['sid'] === 'string' ? answers['sid'] : null,
})

interface NewRow {
  readonly sent: NewFormSubmission
  readonly sender: Sender
  readonly hash: Buffer
  readonly match: Match | null
}

/** Saves a form under a confirmation number that no other form has. */
const insertSubmission = async (
  { context, schoolId, periodId }: Intake,
  { sent, sender, hash, match }: NewRow,
): Promise<Submitted> => {
  for (;;) {
    const picks = Array.from({ length: randomCharacters }, () => randomInt(characterCount))
    const row = await context.db
      .insertInto('form_submissions')
      .values({
        school_id: schoolId,
        period_id: periodId,
        form_type: sent.form_type,
        coverage_types: sent.coverage_types,
        student_id: match?.student.student_id ?? null,
        student_period_id: match?.student.student_period_id ?? null,
        match_method: match?.method ?? null,
        ...sender,
        confirmation_number: confirmationNumberOf(sent.form_type, picks),
        sent_hash: hash,
        submitted_at: context.clock.now().toISOString(),
      })
      .onConflict((conflict) => conflict.column('confirmation_number').doNothing())
      .returning(['id', 'confirmation_number'])
      .executeTakeFirst()
    if (row) return { ...row, form_type: sent.form_type, coverage_types: sent.coverage_types }
  }
}

const recordSubmitted = async (
  { context, schoolId }: Intake,
  { id, confirmation_number, form_type, coverage_types }: Submitted,
  match: Match | null,
): Promise<void> => {
  const entry: Entry = {
    kind: 'form_submitted',
    subject: { type: 'form_submission', id },
    school_id: schoolId,
    student_id: match?.student.student_id ?? null,
    student_period_id: match?.student.student_period_id ?? null,
    changes: [
      { field: 'form_type', before: null, after: form_type },
      { field: 'coverage_types', before: null, after: coverage_types },
      { field: 'confirmation_number', before: null, after: confirmation_number },
    ],
  }
  await recordHistory(context, { kind: 'form_submitted', cause: 'student', schoolId }, [entry])
}
