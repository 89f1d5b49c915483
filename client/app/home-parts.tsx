import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronRight, CircleAlert, CircleCheck, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { QueueName } from '#contract/review/form-submissions/choices.ts'
import type { queues } from '#contract/review/form-submissions/queues.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'

/** Milliseconds between reloads that find what a live update missed. */
export const minute = 60_000

type Severity = (typeof queues)[QueueName]['severity']

/** Something to do: how many, and where its rows are. */
export interface Task {
  readonly key: string
  readonly label: string
  readonly meaning: string
  readonly count: number
  readonly severity: Severity
  readonly link: Pick<LinkProps, 'to' | 'params' | 'search'>
}

/** Renders a titled card. */
export const Part = ({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children: ReactNode
}) => (
  <section aria-label={title} className="overflow-hidden rounded-card bg-raised shadow-line">
    <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-2.5">
      <h2 className="text-section font-semibold">{title}</h2>
      {action}
    </div>
    {children}
  </section>
)

/** How urgent numbers look. */
export const look: Partial<Record<Severity, { readonly icon: LucideIcon; readonly color: string }>> = {
  danger: { icon: CircleAlert, color: 'text-danger-glyph' },
  warning: { icon: TriangleAlert, color: 'text-warning-glyph' },
  success: { icon: CircleCheck, color: 'text-success-glyph' },
}

/** Renders things to do as links with their numbers. */
export const Tasks = ({ tasks }: { tasks: readonly Task[] }) => (
  <ul className="divide-y divide-line">
    {tasks.map((task) => (
      <li key={task.key}>
        <TaskLink task={task} />
      </li>
    ))}
  </ul>
)

const TaskLink = ({ task: { label, meaning, count, severity, link } }: { task: Task }) => {
  const { icon: Icon, color } = look[severity] ?? {}
  const isMuted = count === 0
  return (
    <Link
      {...link}
      className="group flex min-h-11 items-center gap-3 px-4 py-2 text-ink no-underline hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="min-w-0 flex-1">
        <span className={cx('block', isMuted ? 'text-ink-2' : 'font-medium')}>{label}</span>
        <span className="block text-label text-ink-2">{meaning}</span>
      </span>
      {Icon && !isMuted && (
        <Icon size={15} strokeWidth={2.25} aria-hidden className={cx('shrink-0', color)} />
      )}
      <span className={cx('tabular text-dialog', isMuted ? 'text-ink-3' : 'font-semibold')}>
        {formatNumber(count)}
      </span>
      <ChevronRight size={16} aria-hidden className="shrink-0 text-ink-3" />
    </Link>
  )
}
