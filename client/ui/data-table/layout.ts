import type { TableColumn, TableRow } from './types.ts'

export type Pin = 'start' | 'end'
export type Density = 'regular' | 'compact'

/** How a person has arranged the columns of a table: one plain value, kept and restored as it is. */
export interface ColumnLayout {
  /** The columns in sight, by id, in their order. */
  readonly shown: readonly string[]
  /** Pixels, where they differ from the column's own. */
  readonly widths: Readonly<Record<string, number>>
  readonly pins: Readonly<Record<string, Pin>>
  readonly density: Density
}

/** Pixels of a row (design: 36, and 30 when compact). */
export const rowHeights: Readonly<Record<Density, number>> = { regular: 36, compact: 30 }

/** Pixels of the column of boxes before all others. */
export const boxWidth = 40

export const narrowest = 64
export const widest = 640

/** A column where it stands: how wide, and how far from the side it is pinned to. */
export interface PlacedColumn<Row extends TableRow> {
  readonly column: TableColumn<Row>
  readonly width: number
  readonly pin: Pin | null
  /** Pixels from its own side; of no meaning where nothing is pinned. */
  readonly inset: number
  /** The innermost of the pinned ones, which carries the line. */
  readonly isEdge: boolean
  /** Takes the room that is left over: the last of the free ones. */
  readonly grows: boolean
}

const without = <V>(record: Readonly<Record<string, V>>, id: string): Record<string, V> => {
  const { [id]: _gone, ...rest } = record
  return rest
}

export const isShown = (layout: ColumnLayout, id: string): boolean => layout.shown.includes(id)

/** Brings a column into sight behind the others, or takes it out of sight; the last one stays. */
export const toggleColumn = (layout: ColumnLayout, id: string): ColumnLayout => {
  if (!isShown(layout, id)) return { ...layout, shown: [...layout.shown, id] }
  if (layout.shown.length === 1) return layout
  return { ...layout, shown: layout.shown.filter((one) => one !== id) }
}

/** Pins a column to a side, or lets it go. */
export const pinColumn = (layout: ColumnLayout, id: string, pin: Pin | null): ColumnLayout => ({
  ...layout,
  pins: pin === null ? without(layout.pins, id) : { ...layout.pins, [id]: pin },
})

/** Gives a column a width within bounds; null gives its own back. */
export const resizeColumn = (layout: ColumnLayout, id: string, width: number | null): ColumnLayout => ({
  ...layout,
  widths:
    width === null
      ? without(layout.widths, id)
      : { ...layout.widths, [id]: Math.round(Math.min(widest, Math.max(narrowest, width))) },
})

/** Puts a column beside another one, and among the pinned where the other is. */
export const moveColumn = (
  layout: ColumnLayout,
  id: string,
  target: string,
  side: 'before' | 'after',
): ColumnLayout => {
  if (id === target || !isShown(layout, id) || !isShown(layout, target)) return layout
  const others = layout.shown.filter((one) => one !== id)
  const at = others.indexOf(target) + (side === 'after' ? 1 : 0)
  return pinColumn({ ...layout, shown: others.toSpliced(at, 0, id) }, id, layout.pins[target] ?? null)
}

/** Moves a column one place among its like: the pinned among the pinned, the free among the free. */
export const stepColumn = (layout: ColumnLayout, id: string, step: -1 | 1): ColumnLayout => {
  const peers = layout.shown.filter((one) => layout.pins[one] === layout.pins[id])
  const neighbour = peers[peers.indexOf(id) + step]
  if (neighbour === undefined) return layout
  return moveColumn(layout, id, neighbour, step < 0 ? 'before' : 'after')
}

const sides = ['start', null, 'end'] as const

/** The columns in the order they stand on screen: pinned left, free, pinned right; unknown ids are passed over. */
export const arrange = <Row extends TableRow>(
  columns: readonly TableColumn<Row>[],
  layout: ColumnLayout,
): PlacedColumn<Row>[] => {
  const known = new Map(columns.map((column) => [column.id, column]))
  return sides.flatMap((side) => {
    const group = layout.shown.flatMap((id) => {
      const column = known.get(id)
      return column && (layout.pins[id] ?? null) === side ? [column] : []
    })
    return placeGroup(group, side, layout.widths)
  })
}

const placeGroup = <Row extends TableRow>(
  group: readonly TableColumn<Row>[],
  pin: Pin | null,
  widths: ColumnLayout['widths'],
): PlacedColumn<Row>[] => {
  const wide = group.map((column) => widths[column.id] ?? column.width)
  const sum = (from: number, to: number): number =>
    wide.slice(from, to).reduce((whole, width) => whole + width, 0)
  return group.map((column, at) => ({
    column,
    width: wide[at] ?? column.width,
    pin,
    inset: pin === 'end' ? sum(at + 1, wide.length) : boxWidth + sum(0, at),
    isEdge: (pin === 'start' && at === group.length - 1) || (pin === 'end' && at === 0),
    grows: pin === null && at === group.length - 1,
  }))
}

/** How the columns are arranged, and what changes it. */
export interface Arranging {
  readonly layout: ColumnLayout
  readonly onLayout: (layout: ColumnLayout) => void
  /** Makes a column as wide as what it holds. */
  readonly onFit: (column: string) => void
}
