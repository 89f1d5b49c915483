import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'
import type { CompanyChoice } from './company-picker.tsx'
import type { MergeCompanyDialogProps, Merged } from './merge-company-dialog.tsx'
import { useReportMove } from './use-move.ts'

const MergeCompanyDialog = lazyDialog(
  async () => (await import('./merge-company-dialog.tsx')).MergeCompanyDialog,
)

interface MergeOptions {
  /** The company to keep, if it's known. */
  readonly into?: CompanyChoice
  /** Why the dialog opens, if the user didn't open it. */
  readonly problem?: string
  /** Called with the ID of the company that was kept. */
  readonly onMerged?: (intoId: number) => void
}

/** Opens the merge of a company, then shows the result with *Undo*. Its code loads when it opens. */
export const useMergeDialog = () => {
  const openDialog = useDialogHost()
  const report = useReportMove()
  return (from: CompanyChoice, { into, problem, onMerged }: MergeOptions = {}): void => {
    openDialog<Omit<MergeCompanyDialogProps, 'handle'>, Merged>(MergeCompanyDialog, {
      props: { from: { id: from.id, name: from.name }, into, problem },
      onClose: (closed) => {
        if (closed.type !== 'config-close') return
        const { moved } = closed.data
        report(`${closed.data.from.name} merged into ${moved.move.into.name}`, moved)
        onMerged?.(moved.move.into.id)
      },
    })
  }
}
