import { GraduationCap, ShieldCheck } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { Filters } from '#contract/table-query.ts'
import type { WhereGroup } from '#contract/table-where.ts'
import { useUndo } from '#client/common/use-undo.ts'
import { formatCount } from '#client/lib/format.ts'
import { BulkBar, BulkButton } from '#client/ui/data-table/bulk-bar.tsx'
import { countSelected, everything, nothing, type Selection } from '#client/ui/data-table/selection.ts'
import { useDialogHost, type DialogClosed, type DialogHandle } from '#client/ui/dialog-host.tsx'
import { keepClear } from '#client/ui/keep-clear.ts'
import { useToast } from '#client/ui/toast.tsx'
import { listEndpoints } from './api.ts'
import { selectedOf, type Selected } from './selected.ts'
import { useFollowJob } from './use-follow-job.ts'
import type { Applied } from './use-bulk-change.ts'

// The dialogs are not part of the first load of the list.
const LazyCoverage = lazy(async () => ({
  default: (await import('./bulk-coverage-dialog.tsx')).BulkCoverageDialog,
}))
const LazyStatus = lazy(async () => ({
  default: (await import('./bulk-status-dialog.tsx')).BulkStatusDialog,
}))

interface HostedProps {
  selected: Selected
  count: number
  handle: DialogHandle<Applied>
}
const Coverage = (props: HostedProps) => (
  <Suspense fallback={null}>
    <LazyCoverage {...props} />
  </Suspense>
)
const Status = (props: HostedProps) => (
  <Suspense fallback={null}>
    <LazyStatus {...props} />
  </Suspense>
)

interface BulkActionsProps {
  period: number
  filters: Filters
  search: string | undefined
  where: WhereGroup | null
  total: number
  selection: Selection
  onSelect: (selection: Selection) => void
}

/** What can be done with a selection, and what is said once it is done. */
export const BulkActions = ({
  period,
  filters,
  search,
  where,
  total,
  selection,
  onSelect,
}: BulkActionsProps) => {
  const openDialog = useDialogHost()
  const toast = useToast()
  const offerUndo = useUndo([...listEndpoints])
  const follow = useFollowJob()
  const count = countSelected(selection, total)
  const onClose = (closed: DialogClosed<Applied>) => {
    if (closed.type !== 'config-close') return
    onSelect(nothing)
    if (closed.data.kind === 'job') return follow(closed.data.jobId)
    const { result, changeId } = closed.data
    const title = `${formatCount(result.changed, 'record')} changed`
    if (changeId === null) toast.show({ title, tone: 'success' })
    else offerUndo({ changeId, title })
  }
  const open = (dialog: typeof Coverage) =>
    openDialog<Omit<HostedProps, 'handle'>, Applied>(dialog, {
      props: { selected: selectedOf(selection, period, filters, search, where), count },
      onClose,
    })
  return (
    <BulkBar
      count={count}
      total={total}
      isAll={selection.kind === 'all' && selection.except.size === 0}
      onAll={() => onSelect(everything)}
      onClear={() => onSelect(nothing)}
    >
      <span ref={keepClear} className="flex items-center gap-1">
        <BulkButton icon={<ShieldCheck size={16} aria-hidden />} onPress={() => open(Coverage)}>
          Coverage status
        </BulkButton>
        <BulkButton icon={<GraduationCap size={16} aria-hidden />} onPress={() => open(Status)}>
          Academic status
        </BulkButton>
      </span>
    </BulkBar>
  )
}
