import { use, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import * as z from 'zod/mini'
import { call } from '#client/platform/lib/call.ts'
import { newKey } from '#client/platform/lib/new-key.ts'
import { FormIntro, FormNotices } from '#client/setup/site/form.tsx'
import { OfficeText } from '#client/setup/site/text.tsx'
import { SiteLanguageContext } from '#client/setup/site/words/words.ts'
import type { FormTrialProps } from '#client/setup/website/form-trial.ts'
import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { tierFor } from '#contract/platform/coverage/tiers.ts'
import { dependentTypes } from '#contract/platform/record/student-period-choices.ts'
import { tryWaiver } from '#contract/review/decisions/endpoints.ts'
import { settledLater, waiverTrial, type WaiverTrial } from '#contract/review/decisions/shapes.ts'
import { texts, textFor } from '#contract/platform/problem.ts'
import { searchCompaniesForStudents } from '#contract/records/insurance-companies/endpoints.ts'
import type { FormCheck, FormReceipt } from '#contract/review/form-submissions/shapes.ts'
import { isAskedFor, otherCompanyOf } from '#contract/setup/period-documents/form-fields.ts'
import type { FormPage } from '#contract/setup/site/form-page.ts'
import { emptyForm, type FormBody } from './answers.ts'
import type { FormCalls } from './calls.ts'
import { StepBody } from './step-body.tsx'
import type { FormStep } from './steps.ts'
import { StudentForm } from './student-form.tsx'
import { useStudentForm, type StudentFormProps, type StudentFormState } from './use-student-form.ts'

/**
 * Renders a form that staff fill in as a student would, with the year’s premiums and what its saved rules refuse. Nothing is
 * sent or saved.
 */
export const FormTrial = ({ view, ...trial }: FormTrialProps) => {
  const { page, plans, periodId, usesFamilyTier } = trial
  const language = use(SiteLanguageContext)
  const calls = useMemo(
    () => trialCalls({ page, plans, periodId, usesFamilyTier }),
    [page, plans, periodId, usesFamilyTier],
  )
  const offered = plans.map(({ coverage_type }) => coverage_type)
  const site = { plans, life_events: { kinds: [], days: 0 }, late_waiver_fee: null, deadlines: [], today: '' }
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
  useCheckedAnswers(state)
  const { page } = props.form
  // said once, after the last question about the coverage
  const asked = state.steps.findLast(isAboutCoverage)
  return (
    <div className="site-stack site-form">
      <FormIntro page={page} />
      <FormNotices notices={page.notices} place="top" />
      {state.steps.map((step, index) => (
        <section key={step.key} className="site-card site-stack">
          <h2>
            {index + 1}. <OfficeText text={step.title} />
          </h2>
          <StepBody {...props} state={{ ...state, step, check: step === asked ? state.check : null }} />
        </section>
      ))}
    </div>
  )
}

const isAboutCoverage = (step: FormStep): boolean =>
  step.kind === 'fields' &&
  step.fields.some(({ coverage, control }) => coverage !== null || control === 'dependents')

/** Milliseconds after the last answer before the answers are checked. */
const pause = 400

/** Checks the answers after each pause in typing: this view has no step to leave. */
const useCheckedAnswers = ({ typed, price }: StudentFormState): void => {
  const answers = JSON.stringify([typed.values, typed.coverage_types])
  const asked = useRef('')
  const ask = useEffectEvent(() => void price())
  useEffect(() => {
    if (asked.current === answers) return
    const timer = window.setTimeout(() => {
      asked.current = answers
      ask()
    }, pause)
    return () => window.clearTimeout(timer)
  }, [answers])
}

const receipt: FormReceipt = {
  confirmation_number: 'PREVIEW',
  progress: 'complete',
  resume_token: '',
  expires_at: '',
}

type Trial = Omit<FormTrialProps, 'view'>

/** Returns the calls of a form that stays in the browser: only companies are searched, and the saved rules asked. */
const trialCalls = (trial: Trial): FormCalls => ({
  check: async (body) => ({
    errors: missingIn(trial.page, body),
    refusals: trial.page.kind === 'waive' ? await refusalsOf(trial.periodId, body) : [],
    late_fee: null,
    premiums: trial.page.kind === 'enroll' ? premiumsOf(trial, body) : [],
  }),
  send: () => Promise.resolve(receipt),
  upload: () => Promise.resolve(newKey()),
  searchCompanies: (search) => call(searchCompaniesForStudents, { query: { search } }),
  readProgress: () => Promise.resolve({ outcomes: [], decide_by: '' }),
  emailLink: null,
  countStep: () => undefined,
})

/** Returns what each chosen coverage costs for a whole year with the dependents typed so far. */
const premiumsOf = ({ plans, usesFamilyTier }: Trial, body: FormBody): FormCheck['premiums'] => {
  const covered = z.array(z.object({ type: z.enum(dependentTypes) })).safeParse(body['dependents']).data ?? []
  const tier = tierFor(covered, usesFamilyTier)
  const chosen = listIn(body, 'coverage_types')
  return plans
    .filter(({ coverage_type: coverage }) => chosen.includes(coverage))
    .map(({ coverage_type, plan }) => ({ coverage_type, tier, starts_on: '', premium: plan.premiums[tier] }))
}

/** Returns what the saved waiver rules refuse of the answers, as students read it; nothing without a connection. */
const refusalsOf = async (periodId: number, body: FormBody): Promise<FormCheck['refusals']> => {
  const chosen = coverages.filter((one) => listIn(body, 'coverage_types').includes(one))
  const found = await Promise.all(
    chosen.map(async (coverage_type) => {
      const waiver = waiverOf(coverage_type, body)
      if (!waiver) return []
      const decision = await call(tryWaiver, { params: { id: periodId }, body: waiver }).catch(() => null)
      return (decision?.rules ?? []).flatMap(({ key: rule, severity, outcome, message }) =>
        severity === 'block' && outcome === 'fail' && message !== null && !settledLater.has(rule)
          ? [{ coverage_type, rule, message }]
          : [],
      )
    }),
  )
  return found.flat()
}

/** Returns the answers about a coverage as a made-up waiver; null before there are any. */
const waiverOf = (coverage: Coverage, body: FormBody): WaiverTrial | null => {
  const answer = (name: string): unknown => body[name] ?? null
  const [source, type] = [`${coverage}_waive_source_of_coverage`, `${coverage}_waive_insurance_type`].map(
    answer,
  )
  if (source === null && type === null) return null
  const waiver = {
    source_of_coverage: source,
    insurance_type: type,
    company_flags: [],
    medicaid_state: null,
    program: answer('program'),
    campus: answer('campus'),
    graduation_year: answer('graduation_year'),
    rotation_location: answer('rotation_location'),
    documents: [],
    coverage_letter_on: null,
    attested: [],
    eligibility_status: null,
    plan_begins_on: null,
    plan_ends_on: null,
    deductible: null,
    out_of_pocket_max: null,
    language: answer('language'),
  }
  return waiverTrial.safeParse(waiver).data ?? null
}

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
