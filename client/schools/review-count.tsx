import { Link } from '@tanstack/react-router'
import type { SchoolRow } from '#contract/schools/shapes.ts'
import { countMeanings } from '#contract/coverage/status-groups.ts'
import { Tooltip } from '#client/ui/overlays/tooltip.tsx'
import { WaitingPill } from './waiting-pill.tsx'

/** How many students of a school's latest policy year need review, as a link to exactly those. */
export const ReviewCount = ({ school, noun = '' }: { school: SchoolRow; noun?: string }) => {
  const pill = <WaitingPill quantity={school.waiting} noun={noun} />
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
        <span className="sr-only">{`${noun === '' ? ' need review' : ''} at ${school.name}`}</span>
      </Link>
    </Tooltip>
  )
}
