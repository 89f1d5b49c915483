import { useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { coverageLabels, type Coverage } from '#contract/platform/coverage/choices.ts'
import { listHistoryEntries } from '#contract/platform/history/endpoints.ts'
import { withinSentence } from '#contract/platform/letter-case.ts'
import { listEligibilityReports, requestEligibilityReport } from '#contract/review/verifications/endpoints.ts'
import type { EligibilityReport } from '#contract/review/verifications/shapes.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { refreshAll, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { isExpected, isPending } from './check-look.ts'

const refreshes = [listEligibilityReports, listHistoryEntries]

/** Returns a function that asks for a check. A refusal is shown as a message, and the list is reloaded. */
export const useCheckNow = () => {
  const client = useQueryClient()
  const { send, isSending } = useSend(requestEligibilityReport, { refreshes })
  /** The check that was asked for last. */
  const [asked, setAsked] = useState(0)
  const checkNow = async (studentPeriod: number, coverage: Coverage) => {
    try {
      const { reply } = await send({ body: { student_period_id: studentPeriod, coverage_type: coverage } })
      setAsked(reply.id)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      // someone else is checking it: their check appears
      refreshAll(client, refreshes)
    }
  }
  return { checkNow, isSending, asked }
}

interface CheckNowProps {
  /** The student-period’s ID. */
  studentPeriod: number
  coverage: Coverage
  /** The latest check of this coverage. */
  latest: EligibilityReport | undefined
}

/** Renders the button that checks one coverage. While a response is expected it says so; when it comes later, it’s left out. */
export const CheckNow = ({ studentPeriod, coverage, latest }: CheckNowProps) => {
  const { checkNow, isSending, asked } = useCheckNow()
  const state = isSending ? 'busy' : stateOf(latest, asked)
  if (state === 'later') return null
  const isBusy = state === 'busy'
  const label = latest ? 'Check again' : 'Check now'
  return (
    <Button
      size="sm"
      icon={ShieldCheck}
      busy={isBusy}
      aria-label={`${isBusy ? 'Checking' : label}: ${withinSentence(coverageLabels[coverage])}`}
      onClick={() => void checkNow(studentPeriod, coverage)}
    >
      {isBusy ? 'Checking…' : label}
    </Button>
  )
}

/** Returns whether the latest check, or one asked for since, awaits its response now or later. */
const stateOf = (latest: EligibilityReport | undefined, asked: number): 'busy' | 'later' | 'ready' => {
  if (asked > (latest?.id ?? 0)) return 'busy'
  if (!latest || !isPending(latest)) return 'ready'
  return isExpected(latest) ? 'busy' : 'later'
}
