import { Ellipsis } from 'lucide-react'
import { isAdmin } from '#contract/access.ts'
import { useUser } from '#client/common/current-user.tsx'
import { enrollmentReads } from '#client/common/student-reads.ts'
import { useFollowJob } from '#client/common/use-follow-job.ts'
import { useUndo } from '#client/common/use-undo.ts'
import { usePhone } from '#client/lib/use-media.ts'
import { BulkBar, BulkButton } from '#client/ui/data-table/bulk-bar.tsx'
import { countSelected, everything, nothing, type Selection } from '#client/ui/data-table/selection.ts'
import { useDialogHost, type DialogClosed } from '#client/ui/overlays/dialog-host.tsx'
import { keepClear } from '#client/ui/overlays/keep-clear.ts'
import { Menu, MenuItem, MenuSeparator } from '#client/ui/overlays/menu.tsx'
import { useToast } from '#client/ui/overlays/toast.tsx'
import { bulkVerbs, removal, type BulkVerb, type HostedProps } from './bulk-verbs.tsx'
import type { Question } from '../state/question.ts'
import { selectedOf } from '../state/selected.ts'
import type { Applied } from './use-bulk-change.ts'

interface BulkActionsProps {
  period: number
  question: Question
  total: number
  selection: Selection
  onSelect: (selection: Selection) => void
}

/** Verbs that stand in the bar; the others are one press further. A phone has room for two. */
const inSight = { desk: 3, phone: 2 }

/** What can be done with a selection, and what is said once it is done. */
export const BulkActions = (props: BulkActionsProps) => {
  const { total, selection, onSelect } = props
  const mayRemove = isAdmin(useUser())
  const room = usePhone() ? inSight.phone : inSight.desk
  const open = useBulkVerb(props)
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
        <Menu side="top" trigger={<BulkButton icon={Ellipsis} aria-label="More for the selection" />}>
          {more.map((verb) => (
            <MenuItem key={verb.label} icon={verb.icon} onSelect={() => open(verb)}>
              {verb.label}
            </MenuItem>
          ))}
          {mayRemove && (
            <>
              <MenuSeparator />
              <MenuItem icon={removal.icon} danger onSelect={() => open(removal)}>
                {removal.label}
              </MenuItem>
            </>
          )}
        </Menu>
      </span>
    </BulkBar>
  )
}

/** Opens the dialog of a verb, and follows what came of it. */
const useBulkVerb = (props: BulkActionsProps) => {
  const { period, question, total, selection, onSelect } = props
  const openDialog = useDialogHost()
  const toast = useToast()
  const offerUndo = useUndo(enrollmentReads)
  const follow = useFollowJob(enrollmentReads)
  const tell = (closed: DialogClosed<Applied>, { words: { done } }: BulkVerb): void => {
    if (closed.type !== 'config-close') return
    onSelect(nothing)
    if (closed.data.kind === 'job') return void follow(closed.data.jobId, done)
    const { result, changeId } = closed.data
    const title = done(result.changed)
    if (changeId === null) toast.show({ title, tone: 'success' })
    else offerUndo({ changeId, title })
  }
  return (verb: BulkVerb): void => {
    openDialog<Omit<HostedProps, 'handle'>, Applied>(verb.dialog, {
      props: {
        selected: selectedOf(selection, period, question),
        count: countSelected(selection, total),
      },
      onClose: (closed) => tell(closed, verb),
    })
  }
}
