import type { FormPage } from '#contract/setup/site/form-page.ts'
import { useAnswerText } from '#client/setup/site/words/answer-text.ts'
import { labelOf, useFieldWords } from '#client/setup/site/words/field-words.ts'
import type { FormForStudent } from '#contract/review/student-status/shapes.ts'
import { OfficeText } from '#client/setup/site/text.tsx'
import { dayInWords, useWords, type SiteLanguage } from '#client/setup/site/words/words.ts'
import { Reasons } from './reasons.tsx'

interface FormLineProps {
  form: FormForStudent
  /** The form as it’s now, which says what its answers are called. */
  page: FormPage | undefined
  language: SiteLanguage
}

/** Renders a form that a student sent: its number, what was decided, and what they signed. */
export const FormLine = ({ form, page, language }: FormLineProps) => {
  const words = useWords()
  const sentOn = form.submitted_at.slice(0, 10)
  return (
    <details>
      <summary>
        {words.form_types[form.form_type]} {form.confirmation_number}
      </summary>
      <div className="site-stack">
        <p className="site-quiet">{words.sent_on(dayInWords(sentOn, language))}</p>
        <ul>
          {form.decisions.map((decision) => {
            const { coverage_type, outcome } = decision
            return (
              <li key={coverage_type}>
                {words.coverages[coverage_type]}: {words.outcomes[outcome]}
                {(outcome === 'needs_fix' || outcome === 'declined') && (
                  <Reasons {...{ outcome, decision, language }} />
                )}
              </li>
            )
          })}
        </ul>
        <h3>{words.show_answers}</h3>
        <SignedAnswers form={form} page={page} />
      </div>
    </details>
  )
}

const SignedAnswers = ({ form, page }: Pick<FormLineProps, 'form' | 'page'>) => {
  const words = useWords()
  const { content, drawn_signature: drawn } = form
  const fieldWords = useFieldWords()
  const readAnswer = useAnswerText()
  const answers = new Map(content.answers.map(({ name, value }) => [name, value]))
  const fields = page?.steps.flatMap((step) => step.fields) ?? []
  return (
    <dl className="site-facts">
      {fields.map((field) => {
        // a company is named next to its ID
        const answer = answers.get(field.control === 'company' ? field.name.replace(/_id$/, '') : field.name)
        return answer === undefined ? null : (
          <div key={field.name}>
            <dt>
              <OfficeText text={labelOf(field, fieldWords)} />
            </dt>
            <dd>{readAnswer(field, answer)}</dd>
          </div>
        )
      })}
      {drawn !== null && (
        <div>
          <dt>{words.drawing}</dt>
          <dd>
            <img className="site-drawn" src={`data:image/png;base64,${drawn}`} alt={words.drawing} />
          </dd>
        </div>
      )}
    </dl>
  )
}
