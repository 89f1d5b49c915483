import { useEffect, useEffectEvent, useMemo, useState } from 'react'
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
  const origin = given ? JSON.stringify(given.stored) : `own ${periodId}`
  const [touched, touch] = useTouched(origin)
  useTold(given, touched)
  const stored = touched ?? given?.stored ?? remembered.stored
  const present = useMemo(() => arrangementOf(stored ?? nothingStored, usual), [stored, usual])
  const keep = (next: TableLayout): void => {
    touch(next)
    if (!given) remembered.remember(next)
  }
  return {
    ...present,
    isReady: stored !== undefined,
    stored: stored ?? nothingStored,
    onLayout: (layout) => keep(storedLayoutOf({ ...present, layout }, usual)),
    onMode: (mode) => keep(storedLayoutOf({ ...present, mode }, usual)),
    onReset: () => keep({}),
  }
}

/** What is under the hand: the cache and the address learn of it a moment later, and it must move at once. */
const useTouched = (origin: string) => {
  const [touched, setTouched] = useState<{ readonly origin: string; readonly value: TableLayout }>()
  const touch = (value: TableLayout): void => setTouched({ origin, value })
  // what was touched elsewhere does not come back with the place
  if (touched && touched.origin !== origin) setTouched(undefined)
  return [touched?.origin === origin ? touched.value : undefined, touch] as const
}

/** Milliseconds that a layout rests before the address says it: browsers allow few changes of an address a second. */
const pause = 300

const useTold = (given: GivenLayout | null, touched: TableLayout | undefined): void => {
  const isGiven = given !== null
  // whoever gives the layout is another in every render; what is told is what was touched
  const tell = useEffectEvent((layout: TableLayout) => given?.onChange(layout))
  useEffect(() => {
    if (!isGiven || touched === undefined) return
    const timer = window.setTimeout(() => tell(touched), pause)
    return () => window.clearTimeout(timer)
  }, [isGiven, touched])
}
