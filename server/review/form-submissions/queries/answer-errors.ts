import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { answersIn, type NewFormSubmission } from '#contract/review/form-submissions/sent-form.ts'
import type { ContentOf } from '#contract/platform/document.ts'
import { dates } from '#contract/setup/period-documents/dates.ts'
import { savedPhone } from '#server/records/students/index.ts'
import { insuranceConfiguration } from '#contract/setup/period-documents/insurance-configuration.ts'
import { texts, textFor } from '#contract/platform/problem.ts'
import { enrollFormDropdowns, type Option, type Options } from '#contract/setup/period-documents/dropdowns.ts'
import { enrollmentOptions } from '#contract/setup/period-documents/enrollment-options.ts'
import { enrollForm, waiverForm } from '#contract/setup/period-documents/forms.ts'
import {
  waiverConfiguration,
  type WaiverValues,
} from '#contract/setup/period-documents/waiver-configuration.ts'
import { readDocuments, readPublications } from '#server/setup/period-documents/index.ts'
import { problem } from '#server/platform/problem.ts'
import type { CheckedForm, Intake } from '../commands/intake.ts'
import { formErrors, type Errors, type FormRules, type PublishedForm } from '../rules/check-form.ts'
import { timeErrors, windowOf } from '../rules/window.ts'

/** What a policy year says about a form of its students. */
export interface FormYear {
  readonly days: ContentOf<typeof dates>
  readonly insurance: ContentOf<typeof insuranceConfiguration>
  readonly options: Options
  readonly offered: readonly Coverage[]
  readonly form: PublishedForm
  /** The number of the form’s publication. */
  readonly formNumber: number
  /** The published waiver options; null without them. */
  readonly waivers: { readonly number: number; readonly content: WaiverValues } | null
}

/** Returns what a form is checked against. @throws Problem 422 if students can’t send it now */
export const readFormYear = async (
  { system, periodId, isOpen }: Intake,
  { form_type }: Pick<NewFormSubmission, 'form_type'>,
  isFix = false,
): Promise<FormYear> => {
  const document = form_type === 'enroll' ? enrollForm : waiverForm
  const published = await readPublications(system, periodId, [document, waiverConfiguration])
  const form = published(document)
  // what was asked for can be sent after the form closed
  if (!isOpen || form === null || !(form.content.is_open || isFix))
    throw problem.invalid({ form_type: 'This form isn’t open.' })
  const kinds = [dates, insuranceConfiguration, enrollFormDropdowns, enrollmentOptions]
  const read = await readDocuments(system, periodId, kinds)
  const offers = read(enrollmentOptions)
  return {
    days: read(dates),
    insurance: read(insuranceConfiguration),
    options: read(enrollFormDropdowns).options,
    offered: coverages.filter((coverage) => offers[`${coverage}_offered`]),
    form: form.content,
    formNumber: form.number,
    waivers: published(waiverConfiguration),
  }
}

/** What a form’s answers are as they’d be saved, and what is wrong with them. */
interface FoundErrors {
  readonly answers: CheckedForm['answers']
  /** The names of chosen insurance companies by field. */
  readonly companyNames: Readonly<Record<string, string>>
  readonly errors: Errors
}

/** Returns the errors of a form by field, without those of its files. What was asked for can be sent after the form’s last day. */
export const findErrors = async (
  intake: Intake,
  sent: NewFormSubmission,
  year: FormYear,
  isFix = false,
): Promise<FoundErrors> => {
  const { today } = intake
  const { form, offered } = year
  const typed = answersIn(sent)
  const country = typed['country']
  const answers = { ...typed, ...savedPhone(typed['phone'], typeof country === 'string' ? country : null) }
  const companies = await chosenCompanies(intake, answers)
  const errors = {
    ...(isFix ? {} : windowErrors(sent, answers, year, today)),
    ...formErrors(sent, answers, { form, today, offered, options: offeredOptions(year.options) }),
    ...companies.errors,
  }
  return { answers, companyNames: companies.names, errors }
}

/** Returns the errors of sending the form today. */
const windowErrors = (
  sent: NewFormSubmission,
  answers: CheckedForm['answers'],
  { days, insurance }: FormYear,
  today: string,
): Errors => {
  const window = { ...windowOf(sent.form_type, days, answers), ends_on: days.ends_on }
  return timeErrors(sent, window, insurance, today)
}

const offeredOptions = (options: Options): FormRules['options'] => ({
  program: current(options.program),
  campus: current(options.campus),
  rotation_location: current(options.rotation_location),
  graduation_year: current(options.graduation_year),
  loa_reason: current(options.loa_reason),
})

const current = (options: readonly Option[]): string[] =>
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
