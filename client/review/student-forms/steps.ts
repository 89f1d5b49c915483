import type { OpenSite, SiteForm } from '#contract/setup/site/shapes.ts'
import type { SiteWords } from '#client/setup/site/words/en.ts'
import { otherCompanyOf } from '#contract/setup/period-documents/form-fields.ts'
import type { SiteField } from '#contract/setup/site/form-page.ts'
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

/** Returns the steps of a form as it’s filled in so far. A step without a question for this student is left out. */
export const stepsOf = (site: OpenSite, form: SiteForm, typed: TypedForm, words: SiteWords): FormStep[] => {
  const { page } = form
  const asksWhy = form.state === 'late'
  const names = new Set(askedFields(page, typed).map(({ name }) => name))
  // the name of another company is typed where companies are chosen
  for (const { fields } of page.steps) for (const { name } of fields) names.delete(otherCompanyOf(name) ?? '')
  const own = page.steps.flatMap(({ key, title, body, fields }): FormStep[] => {
    const asked = fields.filter(({ name }) => names.has(name))
    return asked.length === 0 ? [] : [{ kind: 'fields', key: `step-${key}`, title, body, fields: asked }]
  })
  return [
    ...(site.plans.length > 1 || asksWhy
      ? [
          {
            kind: 'coverage' as const,
            key: 'coverage',
            title: site.plans.length > 1 ? words.coverage_step[page.kind] : words.late_step,
          },
        ]
      : []),
    ...own,
    ...(page.kind === 'waive' || typed.qualifying_event !== ''
      ? [{ kind: 'documents' as const, key: 'documents', title: words.documents_step[page.kind] }]
      : []),
    { kind: 'sign', key: 'sign', title: words.review_step },
  ]
}

/** Returns the names by which errors name the fields of a step. */
export const fieldsOfStep = (step: FormStep): readonly string[] => {
  switch (step.kind) {
    case 'coverage':
      return ['coverage_types', 'qualifying_event', 'event_on', 'form_type']
    case 'fields':
      return step.fields.map(({ name }) => name)
    case 'documents':
      return ['file_tokens']
    case 'sign':
      return ['attestations', 'signature']
  }
}

/** Returns the step that has the field of an error; the last one for errors of no step. */
export const stepOfError = (steps: readonly FormStep[], path: string): FormStep | undefined =>
  steps.find((step) => fieldsOfStep(step).some((name) => path === name || path.startsWith(`${name}.`))) ??
  steps.at(-1)
