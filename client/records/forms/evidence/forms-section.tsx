import { useState } from 'react'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { later } from '#client/platform/ui/states/later.tsx'
import { SkeletonRows } from '#client/platform/ui/states/skeleton.tsx'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'
import type { FormPlace } from './student-form.tsx'

const StudentForms = later(
  async () => (await import('./student-forms.tsx')).StudentForms,
  <SkeletonRows rows={3} label="Loading forms" />,
)

export interface FormsSectionProps {
  /** The student-period’s ID. */
  studentPeriod: number
  place: FormPlace
  className?: string
  /** Whether it’s open at first, and what to call when it’s opened or closed. */
  startsOpen?: boolean
  onToggle?: (isOpen: boolean) => void
}

/**
 * Renders a line that opens to the student’s forms with their decision. They load, and the view is recorded, only when
 * someone opens it. While it’s open it has `data-wide`.
 */
export const FormsSection = (props: FormsSectionProps) => {
  const { studentPeriod, place, className = '', startsOpen = false, onToggle } = props
  const [isOpen, setOpen] = useState(startsOpen)
  const toggle = (next: boolean) => {
    setOpen(next)
    onToggle?.(next)
  }
  return (
    <section
      aria-label="Forms and decisions"
      className={cx('relative', className)}
      {...(isOpen ? { 'data-wide': '' } : {})}
    >
      <Disclosure
        className="-mx-2"
        startsOpen={startsOpen}
        onToggle={toggle}
        summary={<span className="text-section font-semibold">Forms and decisions</span>}
      >
        {isOpen && (
          <div className="px-2 pt-1">
            <StudentForms isPart studentPeriod={studentPeriod} place={place} />
          </div>
        )}
      </Disclosure>
    </section>
  )
}
