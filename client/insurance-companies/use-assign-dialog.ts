import { createElement, Suspense } from 'react'
import type { TypedName } from '#contract/insurance-companies/shapes.ts'
import { useFollowJob } from '#client/common/use-follow-job.ts'
import { useUndo } from '#client/common/use-undo.ts'
import { formatCount } from '#client/lib/format.ts'
import { useDialogHost } from '#client/ui/dialog-host.tsx'
import { later } from '#client/ui/later.ts'
import type { AssignNamesDialogProps } from './assign-names-dialog.tsx'
import { moveReads } from './company-reads.ts'
import type { Moved } from './use-move.ts'

const Lazy = later(async () => (await import('./assign-names-dialog.tsx')).AssignNamesDialog)
const AssignNamesDialog = (props: AssignNamesDialogProps) =>
  createElement(Suspense, { fallback: null }, createElement(Lazy, props))

/** Opens the assignment of a typed name; what came of it is told with *Undo*. Its code loads when it opens. */
export const useAssignDialog = () => {
  const openDialog = useDialogHost()
  const offerUndo = useUndo(moveReads, 'record')
  const follow = useFollowJob(moveReads, 'record')
  const tell = (typed: TypedName, moved: Moved): void => {
    const title = `“${typed.name}” is ${moved.move.into.name} now`
    if (moved.kind === 'job')
      void follow(moved.jobId, (changed) => `${title}: ${formatCount(changed, 'record')}`)
    else
      offerUndo({
        changeId: moved.changeId,
        title,
        description: `${formatCount(moved.move.student_periods, 'record')} changed.`,
      })
  }
  return (typed: TypedName): void => {
    openDialog<Omit<AssignNamesDialogProps, 'handle'>, Moved>(AssignNamesDialog, {
      props: { typed },
      onClose: (closed) => closed.type === 'config-close' && tell(typed, closed.data),
    })
  }
}
