import { useParams } from '@tanstack/react-router'
import { Ellipsis, Mail } from 'lucide-react'
import { isAdmin } from '#contract/platform/access.ts'
import { useCompose } from '#client/mail/compose/use-compose.tsx'
import { useUser } from '#client/platform/common/current-user.tsx'
import { enrollmentReads } from '#client/platform/common/student-reads.ts'
import { useFollowJob } from '#client/platform/common/use-follow-job.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { useMedia, usePhone } from '#client/platform/lib/use-media.ts'
import { BulkBar, BulkButton } from '#client/platform/ui/data-table/bulk-bar.tsx'
import {
  countSelected,
  everything,
  nothing,
  type Selection,
} from '#client/platform/ui/data-table/selection.ts'
import { useDialogHost, type DialogClosed } from '#client/platform/ui/overlays/dialog-host.tsx'
import { keepClear } from '#client/platform/ui/overlays/keep-clear.ts'
import { Menu, MenuItem, MenuSeparator } from '#client/platform/ui/overlays/menu.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { bulkVerbs, planPremiums, removal, type BulkVerb, type HostedProps } from './bulk-verbs.tsx'
import type { ListQuery } from '../state/list-query.ts'
import { requestedSelection } from '../state/requested-selection.ts'
import type { Applied } from './use-bulk-change.ts'

interface BulkActionsProps {
  period: number
  query: ListQuery
  total: number
  selection: Selection
  onSelect: (selection: Selection) => void
}

/** How many actions the bar shows, as in the narrowest of such windows; the others are in its menu. */
const visibleActions = { desk: 3, tablet: 2, phone: 1 }

/** Renders the actions for the selection, and the message after each. */
export const BulkActions = (props: BulkActionsProps) => {
  const { total, selection, onSelect } = props
  const isForAdmins = isAdmin(useUser())
  const isPhone = usePhone()
  const isWide = useMedia('(min-width: 1200px)')
  const room = visibleActions[isPhone ? 'phone' : isWide ? 'desk' : 'tablet']
  const open = useBulkVerb(props)
  const email = useEmail(props)
  const more = bulkVerbs.slice(room)
  return (
    <BulkBar
      count={countSelected(selection, total)}
      total={total}
      isAll={selection.kind === 'all' && selection.except.size === 0}
      onAll={() => onSelect(everything)}
      onClear={() => onSelect(nothing)}
    >
      <span ref={keepClear} className="flex items-center gap-1">
        {bulkVerbs.slice(0, room).map((verb) => (
          <BulkButton key={verb.label} icon={verb.icon} onClick={() => open(verb)}>
            {verb.label}
          </BulkButton>
        ))}
        {isWide && (
          <BulkButton icon={Mail} onClick={email}>
            Email
          </BulkButton>
        )}
        <Menu side="top" trigger={<BulkButton icon={Ellipsis} aria-label="More actions for the selection" />}>
          {!isWide && (
            <MenuItem icon={Mail} onSelect={email}>
              Email
            </MenuItem>
          )}
          {more.map((verb) => (
            <MenuItem key={verb.label} icon={verb.icon} onSelect={() => open(verb)}>
              {verb.label}
            </MenuItem>
          ))}
          {isForAdmins && (
            <MenuItem icon={planPremiums.icon} onSelect={() => open(planPremiums)}>
              {planPremiums.label}
            </MenuItem>
          )}
          {isForAdmins && <RemoveItem onSelect={() => open(removal)} />}
        </Menu>
      </span>
    </BulkBar>
  )
}

const RemoveItem = ({ onSelect }: { onSelect: () => void }) => (
  <>
    <MenuSeparator />
    <MenuItem icon={removal.icon} danger onSelect={onSelect}>
      {removal.label}
    </MenuItem>
  </>
)

/** Opens the dialog that writes an email to the selection. */
const useEmail = ({ period, query, total, selection, onSelect }: BulkActionsProps) => {
  const { school } = useParams({ from: '/_signed-in/_own-school/schools/$school/period/$period' })
  const compose = useCompose()
  return () =>
    compose({
      schoolId: Number(school),
      periodId: period,
      selected: requestedSelection(selection, period, query),
      to: formatCount(countSelected(selection, total), 'student'),
      draft: `list:${period}`,
      // the same students aren't emailed twice by accident
      onSent: () => onSelect(nothing),
    })
}

/** Opens the dialog of an action, and tracks the change it starts. */
const useBulkVerb = (props: BulkActionsProps) => {
  const { period, query, total, selection, onSelect } = props
  const isPhone = usePhone()
  const openDialog = useDialogHost()
  const toast = useToast()
  const offerUndo = useUndo(enrollmentReads)
  const follow = useFollowJob(enrollmentReads)
  const tell = (closed: DialogClosed<Applied>, verb: BulkVerb): void => {
    if (closed.type !== 'config-close') return
    const { done } = verb.words
    // what was changed stays selected for the next change, unless it’s gone, or a tap would select instead of open
    if (verb === removal || isPhone) onSelect(nothing)
    if (closed.data.kind === 'job') return void follow(closed.data.jobId, done)
    const { result, changeId } = closed.data
    const title = done(result.changed)
    if (changeId === null) toast.show({ title, tone: 'success' })
    else offerUndo({ changeId, title })
  }
  return (verb: BulkVerb): void => {
    openDialog<Omit<HostedProps, 'handle'>, Applied>(verb.dialog, {
      props: {
        selected: requestedSelection(selection, period, query),
        count: countSelected(selection, total),
      },
      onClose: (closed) => tell(closed, verb),
    })
  }
}
