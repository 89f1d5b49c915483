import { useState } from 'react'
import { isAdmin, type Permission } from '#contract/platform/access.ts'
import {
  coverageLabels,
  coverages,
  statusCatalogue,
  type Coverage,
  type CoverageStatus,
} from '#contract/platform/coverage/choices.ts'
import { familyLabels, tiers } from '#contract/platform/coverage/status-groups.ts'
import { isStaffTarget, targetsFor } from '#contract/platform/coverage/staff-changes.ts'
import type { BulkResult } from '#contract/platform/record/bulk.ts'
import type { ReachableStatuses } from '#contract/records/student-periods/bulk-shapes.ts'
import {
  countReachableStatuses,
  updateCoverageStatuses,
} from '#contract/records/student-periods/endpoints.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import { CoveragePill } from '#client/platform/coverage/coverage-pill.tsx'
import { usePreview } from '#client/platform/common/use-preview.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { emailDelayText } from '#client/platform/common/undo-text.ts'
import { formatCount, formatNumber } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Checkbox } from '#client/platform/ui/controls/checkbox.tsx'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { DateInput } from '#client/platform/ui/controls/date-input.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { Switch } from '#client/platform/ui/controls/switch.tsx'
import { Textarea } from '#client/platform/ui/controls/textarea.tsx'
import { listEndpoints } from '../state/api.ts'
import { BulkDialogFrame, NewValue } from './bulk-dialog-frame.tsx'
import type { RequestedSelection } from '../state/requested-selection.ts'
import { useBulkChange, type Applied } from './use-bulk-change.ts'

interface BulkCoverageDialogProps {
  selected: RequestedSelection
  count: number
  handle: DialogHandle<Applied>
}

type Targets = Partial<Record<Coverage, CoverageStatus>>

const linesOf = (targets: Targets): Coverage[] =>
  coverages.filter((coverage) => targets[coverage] !== undefined)

/** Renders the dialog to change the coverage statuses of the selection, with an exact preview. */
export const BulkCoverageDialog = ({ selected, count, handle }: BulkCoverageDialogProps) => {
  const [targets, setTargets] = useState<Targets>({})
  const [isOverride, setOverride] = useState(false)
  const [reason, setReason] = useState('')
  const [startsOn, setStartsOn] = useState('')
  const [sendEmail, setSendEmail] = useState(false)
  const change = useCoverageChange({ selected, targets, isOverride, reason, startsOn, sendEmail })
  return (
    <BulkDialogFrame
      title={`Change coverage status for ${formatCount(count, 'student')}`}
      description="Each record changes only if its current status allows it. Nothing changes until you apply."
      verb="Change statuses"
      hint="Choose at least one new status to preview the changes."
      change={change}
      isChosen={linesOf(targets).length > 0}
      isHeld={isOverride && reason.trim() === ''}
      handle={handle}
      afterPreview={
        <>
          {change.preview?.emails && <p>{emailCountsText(change.preview.emails)}</p>}
          <Overrides
            key={JSON.stringify(targets)}
            overrides={change.preview?.overrides}
            {...{ isOverride, reason, startsOn }}
            isEnrolling={Object.values(targets).some((status) => tiers.some((tier) => tier === status))}
            onOverride={setOverride}
            onReason={setReason}
            onStartsOn={setStartsOn}
          />
        </>
      }
    >
      <TargetFields
        {...{ selected, targets }}
        onTargets={(next) => {
          setTargets(next)
          // another status skips other records, and users should override only records they've seen
          setOverride(false)
        }}
      />
      {Object.values(targets).includes('waived') && (
        <Checkbox
          label="Email the waiver approval to each student"
          hint={emailDelayText}
          checked={sendEmail}
          onChange={(event) => setSendEmail(event.target.checked)}
        />
      )}
    </BulkDialogFrame>
  )
}

interface TargetFieldsProps {
  selected: RequestedSelection
  targets: Targets
  onTargets: (targets: Targets) => void
}

/** The new status of each coverage type. */
const TargetFields = ({ selected, targets, onTargets }: TargetFieldsProps) => {
  const { permission } = useUser()
  const reachable = useReachable(selected)
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      {coverages.map((coverage) => (
        <NewValue
          key={coverage}
          label={coverageLabels[coverage]}
          options={statusOptions(permission, reachable && { ...reachable, of: reachable[coverage] })}
          emptyText="No matches that these students can change to"
          value={targets[coverage]}
          onChange={(status) => onTargets(withTarget(targets, coverage, status))}
        />
      ))}
    </div>
  )
}

/** Returns how many of the selected students can change to each status; null while it loads, or if it fails. */
const useReachable = (selected: RequestedSelection): ReachableStatuses | null => {
  const { send } = useSend(countReachableStatuses, { quiet: true })
  const { preview } = usePreview<ReachableStatuses>({
    key: JSON.stringify(selected),
    read: async (signal) => (await send({ body: selected }, { signal })).reply,
    readIn: () => null,
  })
  return preview
}

