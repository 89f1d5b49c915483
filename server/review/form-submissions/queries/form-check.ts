import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import type { DependentType } from '#contract/platform/record/student-period-choices.ts'
import { textFor, texts } from '#contract/platform/problem.ts'
import {
  asComplete,
  missingIn,
  type NewFormSubmission,
  type SentForm,
} from '#contract/review/form-submissions/sent-form.ts'
import type { FormCheck } from '#contract/review/form-submissions/shapes.ts'
import { dentalPlan, medicalPlan, visionPlan } from '#contract/setup/period-documents/plans.ts'
import { proratedPremium } from '#contract/setup/periods/proration.ts'
import type { AnonymousContext } from '#server/platform/context.ts'
import { tierFor } from '#contract/platform/coverage/tiers.ts'
import {
  coverageStart,
  enrollmentTermsFor,
  isLateWaiver,
  type EnrollmentTerms,
} from '#server/platform/coverage/index.ts'
import { findRefusals } from '#server/review/decisions/index.ts'
import { readSaved } from '#server/setup/period-documents/index.ts'
import { intakeFor, type CheckedForm, type Intake } from '../commands/intake.ts'
import { splitForm } from '../rules/signed-form.ts'
import { findErrors, readFormYear, type FormYear } from './answer-errors.ts'
import { getPublicPeriod } from './forms.ts'

/** A form that is checked before it’s sent, with what its policy year says. */
interface Draft extends FormYear {
  readonly intake: Intake
  readonly sent: NewFormSubmission
  readonly answers: CheckedForm['answers']
  /** Who is to be covered besides the student; their names may still be missing. */
  readonly covered: readonly { readonly type: DependentType }[]
}

/**
 * Returns what is known about a form before it’s sent: what would be refused, which waiver rules it doesn’t meet, and what it
 * costs. Nothing of it depends on the roster, and nothing is saved. @throws Problem 404, 422 if students can’t send it now
 */
export const readFormCheck = async (
  context: AnonymousContext,
  periodId: number,
  sent: SentForm,
): Promise<FormCheck> => {
  const intake = intakeFor(context, await getPublicPeriod(context.db, periodId))
  const year = await readFormYear(intake, sent)
  const form = asComplete({
    ...sent,
    progress: 'complete',
    coverage_types: sent.coverage_types ?? [],
    signature: sent.signature ?? '',
  })
  if (!form) throw new Error('A form with coverage types and a signature is complete.')
  const { answers, companyNames, errors } = await findErrors(intake, form, year)
  const missing = missingIn(sent).map((path) => [
    path.join('.'),
    textFor(texts.required, String(path.at(-1))),
  ])
  const known = { errors: { ...Object.fromEntries(missing), ...errors } }
  const covered = (sent.dependents ?? []).flatMap(({ type }) => (type ? [{ type }] : []))
  const draft = { ...year, intake, sent: form, answers, covered }
  if (form.form_type === 'enroll')
    return { ...known, refusals: [], late_fee: null, premiums: await readPremiums(draft) }
  const { content } = splitForm(form, { ...answers, ...companyNames }, year.form)
  return { ...known, refusals: await refusalsOf(draft, content), late_fee: lateFeeOf(draft), premiums: [] }
}

const refusalsOf = async (
  { intake: { system, today }, days, waivers }: Draft,
  content: ReturnType<typeof splitForm>['content'],
): Promise<FormCheck['refusals']> =>
  waivers ? findRefusals(system, { content, rules: waivers.content, year: days, today }) : []

const termsOf = ({ days, insurance, answers }: Draft): EnrollmentTerms =>
  enrollmentTermsFor({ dates: days, insurance }, answers)

/** Returns the fee of a waiver that is late today; null after a life event. */
const lateFeeOf = (draft: Draft): string | null => {
  const terms = termsOf(draft)
  const isLate = draft.sent.qualifying_event == null && isLateWaiver(terms, draft.intake.today)
  return isLate ? terms.late_waiver_fee : null
}

const plans = { medical: medicalPlan, dental: dentalPlan, vision: visionPlan }

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Returns what each chosen coverage costs with all dependents of the form, if it were sent and approved today. */
const readPremiums = async (draft: Draft): Promise<FormCheck['premiums']> => {
  const { intake, sent, answers, days, insurance } = draft
  const saved = await readSaved(intake.system, intake.periodId, Object.values(plans))
  const { qualifying_event: event, event_on: eventOn } = sent
  const starts_on = coverageStart({
    today: intake.today,
    period: days,
    terms: termsOf(draft),
    signed_on: intake.today,
    life_event: event && eventOn ? { event, event_on: eventOn, sent_on: intake.today } : null,
    requested_on: textIn(answers['requested_enrollment_on']),
  })
  const tier = tierFor(draft.covered, insurance.uses_family_tier)
  const chosen = (coverage: Coverage): boolean => sent.coverage_types.includes(coverage)
  return coverages.filter(chosen).flatMap((coverage_type) => {
    const plan = saved(plans[coverage_type])
    if (!plan) return []
    const term = { starts_on, ends_on: days.ends_on }
    return [
      { coverage_type, tier, starts_on, premium: proratedPremium(plan.premiums[tier], plan, term, days) },
    ]
  })
}
