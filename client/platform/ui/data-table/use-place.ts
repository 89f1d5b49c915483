import { useEffect, useState } from 'react'
import { hasNoFocus } from '../focus/has-no-focus.ts'
import type { Place } from './places.ts'
import type { RowSource } from './row-source.ts'
import { select, type Selection } from './selection.ts'
import type { TableRow } from './types.ts'

interface Options<Row extends TableRow> {
  readonly source: RowSource<Row>
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  /** Scrolls to a position. */
  readonly onMove: (place: Place) => void
  /** The row shown in a panel next to the table; the focus follows it. */
  readonly follows: number | null
  /** The table, and the key its position is saved under. */
  readonly scroller: HTMLElement | null
  readonly key: string
}

export interface PlaceState {
  /** The position of the keyboard focus; null before the first key. */
  readonly place: Place | null
  readonly setPlace: (place: Place | null) => void
  /** Moves to a position and, when extending, selects all rows on the way. */
  readonly goTo: (place: Place, extends_: boolean) => true
  /** Selects the row at a position, or with Shift all rows since the last one. */
  readonly toggle: (index: number, on: boolean, ranges: boolean) => void
}

/** Keeps the position of the keyboard focus and the start of range selections. */
export const usePlace = <Row extends TableRow>(options: Options<Row>): PlaceState => {
  const { source, selection, onSelect, onMove, follows, scroller, key } = options
  const [known, setKnown] = useState<KnownPlace | null>(() => recallPlace(key))
  const [anchor, setAnchor] = useState<number | null>(null)
  const [followed, setFollowed] = useState(follows)
  if (followed !== follows) {
    setFollowed(follows)
    const row = follows === null ? -1 : source.indexOf(follows)
    if (row >= 0) setKnown({ row, column: null, id: source.at(row)?.id })
  }
  const place = follow(known, source)
  usePlaceMemory(scroller, key, known, source.count > 0)

  const setPlace = (next: Place | null) => setKnown(next && { ...next, id: source.at(next.row)?.id })
  const range = (from: number, to: number, on: boolean) =>
    void source.idsBetween(from, to).then((ids) => onSelect(select(selection, ids, on)))
  const toggle = (index: number, on: boolean, ranges: boolean) => {
    const id = source.at(index)?.id
    if (id === undefined) return
    if (ranges && anchor !== null) range(anchor, index, on)
    else onSelect(select(selection, [id], on))
    setAnchor(index)
    setPlace({ row: index, column: place?.column ?? null })
  }
  const goTo = (next: Place, extends_: boolean): true => {
    setPlace(next)
    onMove(next)
    if (next.row < 0) return true
    const from = anchor ?? place?.row ?? next.row
    if (extends_) range(from, next.row, true)
    setAnchor(extends_ ? from : next.row)
    return true
  }
  return { place, setPlace, goTo, toggle }
}

/** Keeps the focus on its row when rows before it are added or removed. */
const follow = <Row extends TableRow>(known: KnownPlace | null, source: RowSource<Row>): Place | null => {
  if (known === null || known.row < 0 || known.id === undefined) return known
  if (source.at(known.row)?.id === known.id) return known
  const moved = source.indexOf(known.id)
  const row = moved >= 0 ? moved : Math.min(known.row, source.count - 1)
  return row < 0 ? null : { row, column: known.column }
}

/** A position and its row, so that it's found again when rows before it are added or removed. */
type KnownPlace = Place & { readonly id: number | undefined }

/** The positions of the keyboard focus by list, for the lifetime of the page. */
const remembered = new Map<string, KnownPlace>()

/** Returns the position saved under this key; null if the focus was in no row. */
const recallPlace = (key: string): KnownPlace | null => remembered.get(key) ?? null

/** Saves the position of the keyboard focus, and restores it when the user returns to the list. */
const usePlaceMemory = (
  scroller: HTMLElement | null,
  key: string,
  known: KnownPlace | null,
  hasRows: boolean,
): void => {
  useEffect(() => {
    if (known) remembered.set(key, known)
  }, [key, known])
  useEffect(() => {
    if (hasRows && remembered.has(key) && hasNoFocus()) scroller?.focus({ preventScroll: true })
  }, [scroller, key, hasRows])
}