interface Reachable {
  readonly matched: number
  readonly of: Partial<Record<CoverageStatus, number>>
}

/**
 * Returns statuses with their pills by family, and how many of the selected students can change to each. Those that none of
 * them can change to come last: a Shipmate Admin can override. A School Admin can’t, so they’re left out.
 */
const statusOptions = (role: Permission, reachable: Reachable | null) => {
  const isOffered = (status: CoverageStatus): boolean =>
    reachable ? (reachable.of[status] ?? 0) > 0 : isStaffTarget(status)
  const isOverride = (status: CoverageStatus): boolean => !isOffered(status)
  return targetsFor(role)
    .filter((status) => isOffered(status) || isAdmin({ permission: role }))
    .map((status) => ({
      value: status,
      label: statusCatalogue[status].label,
      content: <CoveragePill status={status} />,
      group: isOffered(status) ? familyLabels[statusCatalogue[status].family] : 'Only by override',
      ...(reachable && isOffered(status) ? { aside: asideOf(reachable, status) } : {}),
    }))
    .toSorted((one, other) => Number(isOverride(one.value)) - Number(isOverride(other.value)))
}

/** '12 of 14' */
const asideOf = ({ matched, of }: Reachable, status: CoverageStatus): string =>
  `${formatNumber(of[status] ?? 0)} of ${formatNumber(matched)}`

interface OverridesProps {
  overrides: BulkResult['overrides']
  isOverride: boolean
  reason: string
  startsOn: string
  /** Whether a status is an enrolled one, which starts coverage. */
  isEnrolling: boolean
  onOverride: (isOverride: boolean) => void
  onReason: (reason: string) => void
  onStartsOn: (day: string) => void
}

/** Renders the checkbox that overrides skipped records; it shows the reason field. */
const Overrides = (props: OverridesProps) => {
  const { overrides, isOverride, reason, startsOn, isEnrolling, onOverride, onReason, onStartsOn } = props
  // the checkbox stays while the preview reloads, so that it keeps the focus
  const [known, setKnown] = useState(0)
  const count = overrides ? overrides.possible + overrides.total : known
  if (count !== known) setKnown(count)
  if (count === 0 && !isOverride) return null
  return (
    <>
      <Switch
        label={`Override these ${formatNumber(count)}`}
        hint="Changes the status even though it normally can’t change. An enrolled status also sets dates, premium and fees."
        checked={isOverride}
        onChange={onOverride}
      />
      {isOverride && isEnrolling && (
        <Field
          label="Coverage start date"
          hint="For overrides of students who aren’t enrolled. If you leave it empty, coverage starts with the policy year, or with the term of the requested date."
        >
          <DateInput value={startsOn} onChange={onStartsOn} />
        </Field>
      )}
      {isOverride && (
        <Field label="Override reason" hint="Saved in the history of each override." required>
          <Textarea rows={2} value={reason} onChange={(event) => onReason(event.target.value)} />
        </Field>
      )}
    </>
  )
}

interface CoverageAsk {
  readonly selected: RequestedSelection
  readonly targets: Targets
  readonly isOverride: boolean
  readonly reason: string
  readonly startsOn: string
  readonly sendEmail: boolean
}

const useCoverageChange = (ask: CoverageAsk) => {
  const { selected, targets, isOverride, reason, startsOn, sendEmail } = ask
  const dry = useSend(updateCoverageStatuses, { quiet: true })
  const real = useSend(updateCoverageStatuses, { quiet: true, refreshes: listEndpoints })
  const lines = linesOf(targets)
  const statuses = Object.fromEntries(lines.map((coverage) => [statusFieldOf(coverage), targets[coverage]]))
  const asked = {
    ...selected,
    ...statuses,
    ...(isOverride && { override: true, ...(startsOn !== '' && { coverage_starts_on: startsOn }) }),
    ...(sendEmail && { send_email: true }),
  }
  const rest = { ...(isOverride && { override_reason: reason.trim() }) }
  const isChosen = lines.length > 0
  return useBulkChange(dry, real, isChosen ? { ...asked, ...rest } : null, isChosen ? asked : null)
}

/** Returns how many emails a change sends, and why some students get none. */
const emailCountsText = (emails: NonNullable<BulkResult['emails']>): string =>
  [
    `${formatCount(emails.queued, 'student')} will get an email.`,
    ...(emails.no_address > 0
      ? [`${formatCount(emails.no_address, 'student')} without an address won’t.`]
      : []),
    ...(emails.turned_off > 0
      ? [`${formatCount(emails.turned_off, 'student')} won’t, because the school has turned this email off.`]
      : []),
  ].join(' ')

const withTarget = (targets: Targets, coverage: Coverage, status: CoverageStatus | undefined): Targets => {
  const { [coverage]: _former, ...others } = targets
  return status === undefined ? others : { ...others, [coverage]: status }
}
