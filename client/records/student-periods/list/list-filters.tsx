import { X } from 'lucide-react'
import type { WhereGroup } from '#contract/platform/table-where.ts'
import { FilterChips } from '#client/platform/ui/data-table/filter-chips.tsx'
import { whereWords } from '#client/platform/ui/data-table/filter-text.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'
import { filterColumns } from '../cells/columns.tsx'
import type { ListState } from '../state/use-list-state.ts'
import { useWhereDialog } from '../views/use-where-dialog.tsx'

/** Renders the filters of the list as chips, with the advanced filter among them. */
export const ListFilters = ({ state }: { state: ListState }) => {
  const openWhere = useWhereDialog(state)
  return (
    <FilterChips controls={state.controls} onClear={state.onClear}>
      {state.ownWhere && <WhereChip where={state.ownWhere} onOpen={openWhere} onRemove={state.onNoWhere} />}
    </FilterChips>
  )
}

interface WhereChipProps {
  where: WhereGroup
  onOpen: () => void
  onRemove: () => void
}

/** Renders the advanced filter as text; a press opens it. */
const WhereChip = ({ where, onOpen, onRemove }: WhereChipProps) => {
  const words = whereWords(filterColumns, where)
  return (
    <span className="inline-flex h-6.5 max-w-full items-stretch rounded-control bg-raised text-label shadow-control coarse:h-9">
      <button
        type="button"
        aria-haspopup="dialog"
        className="flex min-w-0 items-center rounded-l-control px-2 font-medium hover:bg-hover"
        onClick={onOpen}
      >
        <Truncate className="max-w-[min(30rem,60vw)]">{words}</Truncate>
      </button>
      <button
        type="button"
        aria-label="Remove advanced filter"
        className="grid w-6.5 place-items-center rounded-r-control border-l border-line text-ink-3 hover:bg-hover hover:text-ink coarse:w-9"
        onClick={onRemove}
      >
        <X size={14} aria-hidden />
      </button>
    </span>
  )
}
