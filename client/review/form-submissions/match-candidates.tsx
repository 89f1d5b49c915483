import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { MatchCandidate } from '#contract/review/form-submissions/review-shapes.ts'
import { formatDay } from '#client/platform/lib/format.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { matchText } from './match-text.ts'

interface MatchCandidatesProps {
  /** What the list is called: ‘Similar students’. */
  label: string
  candidates: readonly MatchCandidate[]
  isSending: boolean
  onMatch: (candidate: MatchCandidate) => void
}

/** Candidates shown at first: the likeliest come first, and further ones are rarely right. */
const mostShown = 5

/** Renders students who may have sent a form, the likeliest first, with what fits and what differs. */
export const MatchCandidates = ({ label, candidates, isSending, onMatch }: MatchCandidatesProps) => {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? candidates : candidates.slice(0, mostShown)
  return (
    <div className="flex flex-col items-start gap-2">
      <ul aria-label={label} className="w-full divide-y divide-line rounded-card shadow-line">
        {shown.map((candidate) => (
          <Candidate
            key={candidate.student_period_id}
            candidate={candidate}
            isSending={isSending}
            onMatch={() => onMatch(candidate)}
          />
        ))}
      </ul>
      {shown.length < candidates.length && (
        <Button size="sm" onClick={() => setShowsAll(true)}>
          Show more
        </Button>
      )}
    </div>
  )
}

interface CandidateProps {
  candidate: MatchCandidate
  isSending: boolean
  onMatch: () => void
}

const Candidate = ({ candidate, isSending, onMatch }: CandidateProps) => (
  <li className="flex items-start gap-3 p-3">
    <div className="min-w-0 flex-1">
      <p className="font-medium">
        <Link to="/student/$student" params={{ student: String(candidate.student_id) }}>
          {candidate.name}
        </Link>
      </p>
      <p className="text-ink-2">
        <span className="tabular">{candidate.sid}</span> · born {formatDay(candidate.dob)}
      </p>
      <p className="text-label wrap-anywhere text-ink-2">{matchText(candidate)}</p>
    </div>
    <Button
      size="sm"
      busy={isSending}
      aria-label={`Match with ${candidate.name}`}
      onClick={onMatch}
      data-match-stop
    >
      Match
    </Button>
  </li>
)
