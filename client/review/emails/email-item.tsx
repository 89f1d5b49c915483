import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RotateCw, X } from 'lucide-react'
import { useId, useState } from 'react'
import {
  cancelStudentEmail,
  listStudentEmails,
  resendStudentEmail,
} from '#contract/review/emails/endpoints.ts'
import { canResend, type StudentEmail } from '#contract/review/emails/shapes.ts'
import { emailKindLabel } from '#contract/setup/schools/email-kinds.ts'
import { listHistoryEntries } from '#contract/platform/history/endpoints.ts'
import { emailAddressOf } from '#contract/records/students/email-address.ts'
import type { Student } from '#contract/records/students/shapes.ts'
import { EmailFrame } from '#client/mail/compose/email-frame.tsx'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { keyOf, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Segmented } from '#client/platform/ui/controls/segmented.tsx'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'
import { isInsideOnly, stateLook, stateText } from './email-text.ts'

/** The student whose emails are shown. */
export type Addressee = Pick<Student, 'university_email' | 'personal_email'>

interface EmailItemProps {
  email: StudentEmail
  /** On the student’s own screen, where emails can be canceled and sent again. */
  student?: Addressee | undefined
}

/** Renders an email: its state and addresses, and on demand its exact content. */
export const EmailItem = ({ email, student }: EmailItemProps) => {
  const subjectId = useId()
  const { isOpen } = stateLook(email)
  const told = stateText(email)
  return (
    <li data-focus-group className="rounded-card px-4 pt-3.5 pb-2 shadow-line">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-80">
          <h2 id={subjectId} className="font-medium break-words">
            {email.subject}
          </h2>
          <MetaLine email={email} isLinked={student === undefined} />
          {told !== null && <p className="mt-2 break-words text-pretty">{told.sentence}</p>}
          {told?.reason != null && (
            <p className="mt-1 text-label break-words text-ink-2">Reason: {told.reason}</p>
          )}
        </div>
        {student && email.state === 'queued' && <CancelButton email={email} describedBy={subjectId} />}
        {student && canResend(email) && (
          <ResendButton email={email} student={student} isOpen={isOpen} describedBy={subjectId} />
        )}
      </div>
      <EmailContent email={email} describedBy={subjectId} />
    </li>
  )
}

/** Renders the email’s state, what kind of email it is, to whom, when and by whom, each part unbroken where there is room. */
const MetaLine = ({ email, isLinked }: { email: StudentEmail; isLinked: boolean }) => {
  const { kind, to, sender, student_id: studentId, resend_of: repeated } = email
  const { label, tone, icon, isOpen } = stateLook(email)
  const sentAt = isInsideOnly(email) ? null : email.sent_at
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-label text-ink-2">
      <Pill tone={tone} icon={icon} quiet={!isOpen}>
        {label}
      </Pill>
      <span>{emailKindLabel(kind)}</span>
      <span className="min-w-0 break-words">
        To{' '}
        {isLinked && studentId !== null ? (
          <Link
            to="/student/$student/emails"
            params={{ student: String(studentId) }}
            className="rounded-pill text-accent-text"
          >
            {to}
          </Link>
        ) : (
          to
        )}
      </span>
      <span>
        {sentAt === null ? 'Queued ' : 'Sent '}
        <Ago at={sentAt ?? email.queued_at} />
      </span>
      {sender && (
        <span>
          {repeated === null ? 'By' : 'Sent again by'} {sender.name}
        </span>
      )}
    </p>
  )
}

