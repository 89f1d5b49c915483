import { Link } from '@tanstack/react-router'
import { CircleCheck, Mail, UserPlus } from 'lucide-react'
import { useId, useState } from 'react'
import { isResendable } from '#contract/review/emails/shapes.ts'
import { matchMethodLabels } from '#contract/review/form-submissions/choices.ts'
import { matchFormSubmission } from '#contract/review/form-submissions/endpoints.ts'
import type { FormSubmissionDetail, MatchCandidate } from '#contract/review/form-submissions/review-shapes.ts'
import type { SenderEmail } from '#contract/review/form-submissions/sender-email.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { formatInstant } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'
import { CloseForm } from '#client/records/forms/decide/close-form.tsx'
import { formReads } from '#client/records/forms/decide/form-reads.ts'
import { OutcomesList } from '#client/records/forms/evidence/outcomes-list.tsx'
import type {
  AddStudentSubject,
  NewStudentValues,
} from '#client/records/student-periods/add-student/add-student-form.tsx'
import { CancelButton, ResendButton } from '#client/review/emails/email-actions.tsx'
import { stateLook } from '#client/review/emails/email-text.ts'
import { MatchCandidates } from './match-candidates.tsx'
import { MatchSearch } from './match-search.tsx'
import { senderText } from './match-text.ts'
import type { Step } from './review-search.ts'

interface StepProps {
  form: FormSubmissionDetail
  /** Whether the search has the focus at first. */
  hasFocus: boolean
  onStep: (step: Step) => void
}

/** Renders who sent the form: the matched student, or every way to find, add or do without one. */
export const MatchStep = (props: StepProps) => {
  const { form, onStep } = props
  if (form.student_period_id !== null) return <Matched form={form} onStep={onStep} />
  if (form.progress === 'in_progress')
    return <p className="text-ink-2">The form is matched when the student submits it.</p>
  return form.open_coverages.length === 0 ? <Closed form={form} /> : <Unmatched {...props} />
}

const Matched = ({ form, onStep }: Omit<StepProps, 'hasFocus'>) => (
  <div className="flex flex-col items-start gap-3">
    <Pill quiet tone="success" icon={CircleCheck}>
      Matched
    </Pill>
    <p>
      The form belongs to{' '}
      <Link to="/student/$student" params={{ student: String(form.student_id) }}>
        {form.name}
      </Link>
      {form.sid !== null && `, student ID ${form.sid}`}.
    </p>
    {form.match_method !== null && (
      <p className="text-ink-2">Matched by: {matchMethodLabels[form.match_method]}</p>
    )}
    <SenderEmails emails={form.sender_emails} />
    <Button onClick={() => onStep('decide')}>Back to the decision</Button>
  </div>
)

const Closed = ({ form }: Pick<StepProps, 'form'>) => (
  <>
    <p className="text-ink-2">The form is closed and belongs to no student.</p>
    <SenderEmails emails={form.sender_emails} />
    <OutcomesList title="Outcome" outcomes={form.outcomes} />
  </>
)

/** Matches the form, at once or after a question, and offers to undo it. */
const useMatch = ({ form, onStep }: Omit<StepProps, 'hasFocus'>) => {
  const [error, setError] = useState<string | null>(null)
  const confirm = useConfirm()
  const offerUndo = useUndo(formReads, null)
  const { send, isSending } = useSend(matchFormSubmission, { refreshes: formReads, quiet: true })
  const match = async (student_period_id: number, name?: string): Promise<void> => {
    setError(null)
    try {
      const body = { student_period_id, version: form.version }
      const { reply, changeId } = await send({ params: { id: form.id }, body })
      offerUndo({ changeId, title: `Form matched with ${name ?? reply.name ?? 'the student'}` })
      onStep('decide')
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message)
    }
  }
  const ask = async ({ student_period_id, name, sid }: MatchCandidate): Promise<void> => {
    const isSure = await confirm({
      title: `Match with ${name}?`,
      message: `${form.name === null ? 'The' : `${form.name}’s`} form becomes part of ${name}’s record (student ID ${sid}), and ${name} gets the confirmation email. You can change the match until the form is decided.`,
      acceptLabel: 'Match',
    })
    if (isSure) await match(student_period_id, name)
  }
  return { match, ask, isSending, error }
}

