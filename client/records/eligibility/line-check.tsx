import { Link } from '@tanstack/react-router'
import { isAdmin } from '#contract/platform/access.ts'
import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { EligibilityReport } from '#contract/review/verifications/shapes.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { CheckNow } from './check-now.tsx'
import { CheckPill } from './check-result.tsx'

interface LineCheckProps {
  student: number
  studentPeriod: number
  coverage: Coverage
  /** The latest check of this coverage. */
  latest: EligibilityReport | undefined
}

/** Renders the latest check of a coverage as one line, and the button that checks it. */
export const LineCheck = ({ student, studentPeriod, coverage, latest }: LineCheckProps) => {
  const mayAct = isAdmin(useUser())
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-sunken px-3 py-2">
      <div className="flex min-w-0 flex-1 basis-64 flex-wrap items-center gap-x-3 gap-y-0.5">
        <span className="text-label text-ink-2">Eligibility check</span>
        {latest ? (
          <>
            <CheckPill check={latest} />
            <span className="text-label break-words text-ink-2">
              {latest.message !== null && `${latest.message.replace(/\.$/, '')} · `}
              <Ago at={latest.retrieved_at ?? latest.created_at} />
              {latest.is_simulated && ' · Simulated result'}
            </span>
            <Link
              to="/student/$student/inovalon-verifications"
              params={{ student: String(student) }}
              hash={`check-${latest.id}`}
              className="rounded-pill text-label text-accent-text"
            >
              Details
            </Link>
          </>
        ) : (
          <span className="text-label text-ink-2">Not checked yet</span>
        )}
      </div>
      {mayAct && <CheckNow studentPeriod={studentPeriod} coverage={coverage} latest={latest} />}
    </div>
  )
}
