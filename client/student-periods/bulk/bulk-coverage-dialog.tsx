import { useState } from 'react'
import {
  coverageLabels,
  coverages,
  statusCatalogue,
  type Coverage,
  type CoverageStatus,
} from '#contract/coverage/choices.ts'
import { targetsFor } from '#contract/coverage/transitions.ts'
import type { BulkResult } from '#contract/student-periods/bulk-shapes.ts'
import { updateCoverageStatuses } from '#contract/student-periods/endpoints.ts'
import { statusFieldOf } from '#contract/student-periods/fields.ts'
import { useUser } from '#client/common/current-user.tsx'
import { formatCount, formatNumber } from '#client/lib/format.ts'
import { useSend } from '#client/lib/query.ts'
import { Checkbox } from '#client/ui/controls/checkbox.tsx'
import { controlClass, lineClass } from '#client/ui/controls/control.ts'
import { cx } from '#client/ui/cx.ts'
import type { DialogHandle } from '#client/ui/overlays/dialog-host.tsx'
import { Field } from '#client/ui/controls/field.tsx'
import { Switch } from '#client/ui/controls/switch.tsx'
import { Textarea } from '#client/ui/controls/textarea.tsx'
import { listEndpoints } from '../state/api.ts'
import { BulkDialogFrame, NativeChoice } from './bulk-dialog-frame.tsx'
import type { Selected } from '../state/selected.ts'
import { useBulkChange, type Applied } from './use-bulk-change.ts'

interface BulkCoverageDialogProps {
  selected: Selected
  count: number
  handle: DialogHandle<Applied>
}

type Targets = Partial<Record<Coverage, CoverageStatus>>

const linesOf = (targets: Targets): Coverage[] =>
  coverages.filter((coverage) => targets[coverage] !== undefined)

/** Changes the coverage statuses of a selection, with the exact preview beside it. */
export const BulkCoverageDialog = ({ selected, count, handle }: BulkCoverageDialogProps) => {
  const [targets, setTargets] = useState<Targets>({})
  const [isOverride, setOverride] = useState(false)
  const [reason, setReason] = useState('')
  const [sendEmail, setSendEmail] = useState(false)
  const change = useCoverageChange({ selected, targets, isOverride, reason, sendEmail })
  return (
    <BulkDialogFrame
      title={`Change coverage of ${formatCount(count, 'student')}`}
      description="Each record moves by the rules of its present status. Nothing changes until you apply."
      verb="Change statuses"
      hint="Choose a status for at least one line to see what would change."
      change={change}
      isChosen={linesOf(targets).length > 0}
      isHeld={isOverride && reason.trim() === ''}
      handle={handle}
      afterPreview={
        <Overrides
          key={JSON.stringify(targets)}
          overrides={change.preview?.overrides}
          {...{ isOverride, reason }}
          onOverride={setOverride}
          onReason={setReason}
        />
      }
    >
      <TargetFields
        targets={targets}
        onTargets={(next) => {
          setTargets(next)
          // another status skips other records: whoever overrides has seen which
          setOverride(false)
        }}
      />
      {Object.values(targets).includes('waived') && (
        <Checkbox
          label="Send the waiver approved confirmation"
          checked={sendEmail}
          onChange={(event) => setSendEmail(event.target.checked)}
        />
      )}
    </BulkDialogFrame>
  )
}

interface TargetFieldsProps {
  targets: Targets
  onTargets: (targets: Targets) => void
}

/** The new status of each coverage type. */
const TargetFields = ({ targets, onTargets }: TargetFieldsProps) => {
  const statuses = targetsFor(useUser().permission)
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      {coverages.map((coverage) => (
        <NativeChoice
          key={coverage}
          label={coverageLabels[coverage]}
          values={statuses}
          words={(status) => statusCatalogue[status].label}
          value={targets[coverage]}
          onChange={(status) => onTargets(withTarget(targets, coverage, status))}
          className={cx(controlClass, lineClass)}
        />
      ))}
    </div>
  )
}

interface OverridesProps {
  overrides: BulkResult['overrides']
  isOverride: boolean
  reason: string
  onOverride: (isOverride: boolean) => void
  onReason: (reason: string) => void
}

/** The switch that overrides what would be skipped; only then a reason is asked for. */
const Overrides = ({ overrides, isOverride, reason, onOverride, onReason }: OverridesProps) => {
  // while the preview is read again the switch stays, and with it the keyboard focus
  const [known, setKnown] = useState(0)
  const count = overrides ? overrides.possible + overrides.total : known
  if (count !== known) setKnown(count)
  if (count === 0 && !isOverride) return null
  return (
    <>
      <Switch
        label={`Override these ${formatNumber(count)}`}
        hint="Changes only the status, although it can’t change normally."
        checked={isOverride}
        onChange={onOverride}
      />
      {isOverride && (
        <Field label="Override reason" hint="Saved in the history of each override." required>
          <Textarea rows={2} value={reason} onChange={(event) => onReason(event.target.value)} />
        </Field>
      )}
    </>
  )
}

interface CoverageAsk {
  readonly selected: Selected
  readonly targets: Targets
  readonly isOverride: boolean
  readonly reason: string
  readonly sendEmail: boolean
}

const useCoverageChange = ({ selected, targets, isOverride, reason, sendEmail }: CoverageAsk) => {
  const dry = useSend(updateCoverageStatuses, { quiet: true })
  const real = useSend(updateCoverageStatuses, { quiet: true, refreshes: listEndpoints })
  const lines = linesOf(targets)
  const statuses = Object.fromEntries(lines.map((coverage) => [statusFieldOf(coverage), targets[coverage]]))
  const asked = { ...selected, ...statuses, ...(isOverride && { override: true }) }
  const rest = { ...(isOverride && { override_reason: reason.trim() }), send_email: sendEmail }
  const isChosen = lines.length > 0
  return useBulkChange(dry, real, isChosen ? { ...asked, ...rest } : null, isChosen ? asked : null)
}

const withTarget = (targets: Targets, coverage: Coverage, status: CoverageStatus | undefined): Targets => {
  const { [coverage]: _former, ...others } = targets
  return status === undefined ? others : { ...others, [coverage]: status }
}
