import { Link } from '@tanstack/react-router'
import { CircleCheck, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { matchMethodLabels } from '#contract/review/form-submissions/choices.ts'
import { matchFormSubmission } from '#contract/review/form-submissions/endpoints.ts'
import type { FormSubmissionDetail, MatchCandidate } from '#contract/review/form-submissions/review-shapes.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { formatDay, formatList } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'
import { formReads } from '#client/records/forms/decide/form-reads.ts'
import type { Step } from './review-search.ts'

interface StepProps {
  form: FormSubmissionDetail
  onStep: (step: Step) => void
}

/** Renders who sent the form: the matched student, or those who could have. */
export const MatchStep = ({ form, onStep }: StepProps) =>
  form.student_period_id === null ? (
    <Candidates form={form} onStep={onStep} />
  ) : (
    <div className="flex flex-col items-start gap-3">
      <Pill quiet tone="success" icon={CircleCheck}>
        Matched
      </Pill>
      <p>
        The form belongs to{' '}
        <Link to="/student/$student" params={{ student: String(form.student_id) }}>
          {form.name}
        </Link>
        {form.sid !== null && `, student ID ${form.sid}`}.
      </p>
      {form.match_method !== null && (
        <p className="text-ink-2">Matched by: {matchMethodLabels[form.match_method]}</p>
      )}
      <Button onClick={() => onStep('decide')}>Back to the decision</Button>
    </div>
  )

const sameLabels: Record<MatchCandidate['same'][number], string> = {
  sid: 'student ID',
  dob: 'birth date',
  first_name: 'first name',
  last_name: 'last name',
  email: 'email',
}

/** Asks whether the person is sure, and matches the form. */
const useMatch = ({ form, onStep }: StepProps) => {
  const [error, setError] = useState<string | null>(null)
  const confirm = useConfirm()
  const { send, isSending } = useSend(matchFormSubmission, { refreshes: formReads, quiet: true })
  const match = async (candidate: MatchCandidate) => {
    setError(null)
    const isSure = await confirm({
      title: `Match with ${candidate.name}?`,
      message: `The form of ${form.name ?? 'this student'} becomes part of the record of ${candidate.name}, student ID ${candidate.sid}. This can’t be undone.`,
      acceptLabel: 'Match',
    })
    if (!isSure) return
    try {
      await send({
        params: { id: form.id },
        body: { student_period_id: candidate.student_period_id, version: form.version },
      })
      onStep('decide')
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message)
    }
  }
  return { match, isSending, error }
}

const Candidates = (props: StepProps) => {
  const { form } = props
  const { match, isSending, error } = useMatch(props)
  if (form.progress === 'in_progress')
    return <p className="text-ink-2">The form is matched when the student submits it.</p>
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-2">
        No student on the roster has this student ID with this name or birth date. Choose the student who sent
        it. Their coverage status changes as if the form had been matched on arrival.
      </p>
      {error !== null && <Banner tone="danger">{error}</Banner>}
      {form.candidates.length === 0 ? (
        <EmptyState compact icon={UserRoundX} title="No similar students">
          Add the student to this policy year, then open this form again.
        </EmptyState>
      ) : (
        <ul aria-label="Similar students" className="divide-y divide-line rounded-card shadow-line">
          {form.candidates.map((candidate) => (
            <Candidate
              key={candidate.student_period_id}
              candidate={candidate}
              isSending={isSending}
              onMatch={() => void match(candidate)}
            />
          ))}
        </ul>
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
      <p className="text-label text-ink-3">Same {formatList(candidate.same.map((one) => sameLabels[one]))}</p>
    </div>
    <Button size="sm" busy={isSending} aria-label={`Match with ${candidate.name}`} onClick={onMatch}>
      Match
    </Button>
  </li>
)
