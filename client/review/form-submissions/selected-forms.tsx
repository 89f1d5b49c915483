import { useQueryClient } from '@tanstack/react-query'
import { Check, CircleMinus, CircleX, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { Outcome } from '#contract/review/decisions/choices.ts'
import { listFormSubmissionIds } from '#contract/review/form-submissions/endpoints.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { askOptions } from '#client/platform/lib/query.ts'
import { BulkBar, BulkButton } from '#client/platform/ui/data-table/bulk-bar.tsx'
import { countSelected, everything, isSelected, nothing } from '#client/platform/ui/data-table/selection.ts'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { keepClear } from '#client/platform/ui/overlays/keep-clear.ts'
import type { DecideDialogProps, Decided } from './decide-dialog.tsx'
import { formReads } from '#client/records/forms/decide/form-reads.ts'
import { formsQuery } from './review-search.ts'
import type { FormList } from './use-form-list.ts'

const DecideDialog = lazyDialog(async () => (await import('./decide-dialog.tsx')).DecideDialog)

/** The most forms that one call decides. */
const mostForms = 1000

interface Action {
  readonly outcome: Outcome
  readonly icon: LucideIcon
  readonly label: string
  /** What became of the forms: ‘3 forms approved’. */
  readonly done: string
}

const actions: readonly Action[] = [
  { outcome: 'approve', icon: Check, label: 'Approve…', done: 'approved' },
  { outcome: 'utp', icon: CircleMinus, label: 'Unable to process…', done: 'marked unable to process' },
  { outcome: 'decline', icon: CircleX, label: 'Decline…', done: 'declined' },
]

/** Renders what can be done with the selected forms: decide those for which the rules recommend just that. */
export const SelectedForms = ({ list, periodId }: { list: FormList; periodId: number }) => {
  const openDialog = useDialogHost()
  const offerUndo = useUndo(formReads, 'record')
  const { selection, setSelection, search } = list
  const total = list.rows.data?.meta.total ?? 0
  const count = countSelected(selection, total)
  const [readIds, isReading] = useSelectedIds(list, periodId)
  const decide = async ({ outcome, done }: Action) => {
    const ids = await readIds()
    openDialog<Omit<DecideDialogProps, 'handle'>, Decided>(DecideDialog, {
      props: { ids, outcome },
      onClose: (closed) => {
        if (closed.type !== 'config-close') return
        const { changed, changeId } = closed.data
        setSelection(nothing)
        offerUndo({ changeId, title: `${formatCount(changed, 'form')} ${done}` })
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
        <span className="px-2 text-on-inverse-2">Select up to 1,000 forms to decide them</span>
      ) : (
        <span ref={keepClear} className="flex flex-wrap gap-1">
          {actions.map((action) => (
            <BulkButton
              key={action.outcome}
              icon={action.icon}
              disabled={isReading}
              onClick={() => void decide(action)}
            >
              {action.label}
            </BulkButton>
          ))}
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
