import { useCallback, useState } from 'react'
import type { StudentListRow } from '#contract/student-periods/shapes.ts'
import type { RowSource } from '#client/ui/data-table/row-source.ts'

/** The student who is looked at beside the list. */
export interface Peek {
  /** The row that is looked at; null when nobody is. */
  readonly row: StudentListRow | null
  readonly open: (row: StudentListRow) => void
  readonly close: () => void
  /** To the row before (-1) or after (1) in the present result. */
  readonly turn: (step: -1 | 1) => void
  /** 12 of 1,482; null when the row is no longer in the result. */
  readonly place: number | null
}

export const usePeek = (source: RowSource<StudentListRow> | undefined): Peek => {
  const [kept, setKept] = useState<StudentListRow | null>(null)
  const index = kept && source ? source.indexOf(kept.id) : -1
  // what the list knows by now, while the row is in it; else as it was
  const row = (index >= 0 ? source?.at(index) : undefined) ?? kept
  const close = useCallback(() => setKept(null), [])
  const turn = useCallback(
    (step: -1 | 1) => {
      const next = index < 0 ? undefined : source?.at(index + step)
      if (next) setKept(next)
    },
    [source, index],
  )
  return { row, open: setKept, close, turn, place: index < 0 ? null : index + 1 }
}
