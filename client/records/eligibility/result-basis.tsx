import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { isAdmin } from '#contract/platform/access.ts'
import { getFormSubmission } from '#contract/review/form-submissions/endpoints.ts'
import { acceptEligibilityReport, listEligibilityReports } from '#contract/review/verifications/endpoints.ts'
import type { EligibilityReport, ReportedPlan } from '#contract/review/verifications/shapes.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { statusReads } from '#client/platform/common/student-reads.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { formatDay } from '#client/platform/lib/format.ts'
import { refreshAll, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'

/**
 * Renders what an answer leaves open, with the button that accepts it, or who accepted it; nothing if it’s clear. Until then,
 * nothing happens automatically.
 */
export const OpenQuestions = ({ check }: { check: EligibilityReport }) => {
  const { basis, may_accept: mayBeAccepted, if_accepted: ifAccepted, accepted } = check
  const mayAccept = isAdmin(useUser()) && mayBeAccepted
  if (accepted)
    return (
      <p className="text-label text-ink-2">
        Accepted by {accepted.by.name}, <Ago at={accepted.at} />: {accepted.questions.join(' ')}
      </p>
    )
  return (
    (mayAccept || basis.questions.length > 0) && (
      <Banner tone="warning" actions={mayAccept && <Accept check={check} />}>
        {basis.questions.map((question) => (
          <p key={question}>{question}</p>
        ))}
        {ifAccepted !== null && <p>If you accept the result: {ifAccepted}</p>}
        <p>No status changes automatically until you know. Read the result, or call the insurance company.</p>
      </Banner>
    )
  )
}

const refreshes = [...statusReads, getFormSubmission, listEligibilityReports]

/** Renders the button that accepts an answer, and offers to undo it. */
const Accept = ({ check }: { check: EligibilityReport }) => {
  const offerUndo = useUndo(refreshes)
  const { send, isSending } = useSend(acceptEligibilityReport, { refreshes })
  const client = useQueryClient()
  const accept = async () => {
    try {
      const { changeId } = await send({ params: { id: check.id } })
      offerUndo({ changeId, title: 'Result accepted' })
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      // a later check or someone else settled it: that appears
      refreshAll(client, refreshes)
    }
  }
  return (
    <Button size="sm" icon={Check} busy={isSending} onClick={() => void accept()}>
      Accept the result
    </Button>
  )
}

/** Renders the plans of the student in the answer, with the parts of it that their days come from. */
export const ReportedPlans = ({ check: { basis } }: { check: EligibilityReport }) =>
  basis.plans.length > 0 && (
    <Disclosure
      summary={basis.plans.length === 1 ? 'Source of the dates' : `${basis.plans.length} plans in the result`}
    >
      <ul className="flex flex-col gap-3 px-2 pb-2">
        {basis.plans.map((plan) => (
          <li key={plan.segments.join()}>
            <p>
              <span className="font-medium">{plan.name ?? 'Plan without a name'}</span>
              <span className="text-ink-2"> · {stateOf(plan)}</span>
            </p>
            {plan.spans.map((span) => (
              <p key={`${span.begins_on} ${span.ends_on}`} className="tabular">
                {spanText(span)}
              </p>
            ))}
            <p className="font-mono text-label break-all text-ink-3">{plan.segments.join(' · ')}</p>
          </li>
        ))}
      </ul>
    </Disclosure>
  )

const stateOf = ({ is_active, is_used }: ReportedPlan): string =>
  [is_active ? 'active' : 'not active', ...(is_used ? ['used for the result'] : [])].join(', ')

/** '08/01/2026 to 12/31/2026', 'since 08/01/2026', 'until 12/31/2026' */
const spanText = ({ begins_on: begins, ends_on: ends }: ReportedPlan['spans'][number]): string => {
  if (begins !== null && ends !== null) return `${formatDay(begins)} to ${formatDay(ends)}`
  if (begins !== null) return `Since ${formatDay(begins)}`
  return ends === null ? 'No dates' : `Until ${formatDay(ends)}`
}
