import { useState } from 'react'
import type { Place } from './places.ts'
import type { RowSource } from './row-source.ts'
import { select, type Selection } from './selection.ts'
import type { TableRow } from './types.ts'
import { recallPlace, usePlaceMemory, type KnownPlace } from './use-place-memory.ts'

interface Options<Row extends TableRow> {
  readonly source: RowSource<Row>
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  /** Brings a place into sight. */
  readonly onMove: (place: Place) => void
  /** The row that something beside the table shows: the place goes with it. */
  readonly follows: number | null
  /** The table, and the key it is remembered under. */
  readonly scroller: HTMLElement | null
  readonly key: string
}

export interface PlaceState {
  /** Where the keyboard is; null before the first key. */
  readonly place: Place | null
  readonly setPlace: (place: Place | null) => void
  /** Goes to a place and, when it extends, selects all rows on the way. */
  readonly goTo: (place: Place, extends_: boolean) => true
  /** Selects the row at a place, or with Shift all rows since the last one. */
  readonly toggle: (index: number, on: boolean, ranges: boolean) => void
}

/** Where the keyboard is, and the ranges that start from there. */
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

/** The place keeps to its row when others come or go before it. */
const follow = <Row extends TableRow>(known: KnownPlace | null, source: RowSource<Row>): Place | null => {
  if (known === null || known.row < 0 || known.id === undefined) return known
  if (source.at(known.row)?.id === known.id) return known
  const moved = source.indexOf(known.id)
  const row = moved >= 0 ? moved : Math.min(known.row, source.count - 1)
  return row < 0 ? null : { row, column: known.column }
}
