import { createElement, Suspense } from 'react'
import { useFollowJob } from '#client/common/use-follow-job.ts'
import { useUndo } from '#client/common/use-undo.ts'
import { formatCount } from '#client/lib/format.ts'
import { useDialogHost } from '#client/ui/overlays/dialog-host.tsx'
import { later } from '#client/ui/later.ts'
import type { CompanyChoice } from './company-picker.tsx'
import { moveReads } from './company-reads.ts'
import type { MergeCompanyDialogProps, Merged } from './merge-company-dialog.tsx'

const Lazy = later(async () => (await import('./merge-company-dialog.tsx')).MergeCompanyDialog)
const MergeCompanyDialog = (props: MergeCompanyDialogProps) =>
  createElement(Suspense, { fallback: null }, createElement(Lazy, props))

interface MergeOptions {
  /** The company that stays, where it is known. */
  readonly into?: CompanyChoice
  /** Why the dialog opens by itself. */
  readonly problem?: string
  /** Told the number of the company that stays. */
  readonly onMerged?: (intoId: number) => void
}

/** Opens the merge of a company; what came of it is told with *Undo*. Its code loads when it opens. */
export const useMergeDialog = () => {
  const openDialog = useDialogHost()
  const offerUndo = useUndo(moveReads, 'record')
  const follow = useFollowJob(moveReads, 'record')
  const tell = ({ from, moved }: Merged): void => {
    const { move } = moved
    const title = `${from.name} merged into ${move.into.name}`
    if (moved.kind === 'job')
      void follow(moved.jobId, (changed) => `${title}: ${formatCount(changed, 'record')}`)
    else
      offerUndo({
        changeId: moved.changeId,
        title,
        description: `${formatCount(move.student_periods, 'record')} changed.`,
      })
  }
  return (from: CompanyChoice, { into, problem, onMerged }: MergeOptions = {}): void => {
    openDialog<Omit<MergeCompanyDialogProps, 'handle'>, Merged>(MergeCompanyDialog, {
      props: { from: { id: from.id, name: from.name }, into, problem },
      onClose: (closed) => {
        if (closed.type !== 'config-close') return
        tell(closed.data)
        onMerged?.(closed.data.moved.move.into.id)
      },
    })
  }
}
