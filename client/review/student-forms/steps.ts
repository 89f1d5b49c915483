import type { OpenSite, SiteForm } from '#contract/setup/site/shapes.ts'
import { isPastForSome } from '#client/setup/site/deadlines.tsx'
import type { SiteWords } from '#client/setup/site/words/en.ts'
import { otherCompanyOf } from '#contract/setup/period-documents/form-fields.ts'
import {
  coverageStepKey,
  documentsStepKey,
  signStepKey,
  stepKeyOf,
  type FormPage,
  type SiteField,
} from '#contract/setup/site/form-page.ts'
import { askedFields, type TypedForm } from './answers.ts'

/** A step of a form: one topic on a page. */
export type FormStep =
  | { readonly kind: 'coverage'; readonly key: string; readonly title: string }
  | {
      readonly kind: 'fields'
      readonly key: string
      readonly title: string
      readonly body: string
      readonly fields: readonly SiteField[]
    }
  | { readonly kind: 'documents'; readonly key: string; readonly title: string }
  | { readonly kind: 'sign'; readonly key: string; readonly title: string }

/** What staff asked for in a form that was sent: only this is shown again. */
export interface FormFix {
  /** What the student is told. */
  readonly messages: readonly string[]
  readonly needsFiles: boolean
  readonly needsAnswers: boolean
}

/** Returns the steps of a form that is fixed: documents, or the answers about coverage, and what was sent without being kept. */
const stepsToFix = (steps: readonly FormStep[], { needsFiles, needsAnswers }: FormFix): FormStep[] =>
  steps.filter((step) => {
    if (step.kind === 'coverage') return false
    if (step.kind === 'documents') return needsFiles
    if (step.kind === 'sign') return true
    return step.fields.some(
      ({ coverage, control, is_required: isRequired }) =>
        (needsAnswers && coverage !== null) || (control === 'ssn' && isRequired),
    )
  })

/** What a form needs of the site. */
export type SiteOfForm = Pick<OpenSite, 'plans' | 'life_events' | 'late_waiver_fee' | 'deadlines' | 'today'>
/** A form with its last day and whether it can be sent today. */
export type FilledForm = Pick<SiteForm, 'page' | 'closes_on' | 'state'>

/** What decides the steps of a form besides the answers. */
interface FormFacts {
  readonly site: SiteOfForm
  readonly form: FilledForm
  readonly fix: FormFix | null
  /** Whether the student is late, so that a life event or a fee counts. */
  readonly isLate: boolean
}

/** Returns the steps of a form as it’s filled in so far. A step without a question for this student is left out. */
export const stepsOf = (
  { site, form, fix, isLate }: FormFacts,
  typed: TypedForm,
  words: SiteWords,
): FormStep[] => {
  const { page } = form
  const names = new Set(askedFields(page, typed).map(({ name }) => name))
  // the name of another company is typed where companies are chosen
  for (const { fields } of page.steps) for (const { name } of fields) names.delete(otherCompanyOf(name) ?? '')
  const own = page.steps.flatMap(({ key, title, body, fields }): FormStep[] => {
    const asked = fields.filter(({ name }) => names.has(name))
    return asked.length === 0 ? [] : [{ kind: 'fields', key: stepKeyOf(key), title, body, fields: asked }]
  })
  const all: FormStep[] = [
    ...(site.plans.length > 1 || isLate || mayBeLate(site, form)
      ? [coverageStep(site, page, isLate, words)]
      : []),
    ...own,
    ...(asksDocuments(page, typed, fix) ? [documentsStep(page, words)] : []),
    { kind: 'sign', key: signStepKey, title: words.review_step },
  ]
  return fix ? stepsToFix(all, fix) : all
}

/** Returns whether some students are late while others have time: which of them this one is, only the answers tell. */
export const mayBeLate = (site: SiteOfForm, { page, state }: FilledForm): boolean =>
  state === 'open' && isPastForSome(page.kind, site)

const coverageStep = (site: SiteOfForm, { kind }: FormPage, isLate: boolean, words: SiteWords): FormStep => ({
  kind: 'coverage',
  key: coverageStepKey,
  title: site.plans.length > 1 ? words.coverage_step[kind] : isLate ? words.late_step : words.deadlines_step,
})

/** A waiver needs the card, and a life event its proof. */
const asksDocuments = ({ kind }: FormPage, typed: TypedForm, fix: FormFix | null): boolean =>
  kind === 'waive' || typed.qualifying_event !== '' || fix?.needsFiles === true

const documentsStep = ({ kind }: FormPage, words: SiteWords): FormStep => ({
  kind: 'documents',
  key: documentsStepKey,
  title: words.documents_step[kind],
})

/** The names by which errors say that the student is late, which an answer of any step can tell. */
export const timeFields: readonly string[] = ['qualifying_event', 'event_on', 'form_type']

/** Returns the names by which errors name the fields of a step. */
export const fieldsOfStep = (step: FormStep): readonly string[] => {
  switch (step.kind) {
    case 'coverage':
      return ['coverage_types', ...timeFields]
    case 'fields':
      return step.fields.map(({ name }) => name)
    case 'documents':
      return ['file_tokens']
    case 'sign':
      return ['attestations', 'signature', 'drawn_signature']
  }
}

/** Returns the step that has the field of an error; the last one for errors of no step. */
export const stepOfError = (steps: readonly FormStep[], path: string): FormStep | undefined =>
  steps.find((step) => fieldsOfStep(step).some((name) => path === name || path.startsWith(`${name}.`))) ??
  steps.at(-1)
