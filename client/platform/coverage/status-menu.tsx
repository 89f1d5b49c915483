import { ArrowRight, ChevronDown, Mail, PencilLine } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { isAdmin } from '#contract/platform/access.ts'
import {
  coverageLabels,
  coverageStatuses,
  isCoverageStatus,
  statusCatalogue,
  type Coverage,
  type CoverageStatus,
} from '#contract/platform/coverage/choices.ts'
import { staffEvents } from '#contract/platform/coverage/events.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import { eventsOfOthers } from '#contract/platform/coverage/staff-changes.ts'
import type { Me } from '#contract/accounts/auth/shapes.ts'
import { withinSentence } from '#contract/platform/letter-case.ts'
import type { ClientReply } from '#contract/platform/endpoint.ts'
import { day, text } from '#contract/platform/fields.ts'
import { listStatusMoves, updateCoverageStatuses } from '#contract/records/student-periods/endpoints.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import { emailAddressOf } from '#contract/records/students/email-address.ts'
import { useAsk, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { FormDialog } from '#client/platform/ui/form/form-dialog.tsx'
import { useRecordForm, type RecordForm } from '#client/platform/ui/form/use-record-form.ts'
import { useDialogHost, type DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { Menu, MenuItem, MenuSeparator, useLateItems } from '#client/platform/ui/overlays/menu.tsx'
import { CoveragePill } from './coverage-pill.tsx'
import { useUser } from '#client/platform/common/current-user.tsx'
import { moveWords } from './status-change-text.ts'
import { emailDelayText } from '#client/platform/common/undo-text.ts'
import { usePreview } from '#client/platform/common/use-preview.ts'
import { useIsReloading, useWriteStatus, type StatusTarget } from './use-status-move.ts'

interface StatusMenuProps {
  record: StudentPeriod
  coverage: Coverage
  isBusy: boolean
  onMove: (target: StatusTarget) => void
}

/** Renders a button with the status changes of a coverage type. */
export const StatusMenu = ({ record, coverage, isBusy, onMove }: StatusMenuProps) => (
  <Menu
    className="max-w-[min(26rem,calc(100vw-2rem))]"
    trigger={
      <Button size="sm" variant="ghost" busy={isBusy} aria-label={`Change ${coverageLabels[coverage]}`}>
        Change
        <ChevronDown size={14} aria-hidden className="-mr-0.5" />
      </Button>
    }
  >
    <StatusMoves {...{ record, coverage, onMove }} />
  </Menu>
)

/** Renders the status changes of a coverage type, each with its new status; for Shipmate Admins also the override. */
export const StatusMoves = ({ record, coverage, onMove }: Omit<StatusMenuProps, 'isBusy'>) => {
  const user = useUser()
  const openDialog = useDialogHost()
  const { data, error } = useAsk(listStatusMoves, { params: { id: record.id } })
  const isReloading = useIsReloading(record.id)
  const moves = data?.filter((move) => move.coverage === coverage) ?? []
  useLateItems(data !== undefined && !isReloading)
  if (isReloading || (!data && !error)) return <MenuItem disabled>Loading status changes…</MenuItem>
  return (
    <>
      {moves.map((move) => (
        <Move key={move.event} {...{ record, move }} onMove={onMove} />
      ))}
      {data ? (
        <OthersItem record={record} coverage={coverage} isAlone={moves.length === 0} />
      ) : (
        <MenuItem disabled>Couldn’t load status changes</MenuItem>
      )}
      {isAdmin(user) && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={PencilLine}
            onSelect={() =>
              openDialog(OverrideDialog, {
                props: { record, coverage, reachable: moves.map(({ to }) => to) },
              })
            }
          >
            Override…
          </MenuItem>
        </>
      )}
    </>
  )
}

interface OthersItemProps extends Pick<StatusMenuProps, 'record' | 'coverage'> {
  /** Whether the user can make no status change. */
  isAlone: boolean
}

/** Renders who decides what the user can’t change, or that there is nothing to change. */
const OthersItem = ({ record, coverage, isAlone }: OthersItemProps) => {
  const others = othersWords(useUser(), record, coverage)
  if (others !== null) return <MenuItem disabled>{others}</MenuItem>
  return isAlone && <MenuItem disabled>No status changes available</MenuItem>
}

/** Says what a School Admin can’t change, and who decides it; null if nothing. */
const othersWords = ({ permission }: Me, record: StudentPeriod, coverage: Coverage): string | null => {
  const status = record[statusFieldOf(coverage)]
  const events = isCoverageStatus(status) ? eventsOfOthers(permission, status) : []
  if (events.length === 0) return null
  const labels = events.map((event) => withinSentence(staffEvents[event]))
  return `A Shipmate Admin decides: ${labels.join(', ')}.`
}

interface MoveProps extends Pick<StatusMenuProps, 'record' | 'onMove'> {
  move: ClientReply<typeof listStatusMoves>[number]
}

/** Renders a status change with its new status; an approved waiver also with an email to the student. */
const Move = ({ record, move: { coverage, event, label, to, changes }, onMove }: MoveProps) => (
  <>
    <MenuItem onSelect={() => onMove({ coverage, to })}>
      <span className="flex flex-wrap items-center gap-x-2 py-0.5">
        {label}
        <span className="sr-only">{' changes the status to '}</span>
        <span className="flex items-center gap-1.5">
          <ArrowRight size={13} aria-hidden className="text-ink-3" />
          <CoveragePill status={to} short />
        </span>
        <MoveWords coverage={coverage} changes={changes} />
      </span>
    </MenuItem>
    {event === 'approve_waiver' && emailAddressOf(record.student) !== null && (
      <MenuItem icon={Mail} onSelect={() => onMove({ coverage, to, sendEmail: true })}>
        <span className="py-0.5">
          {label} and email the student
          <span className="block text-label text-ink-3">{emailDelayText}</span>
        </span>
      </MenuItem>
    )}
  </>
)

/** Renders the dates and fees that a status change sets, on their own line. */
const MoveWords = ({ coverage, changes }: Pick<MoveProps['move'], 'coverage' | 'changes'>) => {
  const words = moveWords(coverage, changes)
  return words !== '' && <span className="tabular basis-full text-label text-ink-3">{words}</span>
}

/** The form always asks for a reason, although the server requires it only if no status change is possible. */
const override = z.strictObject({
  status: z.enum(coverageStatuses),
  coverage_starts_on: z.nullable(day),
  override_reason: text(1000),
})

interface Values {
  status: CoverageStatus | null
  coverage_starts_on: string
  override_reason: string
}

const f = fieldsOf<Values>()

interface OverrideDialogProps {
  record: StudentPeriod
  coverage: Coverage
  /** Statuses that a status change leads to: those are in the menu, where their dates are set too. */
  reachable: readonly CoverageStatus[]
  handle: DialogHandle
}

/** Renders the dialog to set any status outside the normal status changes, with a reason. */
const OverrideDialog = ({ record, coverage, reachable, handle }: OverrideDialogProps) => {
  const form = useOverrideForm(record, coverage, handle)
  const present = record[statusFieldOf(coverage)]
  const { control } = form.methods
  const status = useWatch({ control, name: 'status' })
  const typed = useWatch({ control, name: 'coverage_starts_on' })
  const isStarting = startsCoverage(record, coverage, status)
  const startsOn = isStarting ? (z.safeParse(day, typed).data ?? null) : null
  const choices = coverageStatuses.filter((status) => status !== present && !reachable.includes(status))
  return (
    <FormDialog
      {...handle.dialog}
      title={`Override ${coverageLabels[coverage].toLowerCase()} status`}
      description="Use it when no other status change is available. It doesn’t send emails."
      form={form}
      submitLabel="Override status"
    >
      <f.Select
        name="status"
        label="Status"
        required
        options={choices.map((status) => ({
          value: status,
          label: statusCatalogue[status].label,
          content: <CoveragePill status={status} />,
        }))}
      />
      {isStarting && (
        <f.Date
          name="coverage_starts_on"
          label="Coverage start date"
          hint="If you leave it empty, coverage starts with the policy year, or with the term of the requested date."
        />
      )}
      <OverridePreview id={record.id} {...{ coverage, status, startsOn }} />
      <f.Textarea
        name="override_reason"
        label="Reason"
        required
        hint="Saved in the history with your name."
      />
    </FormDialog>
  )
}

/** Whether a status enrolls a student who isn’t enrolled; others keep their dates. */
const startsCoverage = (
  record: StudentPeriod,
  coverage: Coverage,
  status: CoverageStatus | null,
): boolean => {
  const isEnrolled = [...tiers, 'enrolled_waiver_submitted', 'enrolled_waiver_utp'].some(
    (one) => one === record[statusFieldOf(coverage)],
  )
  return !isEnrolled && tiers.some((tier) => tier === status)
}

interface OverridePreviewProps {
  id: number
  coverage: Coverage
  status: CoverageStatus | null
  startsOn: string | null
}

/** Renders the dates, premium and fees that an override would set. */
const OverridePreview = ({ id, coverage, status, startsOn }: OverridePreviewProps) => {
  const { send } = useSend(updateCoverageStatuses, { quiet: true })
  const { preview, error } = usePreview<string>({
    key: status && `${status} ${startsOn ?? ''}`,
    read: async (signal) => {
      const body = {
        ids: [id],
        [statusFieldOf(coverage)]: status ?? undefined,
        coverage_starts_on: startsOn,
        override: true,
        dry_run: true,
      }
      const { reply } = await send({ body }, { signal })
      return 'sample' in reply ? moveWords(coverage, reply.sample?.[0]?.changes ?? []) : null
    },
    readIn: () => null,
  })
  if (status === null) return null
  return (
    <p aria-live="polite" className="tabular text-label text-ink-2">
      {error ? 'Couldn’t load the dates and fees this sets.' : previewText(preview)}
    </p>
  )
}

const previewText = (words: string | null): string => {
  if (words === null) return 'Loading the dates and fees this sets…'
  return words === '' ? 'Changes only the status.' : `${words}.`
}

const useOverrideForm = (
  record: StudentPeriod,
  coverage: Coverage,
  handle: DialogHandle,
): RecordForm<Values> => {
  const write = useWriteStatus()
  return useRecordForm<Values, typeof override>({
    schema: override,
    draft: { form: `override:${record.id}:${coverage}` },
    defaults: { status: null, coverage_starts_on: '', override_reason: '' },
    onSubmit: async ({ status, coverage_starts_on, override_reason }) => {
      const startsOn = startsCoverage(record, coverage, status) ? coverage_starts_on : null
      await write(record, { coverage, to: status, startsOn }, override_reason)
      handle.close()
    },
  })
}
