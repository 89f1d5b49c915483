import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getLatestLinkCheck, getPeriodChecks, startLinkCheck } from '#contract/periods/endpoints.ts'
import type { LinkCheck } from '#contract/periods/link-checks.ts'
import { formatCount, formatInstant, formatNumber } from '#client/lib/format.ts'
import { refreshAll, useAsk, useSend } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { ProgressBar } from '#client/ui/progress-bar.tsx'

const isRunning = (check: LinkCheck | null | undefined): check is LinkCheck =>
  check?.state === 'queued' || check?.state === 'running'

/** When the links to other sites were last checked, and the button that checks them in the background. */
export const LinkCheckLine = ({ periodId }: { periodId: number }) => {
  const params = { id: periodId }
  const latest = useAsk(getLatestLinkCheck, { params }, { staleTime: 0 })
  const { send, isSending } = useSend(startLinkCheck, { refreshes: [getLatestLinkCheck] })
  const check = latest.data
  useFollow(check, latest.refetch)
  if (isRunning(check)) {
    const { done, total } = check.progress
    return (
      <ProgressBar
        className="mb-4"
        label="Checking links to other sites"
        {...{ done, total }}
        {...(total > 0 ? { detail: `${formatNumber(done)} of ${formatNumber(total)}` } : {})}
      />
    )
  }
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
      <p aria-live="polite" className="min-w-0 flex-1 text-ink-2">
        {check === undefined ? '' : resultOf(check)}
      </p>
      <Button busy={isSending} onClick={() => void send({ params }).catch(() => undefined)}>
        Check links
      </Button>
    </div>
  )
}

const resultOf = (check: LinkCheck | null): string => {
  if (check === null) return 'Links to other sites haven’t been checked yet.'
  if (check.state === 'failed') return 'The links couldn’t be checked. Try again.'
  const checked = `${formatCount(check.progress.total, 'link')} to other sites checked ${formatInstant(check.updated_at)}`
  return check.dead === 0
    ? `${checked}. All of them work.`
    : `${checked}. ${formatNumber(check.dead)} didn’t work.`
}

/** Reads a running check once a second, and the open issues again when it ends. */
const useFollow = (check: LinkCheck | null | undefined, refetch: () => unknown): void => {
  const client = useQueryClient()
  const isOn = isRunning(check)
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setInterval(() => void refetch(), 1000)
    return () => {
      clearInterval(timer)
      refreshAll(client, [getPeriodChecks])
    }
  }, [isOn, refetch, client])
}
