import { useMemo } from 'react'
import type { TableLayout } from '#contract/table-layout.ts'
import { useUser } from '#client/common/current-user.tsx'
import type { ColumnLayout } from '#client/ui/data-table/layout.ts'
import { usualLayout } from './columns.tsx'
import { arrangementOf, storedLayoutOf, type Arrangement, type RowsMode } from './stored-layout.ts'
import { useRememberedLayout } from './use-remembered-layout.ts'

/** How a person has arranged the list. */
export interface ListLayout extends Arrangement {
  /** Known: until then nothing is shown that would be rearranged under the eye. */
  readonly isReady: boolean
  /** The same as it is stored: what differs from the usual. */
  readonly stored: TableLayout
  readonly onLayout: (layout: ColumnLayout) => void
  readonly onMode: (mode: RowsMode) => void
  readonly onReset: () => void
}

/** A layout that came with a view or a link: it holds instead of the person's own, and is changed where it came from. */
export interface GivenLayout {
  readonly stored: TableLayout
  readonly onChange: (stored: TableLayout) => void
}

const nothingStored: TableLayout = {}

/** The layout of the list: the one that was given, or the person's own, which is remembered. */
export const useListLayout = (periodId: number, given: GivenLayout | null): ListLayout => {
  const { permission } = useUser()
  const usual = useMemo(() => usualLayout(permission), [permission])
  const remembered = useRememberedLayout(periodId)
  const stored = given?.stored ?? remembered.stored
  const keep = given?.onChange ?? remembered.remember
  const present = useMemo(() => arrangementOf(stored ?? nothingStored, usual), [stored, usual])
  return {
    ...present,
    isReady: stored !== undefined,
    stored: stored ?? nothingStored,
    onLayout: (layout) => keep(storedLayoutOf({ ...present, layout }, usual)),
    onMode: (mode) => keep(storedLayoutOf({ ...present, mode }, usual)),
    onReset: () => keep({}),
  }
}
