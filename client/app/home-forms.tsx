import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { QueueName } from '#contract/review/form-submissions/choices.ts'
import { countQueues } from '#contract/review/form-submissions/endpoints.ts'
import { queues } from '#contract/review/form-submissions/queues.ts'
import type { QueueQuantities } from '#contract/review/form-submissions/review-shapes.ts'
import { useFormsChanged } from '#client/platform/common/live-rows.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { refreshAll, useAsk } from '#client/platform/lib/query.ts'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { useScreenKeys } from '#client/platform/ui/focus/screen-keys.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { ButtonKey } from '#client/platform/ui/text/kbd.tsx'
import type { CalendarPlace } from '#client/review/calendar/entry-link.ts'
import { look, minute, Part, Tasks, type Task } from './home-parts.tsx'

/** Queues that the list below the first numbers shows, in their order. */
const others: readonly QueueName[] = [
  'due_soon',
  'appeals',
  'high_risk',
  'unseen',
  'mine',
  'plan_changes',
  'second_review',
  'disagreements',
]
/** Queues that not every policy year uses: they’re left out while they’re empty. */
const ifAny: ReadonlySet<QueueName> = new Set(['plan_changes', 'second_review', 'disagreements'])

interface HomeFormsProps {
  params: CalendarPlace
  /** Shown above the less urgent forms. */
  children: ReactNode
}

/** Renders the forms that need someone: how many to review with the way to begin, what is urgent, and the rest. */
export const HomeForms = ({ params, children }: HomeFormsProps) => {
  const { period } = params
  const client = useQueryClient()
  const counts = useAsk(countQueues, { query: { period_id: period } }, { refetchInterval: minute })
  useFormsChanged(Number(period), () => refreshAll(client, [countQueues]))
  const linkTo = (queue: QueueName) => ({ ...formsLink, params, search: { queue } })
  return (
    <Loaded
      of={counts}
      compact
      what="The form submissions"
      who="Only Shipmate Admins can review forms."
      rows={5}
      label="Loading form submissions"
      renderInstead={(state) => <Part title="Forms to review">{state}</Part>}
    >
      {(data) => (
        <>
          <ToReview params={params} counts={data} linkTo={linkTo} />
          <Tiles counts={data} linkTo={linkTo} />
          {children}
          <Part title="More forms">
            <Tasks
              tasks={others
                .filter((queue) => data[queue] > 0 || !ifAny.has(queue))
                .map((queue) => ({ key: queue, ...queues[queue], count: data[queue], link: linkTo(queue) }))}
            />
          </Part>
        </>
      )}
    </Loaded>
  )
}

const formsLink = { to: '/schools/$school/period/$period/student-form-submissions' } as const

interface NumbersProps {
  counts: QueueQuantities
  linkTo: (queue: QueueName) => Task['link']
}

interface ToReviewProps extends NumbersProps {
  params: CalendarPlace
}

/** Renders how many forms need a review, and the way to begin. R does the same as the button. */
const ToReview = ({ params, counts, linkTo }: ToReviewProps) => {
  const navigate = useNavigate()
  const start = { to: '/schools/$school/period/$period/student-form-submissions/review', params } as const
  const has = counts.to_review > 0
  useScreenKeys('Home', has ? [{ keys: ['r'], label: 'Start review', act: () => void navigate(start) }] : [])
  return (
    <section
      aria-label="Forms to review"
      className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-card bg-raised p-5 shadow-line"
    >
      <p className="tabular text-[2rem]/none font-semibold">{formatNumber(counts.to_review)}</p>
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="text-section font-semibold">
          <Link {...linkTo('to_review')} className="text-ink no-underline hover:underline">
            {counts.to_review === 1 ? 'form to review' : 'forms to review'}
          </Link>
        </h2>
        <p className="text-ink-2">
          {has ? (
            <>
              {formatNumber(counts.overdue)} overdue ·{' '}
              <Link {...linkTo('ready')}>{formatNumber(counts.ready)} ready to approve</Link>
            </>
          ) : (
            'Forms appear here as soon as students send them.'
          )}
        </p>
      </div>
      {has && (
        <LinkButton variant="primary" {...start}>
          Start review <ButtonKey>R</ButtonKey>
        </LinkButton>
      )}
    </section>
  )
}

const Tiles = ({ counts: data, linkTo }: NumbersProps) => (
  <div className="grid gap-3 sm:grid-cols-3">
    <Tile
      count={data.overdue}
      label="Overdue"
      detail={`${formatNumber(data.due_soon)} more are due soon`}
      severity="danger"
      link={linkTo('overdue')}
    />
    <Tile
      count={data.unmatched}
      label="Unmatched"
      detail="Forms that match no student"
      severity="warning"
      link={linkTo('unmatched')}
    />
    <Tile
      count={data.waiting_for_student}
      label="Waiting for student"
      detail={`${formatNumber(data.no_answer)} past their last day to respond`}
      severity="info"
      link={linkTo(data.no_answer > 0 ? 'no_answer' : 'waiting_for_student')}
    />
  </div>
)

interface TileProps extends Pick<Task, 'label' | 'count' | 'severity' | 'link'> {
  detail: string
}

const Tile = ({ count, label, detail, severity, link }: TileProps) => {
  const { icon: Icon, color } = look[severity] ?? {}
  return (
    <Link
      {...link}
      className="flex flex-col gap-0.5 rounded-card bg-raised p-4 text-ink no-underline shadow-line hover:bg-hover"
    >
      <span className="flex items-center gap-2">
        <span className={cx('tabular text-[1.5rem]/8', count === 0 ? 'text-ink-3' : 'font-semibold')}>
          {formatNumber(count)}
        </span>
        {Icon && count > 0 && <Icon size={16} strokeWidth={2.25} aria-hidden className={color} />}
      </span>
      <span className="font-medium">{label}</span>
      <span className="text-label text-ink-2">{detail}</span>
    </Link>
  )
}
