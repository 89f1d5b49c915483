import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { previewsAtOnce, type Composed, type Warned } from '#contract/review/emails/compose.ts'
import { EmailFrame } from './email-frame.tsx'
import { formatCount, formatNumber } from '#client/platform/lib/format.ts'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'

interface ComposePreviewProps {
  shown: Composed
  /** Whether a newer preview is loading. */
  isStale: boolean
  /** The position of the shown student among those who get the email. */
  at: number
  onAt: (at: number) => void
  isLeavingOut: boolean
}

/** Renders who gets the email, the warnings, and the email as one student gets it. */
export const ComposePreview = ({ shown, isStale, at, onAt, isLeavingOut }: ComposePreviewProps) => (
  <section aria-label="Preview" className={cx('flex flex-col gap-3', isStale && 'opacity-60')}>
    <p aria-live="polite">
      <strong className="font-semibold">{formatCount(shown.changed, 'student')}</strong> will get this email
      {shown.matched > shown.changed && ` of ${formatNumber(shown.matched)} selected`}.
    </p>
    <Warnings shown={shown} isLeavingOut={isLeavingOut} />
    {shown.changed > 0 && <OnePreview {...{ shown, at, onAt }} />}
  </section>
)

const Warnings = ({ shown, isLeavingOut }: { shown: Composed; isLeavingOut: boolean }) => (
  <div className="flex flex-col gap-2 empty:hidden">
    <Warning warned={shown.no_address} text="without an email address won’t get it" />
    <Warning warned={shown.suppressed} text="with a blocked address won’t get it" />
    {shown.empty_fields.map(({ field, label, ...warned }) => (
      <Warning
        key={field}
        warned={warned}
        text={`without a value for “${label}” ${isLeavingOut ? 'won’t get it' : 'will get it with a blank'}`}
      />
    ))}
  </div>
)

const Warning = ({ warned: { total, students }, text }: { warned: Warned; text: string }) => {
  if (total === 0) return null
  return (
    <Disclosure
      className="rounded-card bg-warning-soft text-warning-text"
      summary={
        <span className="font-medium">
          {formatCount(total, 'student')} {text}
        </span>
      }
    >
      <ul className="max-h-48 overflow-y-auto border-t border-line bg-raised px-3 py-1.5 text-ink">
        {students.map(({ id, student_id: studentId, name }) => (
          <li key={id} className="py-0.5">
            <Link
              to="/student/$student"
              params={{ student: String(studentId) }}
              target="_blank"
              className="text-accent-text"
            >
              {name}
            </Link>
          </li>
        ))}
        {total > students.length && (
          <li className="py-0.5 text-label text-ink-3">Showing the first {formatNumber(students.length)}.</li>
        )}
      </ul>
    </Disclosure>
  )
}

const OnePreview = ({ shown, at, onAt }: Pick<ComposePreviewProps, 'shown' | 'at' | 'onAt'>) => {
  const preview = shown.previews[at % previewsAtOnce]
  return (
    <div className="rounded-card shadow-line">
      <div className="flex items-center gap-2 border-b border-line px-3 py-1.5">
        <div className="min-w-0 flex-1" aria-live="polite">
          <p className="truncate font-medium">{preview?.subject ?? 'Loading…'}</p>
          <p className="truncate text-label text-ink-2">{preview && `To ${preview.name}, ${preview.to}`}</p>
        </div>
        <span className="tabular text-label whitespace-nowrap text-ink-3">
          {formatNumber(at + 1)} of {formatNumber(shown.changed)}
        </span>
        <IconButton
          icon={ChevronLeft}
          label="Previous student"
          aria-disabled={at === 0}
          onClick={() => at > 0 && onAt(at - 1)}
        />
        <IconButton
          icon={ChevronRight}
          label="Next student"
          aria-disabled={at + 1 >= shown.changed}
          onClick={() => at + 1 < shown.changed && onAt(at + 1)}
        />
      </div>
      {preview && preview.empty_fields.length > 0 && (
        <p className="border-b border-line bg-warning-soft px-3 py-1.5 text-label text-warning-text">
          Empty for this student: {preview.empty_fields.join(', ')}
        </p>
      )}
      {preview && <EmailFrame html={preview.html} title={`Email to ${preview.name}`} />}
    </div>
  )
}
