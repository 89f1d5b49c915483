import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleHelp, CircleMinus, CircleX, Clock } from 'lucide-react'
import { recommendationLabels, type Recommendation } from '#contract/review/decisions/shapes.ts'
import { decisionStateLabels } from '#contract/review/form-submissions/choices.ts'
import { isClosed, type FormSubmissionRow } from '#contract/review/form-submissions/review-shapes.ts'
import { formatDay } from '#client/platform/lib/format.ts'
import { Avatar } from '#client/platform/ui/text/avatar.tsx'
import { Badge, Pill, type Tone } from '#client/platform/ui/text/badge.tsx'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { currentDay } from '#client/platform/lib/today.ts'
import { isPlanChange, nameOf, urgencyOf } from './form-text.ts'
import type { LinkTo } from './review-link.ts'

/** Renders the student's name as a link to the review, with marks for what is special about the form. */
export const NameCell = ({ row, linkTo }: { row: FormSubmissionRow; linkTo: LinkTo }) => {
  const isNew = row.seen_at === null && row.progress === 'complete' && row.superseded_by === null
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Link
        {...linkTo(row)}
        className={cx(
          'min-w-0 text-ink no-underline hover:underline',
          isNew ? 'font-semibold' : 'font-medium',
        )}
      >
        <Truncate className="block">{nameOf(row)}</Truncate>
      </Link>
      {isNew && <Badge tone="info">New</Badge>}
      <StateBadges row={row} />
    </span>
  )
}

/** Renders what is special about a form: it matches no student, was replaced or settled, or changes a plan. */
export const StateBadges = ({ row }: { row: FormSubmissionRow }) => (
  <>
    {row.student_period_id === null && <Badge tone="warning">Unmatched</Badge>}
    {row.superseded_by !== null && <Badge tone="neutral">Replaced</Badge>}
    {isPlanChange(row) && <Badge tone="info">Plan change</Badge>}
    {isClosed(row) && <Badge tone="neutral">Closed</Badge>}
  </>
)

const recommendationLook: Record<Recommendation, { tone: Tone; icon: typeof CircleCheck }> = {
  approve: { tone: 'success', icon: CircleCheck },
  utp: { tone: 'warning', icon: CircleMinus },
  decline: { tone: 'danger', icon: CircleX },
  needs_review: { tone: 'info', icon: CircleHelp },
}

export const none = <span className="text-ink-3">—</span>

export const RecommendationCell = ({ row: { recommendation } }: { row: FormSubmissionRow }) =>
  recommendation === null ? (
    none
  ) : (
    <Pill quiet {...recommendationLook[recommendation]}>
      {recommendationLabels[recommendation]}
    </Pill>
  )

/** Renders the deadline: tinted when it's today or past. */
export const DueCell = ({ row }: { row: FormSubmissionRow }) => {
  const urgency = urgencyOf(row, currentDay())
  if (row.deadline_on === null) return none
  if (urgency === 'overdue')
    return (
      <Pill tone="danger" icon={Clock}>
        Overdue {formatDay(row.deadline_on)}
      </Pill>
    )
  if (urgency === 'today')
    return (
      <Pill tone="warning" icon={Clock}>
        Today
      </Pill>
    )
  return <span className="tabular text-ink-2">{formatDay(row.deadline_on)}</span>
}

export const DecisionCell = ({ row: { decision } }: { row: FormSubmissionRow }) =>
  decision === 'decided' ? (
    <Pill quiet tone="success" icon={CircleCheck}>
      {decisionStateLabels.decided}
    </Pill>
  ) : (
    <span className="text-ink-2">{decisionStateLabels[decision]}</span>
  )

/** Renders who is reviewing the form. `me` is the signed-in user. */
export const ClaimCell = ({ row: { claimed_by: by }, me }: { row: FormSubmissionRow; me: number }) =>
  by === null ? (
    none
  ) : (
    <span className="flex min-w-0 items-center gap-1.5 text-ink-2">
      <Avatar name={by.name} />
      <Truncate>{by.id === me ? 'You' : by.name}</Truncate>
    </span>
  )