const Unmatched = (props: StepProps) => {
  const { form } = props
  const { match, ask, isSending, error } = useMatch(props)
  const add = useAddStudent(form, (added) => void match(added))
  const openDialog = useDialogHost()
  const onMatch = (candidate: MatchCandidate) => void ask(candidate)
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-2">
        No student on the roster has this student ID with this name or birth date. Choose the student who sent
        it. Shipmate then updates their coverage status.
      </p>
      {form.sender && (
        <p className="wrap-anywhere">
          <span className="text-ink-2">On the form:</span> {senderText(form.sender)}
        </p>
      )}
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <MatchSearch formId={form.id} hasFocus={props.hasFocus} {...{ isSending, onMatch }}>
        {form.candidates.length === 0 ? (
          <p className="font-medium">No similar students</p>
        ) : (
          <MatchCandidates
            label="Similar students"
            candidates={form.candidates}
            {...{ isSending, onMatch }}
          />
        )}
      </MatchSearch>
      <div className="flex flex-wrap gap-2">
        <Button icon={UserPlus} onClick={add}>
          Add as a new student
        </Button>
        {form.sender && form.sender.emails.length > 0 && (
          <Button
            icon={Mail}
            onClick={() => openDialog(WriteToSenderDialog, { props: { form }, onClose: () => undefined })}
          >
            Write to the sender
          </Button>
        )}
      </div>
      <SenderEmails emails={form.sender_emails} />
      <CloseForm form={form} />
    </div>
  )
}

const WriteToSenderDialog = lazyDialog(async () => (await import('./write-to-sender.tsx')).WriteToSender)

/** Lists what staff wrote to the sender, with what became of it. What waits can be canceled, the rest sent again. */
const SenderEmails = ({ emails }: { emails: readonly SenderEmail[] }) =>
  emails.length > 0 && (
    <section className="flex w-full flex-col gap-1">
      <h3 className="font-medium">Emails to the sender</h3>
      <ul className="flex flex-col gap-2">
        {emails.map((email) => (
          <WrittenEmail key={email.id} email={email} />
        ))}
      </ul>
    </section>
  )

const WrittenEmail = ({ email }: { email: SenderEmail }) => {
  const id = useId()
  const { label, isOpen } = stateLook(email)
  const { subject, to, by, queued_at } = email
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span id={id} className="min-w-0 wrap-anywhere">
        {subject}
        <span className="text-ink-2">
          {['', label, `to ${to}`, ...(by ? [by.name] : []), formatInstant(queued_at)].join(' · ')}
        </span>
      </span>
      {email.state === 'queued' && <CancelButton email={email} describedBy={id} />}
      {isResendable(email.state) && <ResendButton {...{ email, to, isOpen }} describedBy={id} />}
    </li>
  )
}

const AddStudentDialog = lazyDialog(
  async () =>
    (await import('#client/records/student-periods/add-student/add-student-steps.tsx')).AddStudentSteps,
)

/** Opens the dialog that adds a student to the policy year, with the answers of the form. */
const useAddStudent = (form: FormSubmissionDetail, onAdded: (studentPeriod: number) => void) => {
  const openDialog = useDialogHost()
  const start: AddStudentSubject = { kind: 'new', typed: form.name ?? '', values: valuesOf(form) }
  return () =>
    openDialog(AddStudentDialog, {
      props: { periodId: form.period_id, schoolId: form.school_id, start },
      onClose: (closed) => {
        if (closed.type === 'config-close') onAdded(closed.data)
      },
    })
}

/** Returns what a form says of its sender, by the fields of a new student. */
const valuesOf = ({ sender, content }: FormSubmissionDetail): NewStudentValues => {
  const answer = (name: string): string => {
    const value = content?.answers.find((one) => one.name === name)?.value
    return typeof value === 'string' ? value : ''
  }
  return {
    first_name: sender?.first_name ?? '',
    last_name: sender?.last_name ?? '',
    sid: sender?.sid ?? '',
    dob: sender?.dob ?? '',
    middle_initial: answer('middle_initial'),
    university_email: answer('university_email'),
    program: answer('program'),
    campus: answer('campus'),
  }
}
