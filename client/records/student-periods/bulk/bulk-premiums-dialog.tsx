import { setPlanPremiums } from '#contract/records/student-periods/endpoints.ts'
import { statusReads } from '#client/platform/common/student-reads.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { BulkDialogFrame } from './bulk-dialog-frame.tsx'
import type { RequestedSelection } from '../state/requested-selection.ts'
import { useBulkChange, type Applied } from './use-bulk-change.ts'

interface BulkPremiumsDialogProps {
  selected: RequestedSelection
  count: number
  handle: DialogHandle<Applied>
}

/** Renders the dialog that sets the premiums of the selection to the plan’s; the preview adds them up. */
export const BulkPremiumsDialog = ({ selected, count, handle }: BulkPremiumsDialogProps) => {
  const dry = useSend(setPlanPremiums, { quiet: true })
  const real = useSend(setPlanPremiums, { quiet: true, refreshes: statusReads })
  const change = useBulkChange(dry, real, selected)
  return (
    <BulkDialogFrame
      title={`Set premiums to the plan’s for ${formatCount(count, 'student')}`}
      description="Enrolled coverage gets the plan’s premium for its tier and dates. If the tier changed during the year, it gets the premium from that change. Nothing changes until you apply."
      verb="Set premiums"
      hint=""
      change={change}
      isChosen
      handle={handle}
    >
      {null}
    </BulkDialogFrame>
  )
}
