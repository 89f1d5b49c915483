import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { NobodyYet, NothingFound } from './list-states.tsx'
import { StudentCards } from './student-cards.tsx'
import { StudentTable } from './student-table.tsx'
import type { ListLayout } from './use-list-layout.ts'
import type { ListState } from './use-list-state.ts'
import type { ListRows } from './use-student-rows.ts'

interface StudentRowsProps {
  rows: ListRows
  state: ListState
  arranged: ListLayout
  /** Whether a search or a filter narrows the list. */
  isNarrowed: boolean
  schoolId: number
  periodId: number
  isPhone: boolean
  fresh: ReadonlySet<number>
}

/** The students: a table, or cards on a phone. */
export const StudentRows = (props: StudentRowsProps) => {
  const { rows, state, arranged, isNarrowed, schoolId, periodId, isPhone, fresh } = props
  const empty = isNarrowed ? (
    <NothingFound onClear={state.onClear} />
  ) : (
    <NobodyYet schoolId={schoolId} periodId={periodId} />
  )
  if (!isPhone && !arranged.isReady) return <SkeletonRows />
  return isPhone ? (
    <StudentCards
      source={rows.source}
      selection={state.selection}
      onSelect={state.setSelection}
      empty={empty}
    />
  ) : (
    <StudentTable rows={rows} state={state} arranged={arranged} fresh={fresh} empty={empty} />
  )
}
