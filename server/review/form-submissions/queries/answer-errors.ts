import { coverages } from '#contract/platform/coverage/choices.ts'
import { answersIn, type NewFormSubmission } from '#contract/review/form-submissions/sent-form.ts'
import type { ContentOf } from '#contract/platform/document.ts'
import { dates } from '#contract/setup/period-documents/dates.ts'
import { savedPhone } from '#server/records/students/index.ts'
import { insuranceConfiguration } from '#contract/setup/period-documents/insurance-configuration.ts'
import { texts, textFor } from '#contract/platform/problem.ts'
import { enrollFormDropdowns, type Option, type Options } from '#contract/setup/period-documents/dropdowns.ts'
import { enrollForm, waiverForm } from '#contract/setup/period-documents/forms.ts'
import { getPeriod } from '#server/platform/db/scope.ts'
import { readDocument, readPublished } from '#server/setup/period-documents/index.ts'
import { problem } from '#server/platform/problem.ts'
import type { CheckedForm, Intake } from '../commands/intake.ts'
import { formErrors, type Errors, type FormRules, type PublishedForm } from '../rules/check-form.ts'
import { timeErrors, windowOf } from '../rules/window.ts'

/** Returns the published form. @throws Problem 422 if students can’t send it now */
export const getPublished = async (
  { system, periodId }: Intake,
  { form_type }: Pick<NewFormSubmission, 'form_type'>,
  isFix = false,
): Promise<{ readonly content: PublishedForm; readonly number: number }> => {
  const published = await readPublished(system, periodId, form_type === 'enroll' ? enrollForm : waiverForm)
  const period = await getPeriod(system, periodId)
  // what was asked for can be sent after the form closed
  const isOpen = published !== null && (published.content.is_open || isFix)
  if (!isOpen || period.state !== 'open') throw problem.invalid({ form_type: 'This form isn’t open.' })
  return published
}

/** What a form’s answers are as they’d be saved, and what is wrong with them. */
interface FoundErrors {
  readonly answers: CheckedForm['answers']
  /** The names of chosen insurance companies by field. */
  readonly companyNames: Readonly<Record<string, string>>
  readonly errors: Errors
}

/** What a policy year says about the days on which a form can be sent. */
export interface FormDays {
  readonly days: ContentOf<typeof dates>
  readonly insurance: ContentOf<typeof insuranceConfiguration>
}

export const readFormDays = async ({ system, periodId }: Intake): Promise<FormDays> => ({
  days: await readDocument(system, periodId, dates),
  insurance: await readDocument(system, periodId, insuranceConfiguration),
})

/** Returns the errors of a form by field, without those of its files. Without days, its window doesn’t count. */
export const findErrors = async (
  intake: Intake,
  sent: NewFormSubmission,
  form: PublishedForm,
  days: FormDays | null,
): Promise<FoundErrors> => {
  const { system, periodId, today } = intake
  const period = await getPeriod(system, periodId)
  const typed = answersIn(sent)
  const country = typed['country']
  const answers = { ...typed, ...savedPhone(typed['phone'], typeof country === 'string' ? country : null) }
  const { options } = await readDocument(system, periodId, enrollFormDropdowns)
  const companies = await chosenCompanies(intake, answers)
  const offered = coverages.filter((coverage) => period[`${coverage}_offered`])
  const errors = {
    ...(days ? windowErrors(sent, answers, days, today) : {}),
    ...formErrors(sent, answers, { form, today, offered, options: offeredOptions(options) }),
    ...companies.errors,
  }
  return { answers, companyNames: companies.names, errors }
}

/** Returns the errors of sending the form today. */
const windowErrors = (
  sent: NewFormSubmission,
  answers: CheckedForm['answers'],
  { days, insurance }: FormDays,
  today: string,
): Errors => {
  const window = { ...windowOf(sent.form_type, days, answers), ends_on: days.ends_on }
  return timeErrors(sent, window, insurance, today)
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
