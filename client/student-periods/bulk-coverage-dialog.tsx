import { useState } from 'react'
import { isAdmin } from '#contract/access.ts'
import {
  coverageLabels,
  coverages,
  coverageStatuses,
  isCoverageStatus,
  statusCatalogue,
  type Coverage,
  type CoverageStatus,
} from '#contract/coverage/choices.ts'
import { updateCoverageStatuses } from '#contract/student-periods/endpoints.ts'
import { statusFieldOf } from '#contract/student-periods/fields.ts'
import { useUser } from '#client/common/current-user.tsx'
import { formatCount } from '#client/lib/format.ts'
import { useSend } from '#client/lib/query.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { DialogHandle } from '#client/ui/dialog-host.tsx'
import { Field } from '#client/ui/field.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import { controlClass, lineClass } from '#client/ui/control.ts'
import { cx } from '#client/ui/cx.ts'
import { listEndpoints } from './api.ts'
import { Preview } from './preview.tsx'
import type { Selected } from './selected.ts'
import { useBulkChange, type Applied } from './use-bulk-change.ts'

interface BulkCoverageDialogProps {
  selected: Selected
  count: number
  handle: DialogHandle<Applied>
}

type Targets = Partial<Record<Coverage, CoverageStatus>>

/** School admins run three moves of their own; every other target is a product admin's (decisions section 2). */
const schoolTargets: readonly CoverageStatus[] = ['declined', 'loa']

/** Changes the coverage statuses of a selection, with the exact preview beside it. */
export const BulkCoverageDialog = ({ selected, count, handle }: BulkCoverageDialogProps) => {
  const mayAll = isAdmin(useUser())
  const [targets, setTargets] = useState<Targets>({})
  const [reason, setReason] = useState('')
  const [sendEmail, setSendEmail] = useState(false)
  const lines = coverages.filter((coverage) => targets[coverage] !== undefined)
  const statuses = Object.fromEntries(lines.map((coverage) => [statusFieldOf(coverage), targets[coverage]]))
  const dry = useSend(updateCoverageStatuses, { quiet: true })
  const real = useSend(updateCoverageStatuses, { quiet: true, refreshes: listEndpoints })
  const change = useBulkChange(
    dry,
    real,
    lines.length === 0
      ? null
      : { ...selected, ...statuses, override_reason: reason.trim() || null, send_email: sendEmail },
  )
  const submit = async () => {
    const applied = await change.apply()
    if (applied) handle.close(applied)
  }
  const changed = change.preview?.changed ?? 0
  return (
    <Dialog
      {...handle.dialog}
      title={`Change coverage of ${formatCount(count, 'student')}`}
      description="Each record moves by the rules of its present status. Nothing changes until you apply."
      size="md"
      footer={
        <>
          <Button onClick={handle.dialog.onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={change.isApplying}
            disabled={changed === 0}
            onClick={() => void submit()}
          >
            {changed === 0 ? 'Change statuses' : `Change ${formatCount(changed, 'record')}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="grid gap-3 sm:grid-cols-3">
          {coverages.map((coverage) => (
            <TargetField
              key={coverage}
              coverage={coverage}
              choices={mayAll ? coverageStatuses : schoolTargets}
              value={targets[coverage]}
              onChange={(status) => setTargets(withTarget(targets, coverage, status))}
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
        {change.error && <Banner tone="danger">{change.error.message}</Banner>}
        {lines.length === 0 && (
          <p className="text-ink-3">Choose a status for at least one line to see what would change.</p>
        )}
        {lines.length > 0 && !change.preview && !change.error && <p className="text-ink-3">Counting …</p>}
        {change.preview && <Preview result={change.preview} />}
      </div>
    </Dialog>
  )
}

const withTarget = (targets: Targets, coverage: Coverage, status: CoverageStatus | undefined): Targets => {
  const { [coverage]: _former, ...others } = targets
  return status === undefined ? others : { ...others, [coverage]: status }
}

interface TargetFieldProps {
  coverage: Coverage
  choices: readonly CoverageStatus[]
  value: CoverageStatus | undefined
  onChange: (status: CoverageStatus | undefined) => void
}

const TargetField = ({ coverage, choices, value, onChange }: TargetFieldProps) => (
  <label className="flex min-w-0 flex-col">
    <span className="mb-1 text-label font-medium text-ink-2">{coverageLabels[coverage]}</span>
    <select
      value={value ?? ''}
      className={cx(controlClass, lineClass)}
      onChange={(event) => onChange(isCoverageStatus(event.target.value) ? event.target.value : undefined)}
    >
      <option value="">Leave as it is</option>
      {choices.map((status) => (
        <option key={status} value={status}>
          {statusCatalogue[status].label}
        </option>
      ))}
    </select>
  </label>
)
