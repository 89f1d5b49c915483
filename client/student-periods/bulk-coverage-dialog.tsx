import { useState } from 'react'
import { isAdmin } from '#contract/access.ts'
import {
  coverageLabels,
  coverages,
  coverageStatuses,
  statusCatalogue,
  type Coverage,
  type CoverageStatus,
} from '#contract/coverage/choices.ts'
import { updateCoverageStatuses } from '#contract/student-periods/endpoints.ts'
import { statusFieldOf } from '#contract/student-periods/fields.ts'
import { useUser } from '#client/common/current-user.tsx'
import { formatCount } from '#client/lib/format.ts'
import { useSend } from '#client/lib/query.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { controlClass, lineClass } from '#client/ui/control.ts'
import { cx } from '#client/ui/cx.ts'
import type { DialogHandle } from '#client/ui/dialog-host.tsx'
import { Field } from '#client/ui/field.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import { listEndpoints } from './api.ts'
import { BulkDialogFrame, NativeChoice } from './bulk-dialog-frame.tsx'
import type { Selected } from './selected.ts'
import { useBulkChange, type Applied } from './use-bulk-change.ts'

interface BulkCoverageDialogProps {
  selected: Selected
  count: number
  handle: DialogHandle<Applied>
}

type Targets = Partial<Record<Coverage, CoverageStatus>>

/** What a school admin may ask for; every other target is a product admin's (decisions section 2). */
const schoolTargets: readonly CoverageStatus[] = ['declined', 'loa']

const linesOf = (targets: Targets): Coverage[] =>
  coverages.filter((coverage) => targets[coverage] !== undefined)

/** Changes the coverage statuses of a selection, with the exact preview beside it. */
export const BulkCoverageDialog = ({ selected, count, handle }: BulkCoverageDialogProps) => {
  const mayAll = isAdmin(useUser())
  const [targets, setTargets] = useState<Targets>({})
  const [reason, setReason] = useState('')
  const [sendEmail, setSendEmail] = useState(false)
  const change = useCoverageChange(selected, targets, reason, sendEmail)
  return (
    <BulkDialogFrame
      title={`Change coverage of ${formatCount(count, 'student')}`}
      description="Each record moves by the rules of its present status. Nothing changes until you apply."
      verb="Change statuses"
      hint="Choose a status for at least one line to see what would change."
      change={change}
      isChosen={linesOf(targets).length > 0}
      handle={handle}
    >
      <div className="grid gap-3 sm:grid-cols-3">
        {coverages.map((coverage) => (
          <NativeChoice
            key={coverage}
            label={coverageLabels[coverage]}
            values={mayAll ? coverageStatuses : schoolTargets}
            words={(status) => statusCatalogue[status].label}
            value={targets[coverage]}
            onChange={(status) => setTargets(withTarget(targets, coverage, status))}
            className={cx(controlClass, lineClass)}
          />
        ))}
      </div>
      {mayAll && (
        <Field
          label="Reason for overrides"
          hint="With a reason, records that no regular move reaches are changed too; it stands in their history."
        >
          <Textarea rows={2} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      )}
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

const useCoverageChange = (selected: Selected, targets: Targets, reason: string, sendEmail: boolean) => {
  const dry = useSend(updateCoverageStatuses, { quiet: true })
  const real = useSend(updateCoverageStatuses, { quiet: true, refreshes: listEndpoints })
  const lines = linesOf(targets)
  const statuses = Object.fromEntries(lines.map((coverage) => [statusFieldOf(coverage), targets[coverage]]))
  const rest = { override_reason: reason.trim() || null, send_email: sendEmail }
  return useBulkChange(dry, real, lines.length === 0 ? null : { ...selected, ...statuses, ...rest })
}

const withTarget = (targets: Targets, coverage: Coverage, status: CoverageStatus | undefined): Targets => {
  const { [coverage]: _former, ...others } = targets
  return status === undefined ? others : { ...others, [coverage]: status }
}
