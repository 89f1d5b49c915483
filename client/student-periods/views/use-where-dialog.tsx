import { Suspense } from 'react'
import type { WhereGroup } from '#contract/table-where.ts'
import type { WhereDialogProps } from '#client/ui/data-table/where-dialog.tsx'
import { useDialogHost, type DialogHandle } from '#client/ui/overlays/dialog-host.tsx'
import { later } from '#client/ui/later.ts'
import { filterColumns } from '../cells/columns.tsx'
import type { ListState } from '../state/use-list-state.ts'

// Not part of the first load of the list.
const LazyDialog = later(async () => (await import('#client/ui/data-table/where-dialog.tsx')).WhereDialog)
const Hosted = (props: WhereDialogProps & { handle: DialogHandle<WhereGroup | null> }) => (
  <Suspense fallback={null}>
    <LazyDialog {...props} />
  </Suspense>
)

/** Opens the filter across columns; what is built there holds at once. */
export const useWhereDialog = (state: ListState): (() => void) => {
  const openDialog = useDialogHost()
  const { question, onWhere, countOf } = state
  return () =>
    openDialog<WhereDialogProps, WhereGroup | null>(Hosted, {
      props: {
        columns: filterColumns,
        where: question.where,
        count: (where) => countOf({ ...question, where }),
        noun: 'student',
      },
      onClose: (closed) => closed.type === 'config-close' && onWhere(closed.data),
    })
}
