import { useEffect, useRef } from 'react'
import type { FormPage } from '#contract/setup/site/form-page.ts'
import { FormIntro, FormNotices } from '#client/setup/site/form.tsx'
import { LiveForm } from '#client/setup/site/live-form.tsx'
import { OfficeText } from '#client/setup/site/text.tsx'
import { UnseenField } from '#client/setup/site/unseen-field.tsx'
import { useWords } from '#client/setup/site/words/words.ts'
import { Confirmation } from './confirmation.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { SaveLine } from './save-line.tsx'
import type { FormFix } from './steps.ts'
import { StepBody } from './step-body.tsx'
import { useStepCounts } from './use-step-counts.ts'
import { useStudentForm, type StudentFormProps, type StudentFormState } from './use-student-form.ts'

/** Renders a form as a student fills it in, one step at a time. */
export const StudentForm = (props: StudentFormProps) => {
  const form = useStudentForm(props)
  const words = useWords()
  const { page } = props.form
  useStepCounts(props, form.step.key)
  const heading = useFocusOn(form.step.key, Object.keys(form.errors).length > 0)
  if (form.receipt) return <Confirmation {...props} receipt={form.receipt} />
  return (
    <LiveForm onSend={form.goOn}>
      {form.position === 0 && <Opening page={page} fix={props.fix} />}
      <Progress at={form.position + 1} of={form.steps.length} />
      <ErrorSummary errors={form.errors} fields={form.steps} />
      <h2 ref={heading} tabIndex={-1}>
        <OfficeText text={form.step.title ?? words.documents_step[page.kind]} />
      </h2>
      <StepBody {...props} state={form} />
      <UnseenField setField={form.setUnseenField} />
      {form.problem !== null && (
        <p className="site-error" role="alert">
          {words[form.problem]}
        </p>
      )}
      <Acts form={form} />
      {!props.fix && props.calls.emailLink && <SaveLine form={form} emailLink={props.calls.emailLink} />}
    </LiveForm>
  )
}

/** Renders what stands above the first step: the introduction, or what staff asked for. */
const Opening = ({ page, fix }: { page: FormPage; fix: FormFix | null }) => {
  const words = useWords()
  if (!fix)
    return (
      <>
        <FormIntro page={page} />
        <FormNotices notices={page.notices} place="top" />
      </>
    )
  return (
    <>
      <h1>{words.fix_title}</h1>
      <ul className="site-callout" data-tone="warning">
        {fix.messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </>
  )
}

const Acts = ({ form }: { form: StudentFormState }) => {
  const words = useWords()
  return (
    <div className="site-acts">
      <button type="submit" className="site-act" disabled={form.isBusy}>
        {form.isBusy ? words.submitting : form.isLast ? words.submit : words.continue}
      </button>
      {form.position > 0 && (
        <button
          type="button"
          className="site-act"
          data-quiet=""
          onClick={() => form.goTo(form.steps[form.position - 1]?.key ?? '')}
        >
          {words.back}
        </button>
      )}
    </div>
  )
}

const Progress = ({ at, of }: { at: number; of: number }) => {
  const words = useWords()
  return (
    <div className="site-progress">
      <span className="site-quiet">{words.step_of(at, of)}</span>
      <progress aria-label={words.progress} value={at} max={of} />
    </div>
  )
}

/** Moves the focus to the heading of a step that was gone to, not when the page opens; errors keep it. */
const useFocusOn = (key: string, hasErrors: boolean) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const former = useRef(key)
  useEffect(() => {
    if (former.current === key) return
    former.current = key
    if (!hasErrors) heading.current?.focus()
    heading.current?.closest('form')?.scrollIntoView({ block: 'start' })
  }, [key, hasErrors])
  return heading
}
