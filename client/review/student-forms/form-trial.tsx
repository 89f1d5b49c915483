import { use, useMemo } from 'react'
import { call } from '#client/platform/lib/call.ts'
import { newKey } from '#client/platform/lib/new-key.ts'
import { FormIntro, FormNotices } from '#client/setup/site/form.tsx'
import { OfficeText } from '#client/setup/site/text.tsx'
import { SiteLanguageContext } from '#client/setup/site/words/words.ts'
import type { FormTrialProps } from '#client/setup/website/form-trial.ts'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { texts, textFor } from '#contract/platform/problem.ts'
import { searchCompaniesForStudents } from '#contract/records/insurance-companies/endpoints.ts'
import type { FormReceipt } from '#contract/review/form-submissions/shapes.ts'
import { isAskedFor, otherCompanyOf } from '#contract/setup/period-documents/form-fields.ts'
import type { FormPage } from '#contract/setup/site/form-page.ts'
import { emptyForm, type FormBody } from './answers.ts'
import type { FormCalls } from './calls.ts'
import { StepBody } from './step-body.tsx'
import { StudentForm } from './student-form.tsx'
import { useStudentForm, type StudentFormProps } from './use-student-form.ts'

/** Renders a form that staff fill in as a student would. Nothing is sent or saved. */
export const FormTrial = ({ page, plans, view }: FormTrialProps) => {
  const language = use(SiteLanguageContext)
  const calls = useMemo(() => trialCalls(page), [page])
  const offered = plans.map(({ coverage_type }) => coverage_type)
  const site = { plans, life_events: { kinds: [], days: 0 }, late_waiver_fee: null }
  const form = { page, state: 'open', closes_on: '' } as const
  const shared = { site, form, language, calls, token: null, fix: null }
  // the plans arrive after the form, and decide what it asks first
  const key = offered.join(' ')
  return view === 'steps' ? (
    <StudentForm key={key} {...shared} start={emptyForm(offered)} />
  ) : (
    <AllSteps key={key} {...shared} start={{ ...emptyForm(offered), coverage_types: offered }} />
  )
}

/** Renders every step that the answers so far lead to. */
const AllSteps = (props: StudentFormProps) => {
  const state = useStudentForm(props)
  const { page } = props.form
  return (
    <div className="site-stack site-form">
      <FormIntro page={page} />
      <FormNotices notices={page.notices} place="top" />
      {state.steps.map((step, index) => (
        <section key={step.key} className="site-card site-stack">
          <h2>
            {index + 1}. <OfficeText text={step.title} />
          </h2>
          <StepBody {...props} state={{ ...state, step }} />
        </section>
      ))}
    </div>
  )
}

const receipt: FormReceipt = {
  confirmation_number: 'PREVIEW',
  progress: 'complete',
  resume_token: '',
  expires_at: '',
}

/** Returns the calls of a form that stays in the browser: only companies are searched. */
const trialCalls = (page: FormPage): FormCalls => ({
  check: (body) =>
    Promise.resolve({ errors: missingIn(page, body), refusals: [], late_fee: null, premiums: [] }),
  send: () => Promise.resolve(receipt),
  upload: () => Promise.resolve(newKey()),
  searchCompanies: (search) => call(searchCompaniesForStudents, { query: { search } }),
  readProgress: () => Promise.resolve({ outcomes: [], decide_by: '' }),
  emailLink: null,
  countStep: () => undefined,
})

/** Returns an error for each answer that the form requires and that is missing. */
const missingIn = (page: FormPage, body: FormBody): Record<string, string> => {
  const coverageTypes = coverages.filter((one) => listIn(body, 'coverage_types').includes(one))
  const required = page.steps
    .flatMap(({ fields }) => fields)
    .filter(({ name, is_required }) => is_required && name !== 'signature')
    .filter(({ name }) => isAskedFor(name, coverageTypes, body))
    .map(({ name }) => name)
    .filter((name) => isEmpty(body[name]) && isEmpty(body[otherCompanyOf(name) ?? name]))
  const dependents = listIn(body, 'dependents').flatMap((one, index) =>
    ['type', 'first_name', 'last_name']
      .filter((part) => isEmpty(Reflect.get(Object(one), part)))
      .map((part) => `dependents.${index}.${part}`),
  )
  const missing = [
    ...(coverageTypes.length === 0 ? ['coverage_types'] : []),
    ...required,
    ...dependents,
    ...(listIn(body, 'attestations').length < page.attestations.length ? ['attestations'] : []),
    ...(isEmpty(body['signature']) ? ['signature'] : []),
  ]
  return Object.fromEntries(missing.map((name) => [name, textFor(texts.required, name)]))
}

const listIn = (body: FormBody, name: string): readonly unknown[] => {
  const { [name]: value } = body
  return Array.isArray(value) ? value : []
}

const isEmpty = (value: unknown): boolean => value == null || (Array.isArray(value) && value.length === 0)
