import { AddFilter } from '#client/ui/data-table/add-filter.tsx'
import type { ListState } from './use-list-state.ts'
import { useWhereDialog } from './use-where-dialog.tsx'

/** Filters the list by any field, or across fields. */
export const FilterButton = ({ state, isPhone }: { state: ListState; isPhone: boolean }) => (
  <AddFilter controls={state.controls} isPhone={isPhone} onAdvanced={useWhereDialog(state)} />
)
