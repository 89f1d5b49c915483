import type { WhereGroup } from '#contract/platform/table-where.ts'
import type { WhereDialogProps } from '#client/platform/ui/data-table/where-dialog.tsx'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'
import { filterColumns } from '../cells/columns.tsx'
import type { ListState } from '../state/use-list-state.ts'

// Not part of the list's first load.
const WhereDialog = lazyDialog(
  async () => (await import('#client/platform/ui/data-table/where-dialog.tsx')).WhereDialog,
)

/** Opens the advanced filter; its rules apply at once. */
export const useWhereDialog = (state: ListState): (() => void) => {
  const openDialog = useDialogHost()
  const { query, onWhere, countOf } = state
  return () =>
    openDialog<WhereDialogProps, WhereGroup | null>(WhereDialog, {
      props: {
        columns: filterColumns,
        where: query.where,
        count: (where) => countOf({ ...query, where }),
        noun: 'student',
      },
      onClose: (closed) => closed.type === 'config-close' && onWhere(closed.data),
    })
}
