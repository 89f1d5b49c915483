import { Download } from 'lucide-react'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { countSelected, everything } from '#client/platform/ui/data-table/selection.ts'
import { sortText } from '#client/platform/ui/data-table/sorting.ts'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'
import { shownColumns } from '../cells/columns.tsx'
import { requestedSelection } from '../state/requested-selection.ts'
import type { Exportable } from './use-export.ts'
import type { ListLayout } from '../state/use-list-layout.ts'
import type { ListState } from '../state/use-list-state.ts'

// Not part of the list's first load.
const ExportDialog = lazyDialog(async () => (await import('./export-dialog.tsx')).ExportDialog)

interface ExportButtonProps {
  periodId: number
  /** Undefined until it's known. */
  total: number | undefined
  state: ListState
  arranged: ListLayout
}

/** Renders the button that exports the list, or the selected students. */
export const ExportButton = ({ periodId, total = 0, state, arranged }: ExportButtonProps) => {
  const openDialog = useDialogHost()
  const { selection, query, controls } = state
  const count = countSelected(selection, total)
  const open = (): void => {
    const list: Exportable = {
      periodId,
      total,
      whole: requestedSelection(everything, periodId, query),
      chosen: count === 0 ? null : { count, selected: requestedSelection(selection, periodId, query) },
      columns: shownColumns(arranged.layout),
      sort: sortText(controls.sort),
    }
    openDialog(ExportDialog, { props: { list } })
  }
  return (
    <Button icon={Download} onClick={open}>
      Export
    </Button>
  )
}
