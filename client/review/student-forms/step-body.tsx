import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { QualifyingEvent } from '#contract/setup/period-documents/insurance-configuration.ts'
import { Deadlines, deadlinesOf } from '#client/setup/site/deadlines.tsx'
import { describedBy, FieldFrame, SiteFieldInput } from '#client/setup/site/field.tsx'
import { SiteText } from '#client/setup/site/text.tsx'
import { dayInWords, dollars, useWords } from '#client/setup/site/words/words.ts'
import { CompanyInput } from './company-input.tsx'
import { DependentsInput } from './dependents-input.tsx'
import { DocumentsStep } from './documents-step.tsx'
import { SignStep } from './sign-step.tsx'
import { mayBeLate, type FormStep } from './steps.ts'
import type { StepProps, StudentFormState } from './use-student-form.ts'

/** Renders the questions of a step. */
export const StepBody = (props: StepProps) => {
  const { step } = props.state
  switch (step.kind) {
    case 'coverage':
      return <CoverageStep {...props} />
    case 'fields':
      return <FieldsStep {...props} step={step} />
    case 'documents':
      return <DocumentsStep {...props} />
    case 'sign':
      return <SignStep {...props} />
  }
}

const CoverageStep = ({ site, form, language, state }: StepProps) => {
  const words = useWords()
  const { kind } = form.page
  const { typed, errors } = state
  const toggle = (coverage: Coverage, isOn: boolean): void =>
    state.change({
      coverage_types: isOn
        ? [...typed.coverage_types, coverage]
        : typed.coverage_types.filter((one) => one !== coverage),
    })
  return (
    <>
      {site.plans.length > 1 && (
        <fieldset className="site-choices" id="field-coverage_types">
          <legend className="site-quiet">{words.coverage_help[kind]}</legend>
          {site.plans.map(({ coverage_type: coverage, plan }) => (
            <label key={coverage} className="site-choice">
              <input
                type="checkbox"
                checked={typed.coverage_types.includes(coverage)}
                onChange={(event) => toggle(coverage, event.target.checked)}
              />
              <b>{words.coverages[coverage]}</b>
              <span className="site-quiet">
                {[
                  plan.name,
                  plan.premiums.enrolled && `${dollars(plan.premiums.enrolled, language)} ${words.a_year}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </label>
          ))}
          {errors['coverage_types'] && <span className="site-error">{words.choose_coverage}</span>}
        </fieldset>
      )}
      {(state.isLate || mayBeLate(site, form)) && <LateQuestions {...{ site, form, language, state }} />}
    </>
  )
}

type LateProps = Pick<StepProps, 'site' | 'form' | 'language' | 'state'>

const LateQuestions = ({ site, form, language, state }: LateProps) => {
  const words = useWords()
  const fee = form.page.kind === 'waive' ? site.late_waiver_fee : null
  const { kinds, days } = site.life_events
  const terms = { fee: fee === null ? null : dollars(fee, language), hasEvents: kinds.length > 0, days }
  return (
    <>
      {mayBeLate(site, form) && (
        <Deadlines deadlines={deadlinesOf(form.page.kind, site.deadlines)} today={site.today} />
      )}
      <p className="site-callout">
        {!state.isLate && <b>{words.if_late} </b>}
        {/* who is late for their own group reads its date in the error; the form’s is another one */}
        {form.state === 'late' && <b>{words.late(dayInWords(form.closes_on, language))} </b>}
        {lateText(words, terms)}
      </p>
      {kinds.length > 0 && (
        <LifeEvent kinds={kinds} isRequired={state.isLate && fee === null} state={state} />
      )}
    </>
  )
}

interface LateTerms {
  readonly fee: string | null
  readonly hasEvents: boolean
  readonly days: number
}

/** Returns what sending a form after the deadline takes: a fee, a life event, or either of them. */
const lateText = (words: ReturnType<typeof useWords>, { fee, hasEvents, days }: LateTerms): string => {
  if (fee === null) return hasEvents ? words.late_event(days) : words.late_never
  return hasEvents ? words.late_fee_unless(fee, days) : words.late_fee(fee)
}

interface LifeEventProps {
  kinds: readonly QualifyingEvent[]
  isRequired: boolean
  state: StudentFormState
}

const LifeEvent = ({ kinds, isRequired, state }: LifeEventProps) => {
  const words = useWords()
  const { typed, errors } = state
  const why = errors['qualifying_event'] ?? errors['form_type']
  return (
    <>
      <FieldFrame id="field-qualifying_event" label={words.what_happened} isRequired={isRequired} error={why}>
        <select
          id="field-qualifying_event"
          value={typed.qualifying_event}
          {...describedBy('field-qualifying_event', null, why)}
          onChange={(change) => state.change({ qualifying_event: change.target.value })}
        >
          <option value="">{isRequired ? words.select : words.nothing_happened}</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {words.life_events[kind]}
            </option>
          ))}
        </select>
      </FieldFrame>
      {typed.qualifying_event !== '' && (
        <FieldFrame id="field-event_on" label={words.event_on} isRequired error={errors['event_on']}>
          <input
            id="field-event_on"
            type="date"
            value={typed.event_on}
            {...describedBy('field-event_on', null, errors['event_on'])}
            onChange={(change) => state.change({ event_on: change.target.value })}
          />
        </FieldFrame>
      )}
    </>
  )
}

type FieldsStepProps = StepProps & { step: Extract<FormStep, { kind: 'fields' }> }

const FieldsStep = ({ calls, language, state, step }: FieldsStepProps) => {
  const { typed, errors } = state
  const set = (name: string, value: string): void =>
    state.change((former) => ({ values: { ...former.values, [name]: value } }))
  return (
    <>
      <SiteText html={step.body} />
      <div className="site-fields">
        {step.fields.map((field) => {
          if (field.control === 'dependents')
            return <DependentsInput key={field.name} language={language} state={state} />
          if (field.control === 'company')
            return <CompanyInput key={field.name} field={field} calls={calls} state={state} />
          return (
            <SiteFieldInput
              key={field.name}
              field={field}
              value={typed.values[field.name] ?? ''}
              error={errors[field.name]}
              onChange={(value) => set(field.name, value)}
            />
          )
        })}
      </div>
      <Refusals state={state} />
    </>
  )
}

/** Says at once what a rule of the year won’t accept, so that a student can add proof or enroll instead. */
const Refusals = ({ state: { check, typed } }: { state: StudentFormState }) => {
  const words = useWords()
  const refused = (check?.refusals ?? []).filter(({ coverage_type }) =>
    typed.coverage_types.includes(coverage_type),
  )
  if (refused.length === 0) return null
  return (
    <output className="site-callout" data-tone="warning">
      <b>{words.refused}</b>
      <ul>
        {refused.map(({ coverage_type, rule, message }) => (
          <li key={`${coverage_type} ${rule}`}>{message}</li>
        ))}
      </ul>
      <p>{words.refused_go_on}</p>
    </output>
  )
}
