import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { wasUndone } from '#client/platform/common/latest-changes.ts'
import { useUndoChange } from '#client/platform/common/use-undo.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { FailedState } from '#client/platform/ui/states/failed-state.tsx'
import { SkeletonRows } from '#client/platform/ui/states/skeleton.tsx'
import { formReads } from '#client/records/forms/decide/form-reads.ts'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { screenSearch } from '#client/platform/lib/parse-search.ts'
import { FormsLink } from './forms-link.tsx'
import { reviewLink } from './review-link.ts'
import { useFirstFree } from './use-review.ts'
import { beginSession, sessionDecisions, useSessionIds, type SessionDecision } from './session.ts'

/** Renders the start of a review that goes through all forms, or what was decided in it. */
const SessionScreen = () => {
  const place = Route.useParams()
  const { ended = false } = Route.useSearch()
  const Part = ended ? SessionEnd : SessionStart
  return (
    <>
      <PageHeader
        title="Review"
        breadcrumb={[{ key: 'forms', link: <FormsLink {...place} search={{}} /> }]}
      />
      <PageBody width="lg">
        <Part place={place} />
      </PageBody>
    </>
  )
}

interface SessionProps {
  place: { readonly school: string; readonly period: string }
}

/** Opens the first form that needs a review, or says that there is none. */
const SessionStart = ({ place }: SessionProps) => {
  const navigate = useNavigate()
  useEffect(beginSession, [])
  const { ids, error, retry } = useSessionIds(Number(place.period), { begins: true })
  const free = useFirstFree(Number(place.period), ids ?? [])
  // if colleagues have all of them, the first says who reviews it
  const first = free.isKnown ? (free.first ?? ids?.[0]) : undefined
  useEffect(() => {
    if (first !== undefined)
      void navigate({ ...reviewLink(place, first, {}), search: { session: true }, replace: true })
  }, [first, navigate, place])
  if (error)
    return (
      <FailedState
        error={error}
        what="The forms"
        who="Only Shipmate Admins can review forms."
        onRetry={retry}
      />
    )
  if (ids?.length === 0)
    return (
      <EmptyState icon={CircleCheck} title="Nothing to review" actions={<BackToForms place={place} />}>
        Forms appear here as soon as students send them.
      </EmptyState>
    )
  return <SkeletonRows rows={8} label="Loading the first form" />
}

/** Renders what was decided in a session, each with its undo. */
const SessionEnd = ({ place }: SessionProps) => {
  const decisions = sessionDecisions()
  const [undone, setUndone] = useState(() => decisions.filter(isUndone))
  if (decisions.length === 0)
    return (
      <EmptyState
        icon={CircleCheck}
        title="No form was decided in this review"
        actions={<BackToForms place={place} />}
      />
    )
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <h2 className="text-section font-semibold">
        {formatCount(decisions.length - undone.length, 'form')} decided
      </h2>
      <ul className="divide-y divide-line rounded-card shadow-line">
        {decisions.map((decision) => (
          <Decided
            key={`${decision.formId} ${decision.changeId}`}
            decision={decision}
            place={place}
            isUndone={undone.includes(decision)}
            onUndone={() => setUndone((all) => [...all, decision])}
          />
        ))}
      </ul>
      <BackToForms place={place} />
    </div>
  )
}

/** Whether a decision was undone while the forms were reviewed. */
const isUndone = ({ changeId }: SessionDecision): boolean => changeId !== null && wasUndone(changeId)

interface DecidedProps extends SessionProps {
  decision: SessionDecision
  isUndone: boolean
  onUndone: () => void
}

const Decided = ({ decision, place, isUndone: needsReview, onUndone }: DecidedProps) => {
  const { name, text, formId, changeId } = decision
  const [isUndoing, setUndoing] = useState(false)
  const undo = useUndoChange(formReads, null)
  const press = async () => {
    if (changeId === null) return
    setUndoing(true)
    if (await undo(changeId)) onUndone()
    setUndoing(false)
  }
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="text-label text-ink-2">{needsReview ? 'Undone. The form needs review again.' : text}</p>
      </div>
      <LinkButton variant="ghost" size="sm" {...reviewLink(place, formId, {})}>
        Open
      </LinkButton>
      {changeId !== null && !needsReview && (
        <Button size="sm" busy={isUndoing} aria-label={`Undo for ${name}`} onClick={() => void press()}>
          Undo
        </Button>
      )}
    </li>
  )
}

const BackToForms = ({ place }: SessionProps) => (
  <LinkButton
    className="self-start"
    to="/schools/$school/period/$period/student-form-submissions"
    params={place}
  >
    Back to form submissions
  </LinkButton>
)

const readEnded = (search: Readonly<Record<string, unknown>>): { readonly ended?: true } =>
  search['ended'] === true ? { ended: true } : {}

export const Route = createFileRoute(
  '/_signed-in/_admin/schools/$school/period/$period/student-form-submissions/review',
)({
  validateSearch: screenSearch(readEnded),
  component: SessionScreen,
})
