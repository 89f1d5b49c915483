import { Link } from '@tanstack/react-router'
import { Clock } from 'lucide-react'
import type { SchoolRow } from '#contract/setup/schools/shapes.ts'
import { countMeanings } from '#contract/platform/coverage/status-groups.ts'
import { queues } from '#contract/review/form-submissions/queues.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { Tooltip } from '#client/platform/ui/overlays/tooltip.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'

interface SchoolCountProps {
  school: SchoolRow
  /** Whether the count says what it counts, where no column does. */
  isLabeled?: boolean
}

const linkStyle = 'relative z-1 inline-flex rounded-full align-middle no-underline'
const paramsOf = ({ id, latest_period_id }: SchoolRow) => ({
  school: String(id),
  period: String(latest_period_id),
})

/** Renders how many students of a school's latest policy year are to decide, as a link to them. */
export const ReviewCount = ({ school, isLabeled = false }: SchoolCountProps) => {
  const noun = school.waiting === 1 ? 'student to decide' : 'students to decide'
  if (school.waiting === 0) return <None />
  return (
    <Tooltip text={countMeanings.needs_review} side="bottom">
      <Link
        to="/schools/$school/period/$period"
        params={paramsOf(school)}
        search={{ view: 'needs_review' }}
        className={linkStyle}
      >
        <Count quantity={school.waiting} noun={noun} school={school} isLabeled={isLabeled} />
      </Link>
    </Tooltip>
  )
}

/** Renders how many forms of a school's latest policy year no admin has opened, as a link to them. */
export const NewFormsCount = ({ school, isLabeled = false }: SchoolCountProps) => {
  const noun = school.unseen_submissions === 1 ? 'new form' : 'new forms'
  if (school.unseen_submissions === 0) return <None />
  return (
    <Tooltip text={queues.unseen.meaning} side="bottom">
      <Link
        to="/schools/$school/period/$period/student-form-submissions"
        params={paramsOf(school)}
        search={{ queue: 'unseen' }}
        className={linkStyle}
      >
        <Count quantity={school.unseen_submissions} noun={noun} school={school} isLabeled={isLabeled} />
      </Link>
    </Tooltip>
  )
}

const None = () => <span className="text-ink-3">None</span>

interface CountProps extends Required<SchoolCountProps> {
  quantity: number
  noun: string
}

const Count = ({ quantity, noun, school, isLabeled }: CountProps) => (
  <>
    <Pill tone="warning" icon={Clock} className="tabular">
      {`${formatNumber(quantity)}${isLabeled ? ` ${noun}` : ''}`}
    </Pill>{' '}
    <span className="sr-only">{`${isLabeled ? '' : `${noun} `}at ${school.name}`}</span>
  </>
)
