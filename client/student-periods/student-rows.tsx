import type { RefObject } from 'react'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { ListEmpty } from './list-states.tsx'
import { StudentCards } from './student-cards.tsx'
import { StudentTable } from './student-table.tsx'
import type { ListLayout } from './use-list-layout.ts'
import type { ListState } from './use-list-state.ts'
import type { ListViews } from './use-list-views.ts'
import type { ListRows } from './use-student-rows.ts'

interface StudentRowsProps {
  rows: ListRows
  state: ListState
  arranged: ListLayout
  views: ListViews
  schoolId: number
  periodId: number
  isPhone: boolean
  fresh: ReadonlySet<number>
  searchRef: RefObject<HTMLInputElement | null>
}

/** The students: a table, or cards on a phone. */
export const StudentRows = (props: StudentRowsProps) => {
  const { rows, state, views, arranged, schoolId, periodId, isPhone, fresh, searchRef } = props
  const empty = <ListEmpty {...{ state, views, schoolId, periodId }} />
  if (!isPhone && !arranged.isReady) return <SkeletonRows />
  return isPhone ? (
    <StudentCards
      source={rows.source}
      selection={state.selection}
      onSelect={state.setSelection}
      empty={empty}
    />
  ) : (
    <StudentTable
      periodId={periodId}
      rows={rows}
      state={state}
      arranged={arranged}
      fresh={fresh}
      empty={empty}
      searchRef={searchRef}
    />
  )
}
