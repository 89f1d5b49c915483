import { Link } from '@tanstack/react-router'
import { cx } from '#client/platform/ui/styles/cx.ts'
import type { SchoolRow } from '#contract/setup/schools/shapes.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'

// on a card, which has no room for both, the whole name counts more than its one line
const nameClass = 'block max-lg:break-words max-lg:whitespace-normal'

/** Links to the students of a school's latest policy year, or to its policy years if it has none. */
export const SchoolLink = ({ school, className }: { school: SchoolRow; className?: string }) => {
  const look = cx('text-ink no-underline', className)
  if (school.latest_period_id === null)
    return (
      <Link to="/schools/$id/settings/periods" params={{ id: String(school.id) }} className={look}>
        <Truncate className={nameClass}>{school.name}</Truncate>
      </Link>
    )
  return (
    <Link
      to="/schools/$school/period/$period"
      params={{ school: String(school.id), period: String(school.latest_period_id) }}
      className={look}
    >
      <Truncate className={nameClass}>{school.name}</Truncate>
    </Link>
  )
}
