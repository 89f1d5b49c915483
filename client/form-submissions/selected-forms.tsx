import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { createElement, Suspense, useState } from 'react'
import { listFormSubmissionIds } from '#contract/form-submissions/endpoints.ts'
import { useUndo } from '#client/common/use-undo.ts'
import { formatCount } from '#client/lib/format.ts'
import { askOptions } from '#client/lib/query.ts'
import { BulkBar, BulkButton } from '#client/ui/data-table/bulk-bar.tsx'
import { countSelected, everything, isSelected, nothing } from '#client/ui/data-table/selection.ts'
import { later } from '#client/ui/later.ts'
import { useDialogHost } from '#client/ui/overlays/dialog-host.tsx'
import { keepClear } from '#client/ui/overlays/keep-clear.ts'
import type { ApproveDialogProps, Approved } from './approve-dialog.tsx'
import { formReads } from './form-reads.ts'
import { formsQuery } from './review-search.ts'
import type { FormList } from './use-form-list.ts'

const Lazy = later(async () => (await import('./approve-dialog.tsx')).ApproveDialog)
const ApproveDialog = (props: ApproveDialogProps) =>
  createElement(Suspense, { fallback: null }, createElement(Lazy, props))

/** The most forms that one call decides. */
const mostForms = 1000

/** Renders what can be done with the selected forms: approve those that the rules recommend approving. */
export const SelectedForms = ({ list, periodId }: { list: FormList; periodId: number }) => {
  const openDialog = useDialogHost()
  const offerUndo = useUndo(formReads, 'form')
  const { selection, setSelection, search } = list
  const total = list.rows.data?.meta.total ?? 0
  const count = countSelected(selection, total)
  const [readIds, isReading] = useSelectedIds(list, periodId)
  const approve = async () => {
    const ids = await readIds()
    openDialog<Omit<ApproveDialogProps, 'handle'>, Approved>(ApproveDialog, {
      props: { ids },
      onClose: (closed) => {
        if (closed.type !== 'config-close') return
        const { changed, changeId } = closed.data
        setSelection(nothing)
        offerUndo({ changeId, title: `${formatCount(changed, 'form')} approved` })
      },
    })
  }
  return (
    <BulkBar
      key={JSON.stringify(search)}
      count={count}
      total={total}
      isAll={selection.kind === 'all'}
      onAll={() => setSelection(everything)}
      onClear={() => setSelection(nothing)}
    >
      {count > mostForms ? (
        <span className="px-2 text-on-inverse-2">Select up to 1,000 forms to approve them</span>
      ) : (
        <span ref={keepClear}>
          <BulkButton icon={Check} disabled={isReading} onClick={() => void approve()}>
            Approve…
          </BulkButton>
        </span>
      )}
    </BulkBar>
  )
}

/** Returns a function that reads the IDs of the selected forms, and whether it's running. */
const useSelectedIds = ({ selection, search }: FormList, periodId: number) => {
  const client = useQueryClient()
  const [isReading, setReading] = useState(false)
  const read = async (): Promise<readonly number[]> => {
    if (selection.kind === 'some') return [...selection.ids]
    setReading(true)
    try {
      const ask = { query: formsQuery(periodId, search) }
      const ids = await client.fetchQuery({ ...askOptions(client, listFormSubmissionIds, ask), staleTime: 0 })
      return ids.filter((id) => isSelected(selection, id))
    } finally {
      setReading(false)
    }
  }
  return [read, isReading] as const
}
