import { ArrowDown, ArrowUp, X } from 'lucide-react'
import type { SortKey } from '#contract/platform/table-query.ts'
import { choiceButton } from './choice-button.ts'
import type { TableControls } from './types.ts'

interface SortChoicesProps {
  /** The column's ID. */
  id: string
  controls: TableControls
  onDone: () => void
}

/** Renders the sort buttons: ascending, descending, added to the sort, or none. */
export const SortChoices = ({ id, controls: { sort, onSort }, onDone }: SortChoicesProps) => {
  const present = sort.find(({ field }) => field === id)
  const others = sort.filter(({ field }) => field !== id)
  const set = (key: SortKey | null, joins: boolean) => {
    onSort([...(joins ? others : []), ...(key ? [key] : [])])
    onDone()
  }
  const direction = (descending: boolean) => {
    const Icon = descending ? ArrowDown : ArrowUp
    return (
      <button
        type="button"
        className={choiceButton}
        aria-pressed={present?.descending === descending}
        onClick={(event) => set({ field: id, descending }, event.metaKey || event.ctrlKey || event.shiftKey)}
      >
        <Icon size={14} aria-hidden />
        {descending ? 'Descending' : 'Ascending'}
      </button>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-1 p-2">
      {direction(false)}
      {direction(true)}
      {others.length > 0 && !present && (
        <button
          type="button"
          className={choiceButton}
          onClick={() => set({ field: id, descending: false }, true)}
        >
          Add as second sort
        </button>
      )}
      {present && (
        <button type="button" className={choiceButton} onClick={() => set(null, true)}>
          <X size={14} aria-hidden />
          Clear sort
        </button>
      )}
    </div>
  )
}