const EmailContent = ({ email, describedBy }: { email: StudentEmail; describedBy: string }) => {
  const [isOpen, setIsOpen] = useState(false)
  const { text, html, subject } = email
  if (text === null)
    return (
      <p className="mt-2 pb-1.5 text-label text-ink-2">
        This email has a one-time link or a code, so its text isn’t shown.
      </p>
    )
  return (
    <Disclosure
      summary={
        <span aria-describedby={describedBy} className="text-label font-medium text-ink-2">
          Email text
        </span>
      }
      onToggle={setIsOpen}
      className="mt-1 -ml-2"
    >
      <div className="mt-1 mb-2 ml-2">
        {html === null && <PlainText text={text} />}
        {html !== null && isOpen && <BothParts html={html} text={text} subject={subject} />}
      </div>
    </Disclosure>
  )
}

const PlainText = ({ text }: { text: string }) => (
  <p className="rounded-control bg-canvas px-4 py-3 break-words whitespace-pre-line">
    <span className="block max-w-prose">{text}</span>
  </p>
)

const parts = [
  { value: 'html', label: 'Formatted' },
  { value: 'text', label: 'Plain text' },
] as const

/** Renders the email as most students see it, or its plain text, which some mail programs show instead. */
const BothParts = ({ html, text, subject }: { html: string; text: string; subject: string }) => {
  const [part, setPart] = useState<'html' | 'text'>('html')
  return (
    <div className="flex flex-col gap-2">
      <div className="self-start">
        <Segmented label="Show" options={parts} value={part} onChange={setPart} />
      </div>
      {part === 'html' ? <EmailFrame html={html} title={subject} /> : <PlainText text={text} />}
    </div>
  )
}

const refreshes = [listStudentEmails, listHistoryEntries] as const

/** Returns a function that runs a call, shows why it was refused, and loads the email’s current state. */
const useAttempt = (failed: string) => {
  const toast = useToast()
  const client = useQueryClient()
  return async (act: () => Promise<string | null>): Promise<void> => {
    try {
      const title = await act()
      if (title !== null) toast.show({ title })
    } catch (error) {
      // the query cache reports other failures
      if (!(error instanceof ApiError) || (error.kind !== 'stale' && error.kind !== 'invalid')) return
      const description = error.fieldErrors['to'] ?? error.message
      toast.show({ tone: 'danger', title: failed, description })
      void client.invalidateQueries({ queryKey: keyOf(listStudentEmails) })
    }
  }
}

const CancelButton = ({ email, describedBy }: { email: StudentEmail; describedBy: string }) => {
  const attempt = useAttempt('Couldn’t cancel the email')
  const { send, isSending } = useSend(cancelStudentEmail, { refreshes })
  const cancel = async () => {
    await send({ params: { id: email.id } })
    return 'Email canceled'
  }
  return (
    <Button
      size="sm"
      icon={X}
      busy={isSending}
      aria-describedby={describedBy}
      onClick={() => void attempt(cancel)}
    >
      Cancel email
    </Button>
  )
}

interface ResendButtonProps {
  email: StudentEmail
  student: Addressee
  /** Whether staff should do something about the email. */
  isOpen: boolean
  describedBy: string
}

const ResendButton = ({ email, student, isOpen, describedBy }: ResendButtonProps) => {
  const confirm = useConfirm()
  const attempt = useAttempt('Couldn’t send the email')
  const { send, isSending } = useSend(resendStudentEmail, { refreshes })
  const resend = async () => {
    const agreed = await confirm({
      title: 'Send this email again?',
      message: againText(email, student),
      acceptLabel: 'Send again',
    })
    if (!agreed) return null
    await send({ params: { id: email.id } })
    return 'Email queued'
  }
  return (
    <Button
      size="sm"
      variant={isOpen ? 'secondary' : 'ghost'}
      icon={RotateCw}
      busy={isSending}
      aria-describedby={describedBy}
      className={isOpen ? '' : 'max-sm:-ml-3'}
      onClick={() => void attempt(resend)}
    >
      Send again
    </Button>
  )
}

const againText = ({ subject }: StudentEmail, student: Addressee): string => {
  const to = emailAddressOf(student) ?? 'the student'
  return `Shipmate sends “${subject}” to ${to} right away. You can’t undo this.`
}
