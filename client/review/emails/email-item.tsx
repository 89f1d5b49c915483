import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { canResend, type StudentEmail } from '#contract/review/emails/shapes.ts'
import { emailKindLabel } from '#contract/setup/schools/email-kinds.ts'
import { emailAddressOf } from '#contract/records/students/email-address.ts'
import type { Student } from '#contract/records/students/shapes.ts'
import { EmailFrame } from '#client/mail/compose/email-frame.tsx'
import { Segmented } from '#client/platform/ui/controls/segmented.tsx'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'
import { CancelButton, ResendButton } from './email-actions.tsx'
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
          <ResendButton
            email={email}
            to={emailAddressOf(student) ?? 'the student'}
            isOpen={isOpen}
            describedBy={subjectId}
          />
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
            className="rounded-pill text-accent-text underline"
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
