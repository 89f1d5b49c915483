import { useState } from 'react'
import { listPeriodDocuments } from '#contract/periods/endpoints.ts'
import type { DocumentState } from '#contract/periods/publishing.ts'
import type { Check } from '#contract/periods/set-up.ts'
import type { Period } from '#contract/periods/shapes.ts'
import { formatNumber } from '#client/lib/format.ts'
import { useAsk } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { keepFocus } from '#client/ui/keep-focus.ts'
import { isWaiting, PublishAllDialog } from './publish-all.tsx'
import { isUrgent } from './urgent-check.ts'
import { useMovePeriod } from './use-move-period.ts'

/** How a policy year goes to students: what waits is published at once, and a draft is opened. */
export const SetUpActions = ({ period, checks }: { period: Period; checks: readonly Check[] }) => {
  const { data = [] } = useAsk(listPeriodDocuments, { params: { id: period.id } }, { staleTime: 0 })
  // as they were read when it was opened: what is saved later goes out with the next
  const [opened, setOpened] = useState<readonly DocumentState[] | null>(null)
  const move = useMovePeriod()
  const waiting = data.filter(isWaiting)
  const isReady = waiting.length === 0 && !checks.some(isUrgent)
  return (
    <div ref={keepFocus} className="contents">
      {period.state === 'draft' && (
        <Button variant={isReady ? 'primary' : 'secondary'} onClick={() => void move(period, 'open')}>
          Open policy year
        </Button>
      )}
      {waiting.length > 0 && (
        <Button variant="primary" onClick={() => setOpened(waiting)}>
          Publish {formatNumber(waiting.length)}…
        </Button>
      )}
      {opened && <PublishAllDialog periodId={period.id} waiting={opened} onClose={() => setOpened(null)} />}
    </div>
  )
}
