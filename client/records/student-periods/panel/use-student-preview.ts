import { useCallback, useState } from 'react'
import type { StudentListRow } from '#contract/records/student-periods/shapes.ts'
import type { RowSource } from '#client/platform/ui/data-table/row-source.ts'

/** The student in the preview panel. */
export interface StudentPreview {
  /** The previewed row; null if the panel is closed. */
  readonly row: StudentListRow | null
  readonly open: (row: StudentListRow) => void
  readonly close: () => void
  /** Moves to the previous (-1) or next (1) row of the current list. */
  readonly step: (step: -1 | 1) => void
  /** The row's position in the list, from 1; null if it's no longer in the list. */
  readonly place: number | null
}

export const useStudentPreview = (source: RowSource<StudentListRow> | undefined): StudentPreview => {
  const [kept, setKept] = useState<StudentListRow | null>(null)
  const index = kept && source ? source.indexOf(kept.id) : -1
  // the row's latest data while it's in the list; otherwise the last known
  const row = (index >= 0 ? source?.at(index) : undefined) ?? kept
  const close = useCallback(() => setKept(null), [])
  const turn = useCallback(
    (step: -1 | 1) => {
      const next = index < 0 ? undefined : source?.at(index + step)
      if (next) setKept(next)
    },
    [source, index],
  )
  return { row, open: setKept, close, step: turn, place: index < 0 ? null : index + 1 }
}
