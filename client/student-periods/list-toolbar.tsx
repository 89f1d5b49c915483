import type { Coverage } from '#contract/coverage/choices.ts'
import { FilterChips } from '#client/ui/data-table/filter-chips.tsx'
import { EditedView } from './edited-view.tsx'
import { StatusCounts, type Counts } from './status-counts.tsx'
import { ViewBar, type ViewBarProps } from './view-bar.tsx'
import { useWhereDialog } from './use-where-dialog.tsx'
import { ViewNotice } from './view-notice.tsx'
import { WhereChip } from './where-chip.tsx'

interface ListToolbarProps extends ViewBarProps {
  coverage: Coverage
  onCoverage: (coverage: Coverage) => void
  counts: Counts | null
}

/** The views, the counts that filter, and the chips of what holds. */
export const ListToolbar = ({ coverage, onCoverage, counts, ...bar }: ListToolbarProps) => {
  const { views, state, arranged, schoolId } = bar
  const openWhere = useWhereDialog(state)
  return (
    <>
      <ViewBar {...bar} />
      <ViewNotice views={views} state={state} />
      <div className="flex min-h-9 shrink-0 items-center gap-2 border-b border-line px-3 max-md:flex-wrap">
        <StatusCounts
          coverage={coverage}
          onCoverage={onCoverage}
          counts={counts}
          filters={state.question.filters}
          onFilter={state.controls.onFilter}
        />
        <EditedView view={views.open} state={state} arranged={arranged} schoolId={schoolId} />
      </div>
      <FilterChips controls={state.controls} onClear={state.onClear}>
        {state.ownWhere && <WhereChip where={state.ownWhere} onOpen={openWhere} onRemove={state.onNoWhere} />}
      </FilterChips>
    </>
  )
}
