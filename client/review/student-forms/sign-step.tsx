import { Fragment, type ReactNode } from 'react'
import { dependentTypes } from '#contract/platform/record/student-period-choices.ts'
import { genderLabels, genders } from '#contract/platform/record/genders.ts'
import { otherCompanyOf } from '#contract/setup/period-documents/form-fields.ts'
import { describedBy, FieldFrame } from '#client/setup/site/field.tsx'
import { FormNotices } from '#client/setup/site/form.tsx'
import { OfficeText } from '#client/setup/site/text.tsx'
import { maskSsn, useAnswerText } from '#client/setup/site/words/answer-text.ts'
import { labelOf, useFieldWords } from '#client/setup/site/words/field-words.ts'
import { dayInWords, dollars, useWords, type SiteLanguage } from '#client/setup/site/words/words.ts'
import type { FormPage, SiteField } from '#contract/setup/site/form-page.ts'
import type { TypedDependent, TypedForm } from './answers.ts'
import { DrawnSignature } from './drawn-signature.tsx'
import { Premiums } from './dependents-input.tsx'
import type { StepProps } from './use-student-form.ts'
import type { FormStep } from './steps.ts'

/** Renders all answers, what the form costs, the statements and the signature. */
export const SignStep = ({ form, language, state }: StepProps) => {
  const words = useWords()
  const { page } = form
  const { typed, errors, check } = state
  return (
    <>
      <p className="site-quiet">{words.review_help}</p>
      <Answers state={state} language={language} />
      {page.kind === 'enroll' && <Premiums state={state} language={language} />}
      {check?.late_fee != null && (
        <p className="site-callout">
          <b>{words.late_fee(dollars(check.late_fee, language))}</b>
        </p>
      )}
      {page.attestations.length > 0 && <Statements page={page} state={state} />}
      <FormNotices notices={page.notices} place="before_sending" />
      <FieldFrame
        id="field-signature"
        label={words.signature}
        isRequired
        help={words.signature_help}
        error={errors['signature'] && words.sign_required}
      >
        <input
          id="field-signature"
          autoComplete="name"
          className="site-signature"
          value={typed.signature}
          {...describedBy('field-signature', words.signature_help, errors['signature'])}
          onChange={(event) => state.change({ signature: event.target.value })}
        />
      </FieldFrame>
      <DrawnSignature
        strokes={typed.strokes}
        isRefused={errors['drawn_signature'] !== undefined}
        onChange={(strokes) => state.change({ strokes })}
      />
    </>
  )
}

const Statements = ({ page, state }: Pick<StepProps, 'state'> & { page: FormPage }) => {
  const words = useWords()
  const { typed, errors } = state
  const agree = (key: string, isOn: boolean): void =>
    state.change({
      attestations: isOn ? [...typed.attestations, key] : typed.attestations.filter((one) => one !== key),
    })
  return (
    <fieldset className="site-choices" id="field-attestations">
      <legend>
        <b>{words.statements}</b>
      </legend>
      {page.attestations.map(({ key, label }) => (
        <label key={key} className="site-check">
          <input
            type="checkbox"
            checked={typed.attestations.includes(key)}
            onChange={(event) => agree(key, event.target.checked)}
          />
          <span>
            <OfficeText text={label} />
          </span>
        </label>
      ))}
      {errors['attestations'] && <span className="site-error">{words.agree_all}</span>}
    </fieldset>
  )
}

const Answers = ({ state, language }: Pick<StepProps, 'state' | 'language'>) => {
  const words = useWords()
  return state.steps.map((step) => {
    const lines = <AnswerLines step={step} typed={state.typed} language={language} />
    return step.kind === 'sign' ? null : (
      <section key={step.key} className="site-card">
        <div className="site-review-head">
          <h3>
            <OfficeText text={step.title} />
          </h3>
          <button
            type="button"
            className="site-link"
            aria-label={`${words.change}: ${step.title}`}
            onClick={() => state.goTo(step.key)}
          >
            {words.change}
          </button>
        </div>
        <dl className="site-facts">{lines}</dl>
      </section>
    )
  })
}

interface AnswerLinesProps {
  step: FormStep
  typed: TypedForm
  language: SiteLanguage
}

const AnswerLines = ({ step, typed, language }: AnswerLinesProps) => {
  const words = useWords()
  const fieldWords = useFieldWords()
  const readAnswer = useAnswerText()
  switch (step.kind) {
    case 'coverage':
      return (
        <Line label={words.coverage_types}>
          {typed.coverage_types.map((coverage) => words.coverages[coverage]).join(', ')}
        </Line>
      )
    case 'documents':
      return typed.files.map(({ file_token, kind, name }) => (
        <Line key={file_token} label={words.file_kinds[kind]}>
          {name}
        </Line>
      ))
    case 'fields':
      return step.fields.map((field) =>
        field.control === 'dependents' ? (
          <Fragment key={field.name}>
            {typed.dependents.map((one, index) => (
              <Line key={one.key} label={words.dependent(index + 1)}>
                <DependentText dependent={one} language={language} />
              </Line>
            ))}
          </Fragment>
        ) : (
          <Line key={field.name} label={labelOf(field, fieldWords)}>
            {typedAnswer(field, typed, readAnswer)}
          </Line>
        ),
      )
    case 'sign':
      return null
  }
}

/** Renders all that was typed about a person to cover. */
const DependentText = ({
  dependent: { first_name, last_name, type, dob, ssn, gender },
  language,
}: {
  dependent: TypedDependent
  language: SiteLanguage
}) => {
  const words = useWords()
  const { choices } = useFieldWords()
  const relation = dependentTypes.find((one) => one === type)
  const sex = genders.find((one) => one === gender)
  return [
    `${first_name} ${last_name}`.trim(),
    relation && words.relations[relation],
    dob && dayInWords(dob, language),
    ssn && maskSsn(ssn),
    sex && (choices[sex] ?? genderLabels[sex]),
  ]
    .filter(Boolean)
    .join(' · ')
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>
      <OfficeText text={label} />
    </dt>
    <dd>{children === '' ? '—' : children}</dd>
  </div>
)

/** Returns an answer as a student reads it; a company by its name. */
const typedAnswer = (
  field: SiteField,
  { values, companies }: TypedForm,
  readAnswer: ReturnType<typeof useAnswerText>,
): string => {
  const { [field.name]: text } = values
  const other = otherCompanyOf(field.name)
  if (!text) return (other && values[other]) ?? ''
  return companies[field.name]?.name ?? readAnswer(field, text)
}
