import { Link } from '@tanstack/react-router'
import { Settings } from 'lucide-react'
import type { SchoolRow } from '#contract/schools/shapes.ts'
import { formatCount } from '#client/lib/format.ts'
import { SchoolMark } from '#client/ui/avatar.tsx'
import { ReviewCount } from './review-count.tsx'
import { SchoolLink } from './school-link.tsx'
import { WaitingPill } from './waiting-pill.tsx'

/** The schools where their table has no room: on a phone or a tablet. */
export const SchoolCards = ({ schools }: { schools: readonly SchoolRow[] }) => (
  <ul aria-label="Schools" className="flex flex-col lg:hidden">
    {schools.map((school) => (
      <li
        key={school.id}
        className="relative flex items-start gap-3 border-b border-line px-4 py-3 active:bg-hover"
      >
        <SchoolMark name={school.name} logoUrl={school.logo_url} />
        <div className="min-w-0 flex-1">
          <SchoolLink school={school} className="font-medium after:absolute after:inset-0" />
          <p className="tabular text-ink-2">
            {school.latest_period_name === null
              ? 'No policy year yet'
              : `${school.latest_period_name} · ${formatCount(school.students, 'student')}`}
          </p>
          {school.waiting + school.unseen_submissions > 0 && (
            <p className="mt-1.5 flex flex-wrap gap-1.5">
              {school.waiting > 0 && <ReviewCount school={school} noun="need review" />}
              {school.unseen_submissions > 0 && (
                <WaitingPill quantity={school.unseen_submissions} noun="new submissions" />
              )}
            </p>
          )}
        </div>
        <Link
          to="/schools/$id/settings"
          params={{ id: String(school.id) }}
          aria-label={`Settings of ${school.name}`}
          className="relative z-1 -my-1.5 -mr-2 grid size-10 shrink-0 place-items-center rounded-control text-ink-3"
        >
          <Settings size={16} aria-hidden />
        </Link>
      </li>
    ))}
  </ul>
)
