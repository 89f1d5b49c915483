import { Link } from '@tanstack/react-router'
import type { SchoolRow } from '#contract/schools/shapes.ts'
import { countMeanings } from '#contract/coverage/status-groups.ts'
import { Tooltip } from '#client/ui/overlays/tooltip.tsx'
import { NeedsReviewPill } from './needs-review-pill.tsx'

interface ReviewCountProps {
  school: SchoolRow
  /** Whether the count says what it counts, where no column does. */
  isLabeled?: boolean
}

/** Renders how many students of a school's latest policy year need review, as a link to them. */
export const ReviewCount = ({ school, isLabeled = false }: ReviewCountProps) => {
  const needReview = school.waiting === 1 ? 'needs review' : 'need review'
  const pill = <NeedsReviewPill quantity={school.waiting} noun={isLabeled ? needReview : ''} />
  if (school.latest_period_id === null || school.waiting === 0) return pill
  return (
    <Tooltip text={countMeanings.needs_review} side="bottom">
      <Link
        to="/schools/$school/period/$period"
        params={{ school: String(school.id), period: String(school.latest_period_id) }}
        search={{ view: 'needs_review' }}
        className="relative z-1 inline-flex rounded-full align-middle no-underline"
      >
        {pill}
        <span className="sr-only">
          {isLabeled ? '' : ` ${needReview}`} at {school.name}
        </span>
      </Link>
    </Tooltip>
  )
}
