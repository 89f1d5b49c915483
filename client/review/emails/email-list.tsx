import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StudentEmail } from '#contract/review/emails/shapes.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { ShowMore } from '#client/platform/ui/controls/show-more.tsx'
import type { GrowingList } from '#client/platform/lib/growing-list.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { Skeleton } from '#client/platform/ui/states/skeleton.tsx'
import { EmailItem, type Addressee } from './email-item.tsx'

interface EmailListProps {
  emails: GrowingList<StudentEmail>
  /** On the student’s own screen, where emails can be canceled and sent again. */
  student?: Addressee
  icon: LucideIcon
  none: string
  hint: string
  /** Buttons of the empty state. */
  actions?: ReactNode
  who: string
}

/** Renders a list of emails in its four states. */
export const EmailList = ({ emails, student, icon, none, hint, actions, who }: EmailListProps) => (
  <>
    <Loaded of={emails} compact what="The emails" who={who} skeleton={<EmailsSkeleton />}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState compact icon={icon} title={none} actions={actions}>
            {hint}
          </EmptyState>
        ) : (
          <ol aria-label="Emails" className="mb-6 flex flex-col gap-3">
            {rows.map((email) => (
              <EmailItem key={email.id} email={email} student={student} />
            ))}
          </ol>
        )
      }
    </Loaded>
    <ShowMore list={emails} />
  </>
)

const EmailsSkeleton = () => (
  <div aria-busy="true" className="flex flex-col gap-3">
    <output className="sr-only">Loading emails</output>
    {['w-64', 'w-80', 'w-56', 'w-72'].map((width) => (
      <div key={width} className="flex flex-col gap-2.5 rounded-card p-4 shadow-line">
        <Skeleton className={cx('h-3.5 max-w-full', width)} />
        <Skeleton className="h-3 w-20" />
        <Skeleton className="h-3 w-4/5 max-w-md" />
        <Skeleton className="mt-1.5 h-3 w-24" />
      </div>
    ))}
  </div>
)
