import type { TableColumn, TableRow } from './types.ts'

export type Pin = 'start' | 'end'
type Density = 'regular' | 'compact'

/** The user's arrangement of a table's columns: a plain value, saved and restored unchanged. */
export interface ColumnLayout {
  /** The visible columns, by ID, in order. */
  readonly shown: readonly string[]
  /** Widths in pixels that differ from the column's default. */
  readonly widths: Readonly<Record<string, number>>
  readonly pins: Readonly<Record<string, Pin>>
  readonly density: Density
}

/** Row height in pixels (design: 36, compact 30). */
export const rowHeights: Readonly<Record<Density, number>> = { regular: 36, compact: 30 }

/** Width in pixels of the checkbox column. */
export const boxWidth = 40

/**
 * Where tables are narrow: on a tablet, and next to the open sidebar of a small laptop. The cells’ padding follows it
 * (`max-[1119px]`).
 */
export const narrowTable = '(max-width: 1119px)'

export const narrowest = 64
export const widest = 640

/** A column with its width, pinning and offset. */
export interface PlacedColumn<Row extends TableRow> {
  readonly column: TableColumn<Row>
  readonly width: number
  readonly pin: Pin | null
  /** Pixels from its side; only for pinned columns. */
  readonly inset: number
  /** Whether it's the innermost pinned column, which has the border. */
  readonly isEdge: boolean
  /** Whether it takes the remaining width: the last unpinned column. */
  readonly grows: boolean
}

const without = <V>(record: Readonly<Record<string, V>>, id: string): Record<string, V> => {
  const { [id]: _gone, ...rest } = record
  return rest
}

export const isShown = (layout: ColumnLayout, id: string): boolean => layout.shown.includes(id)

/** Shows a column after the others, or hides it. The last visible column stays. */
export const toggleColumn = (layout: ColumnLayout, id: string): ColumnLayout => {
  if (!isShown(layout, id)) return { ...layout, shown: [...layout.shown, id] }
  if (layout.shown.length === 1) return layout
  return { ...layout, shown: layout.shown.filter((one) => one !== id) }
}

/** Pins a column to a side, or unpins it. */
export const pinColumn = (layout: ColumnLayout, id: string, pin: Pin | null): ColumnLayout => ({
  ...layout,
  pins: pin === null ? without(layout.pins, id) : { ...layout.pins, [id]: pin },
})

/** Sets a column's width within bounds; null resets it. */
export const resizeColumn = (layout: ColumnLayout, id: string, width: number | null): ColumnLayout => ({
  ...layout,
  widths:
    width === null
      ? without(layout.widths, id)
      : { ...layout.widths, [id]: Math.round(Math.min(widest, Math.max(narrowest, width))) },
})

/** Moves a column next to another one, pinned if that one is. */
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

/** Moves a column one place within the pinned or the unpinned columns. */
export const stepColumn = (layout: ColumnLayout, id: string, step: -1 | 1): ColumnLayout => {
  const peers = layout.shown.filter((one) => layout.pins[one] === layout.pins[id])
  const neighbor = peers[peers.indexOf(id) + step]
  if (neighbor === undefined) return layout
  return moveColumn(layout, id, neighbor, step < 0 ? 'before' : 'after')
}

const sides = ['start', null, 'end'] as const

/** Returns the columns in screen order: pinned left, unpinned, pinned right. Skips unknown IDs. */
export const arrange = <Row extends TableRow>(
  columns: readonly TableColumn<Row>[],
  layout: ColumnLayout,
  isNarrow = false,
): PlacedColumn<Row>[] => {
  const known = new Map(columns.map((column) => [column.id, column]))
  return sides.flatMap((side) => {
    const group = layout.shown.flatMap((id) => {
      const column = known.get(id)
      return column && (layout.pins[id] ?? null) === side ? [column] : []
    })
    const usual = (column: TableColumn<Row>): number =>
      (isNarrow ? column.narrowWidth : undefined) ?? column.width
    return placeGroup(
      group,
      side,
      group.map((column) => layout.widths[column.id] ?? usual(column)),
    )
  })
}

const placeGroup = <Row extends TableRow>(
  group: readonly TableColumn<Row>[],
  pin: Pin | null,
  wide: readonly number[],
): PlacedColumn<Row>[] => {
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

/** The column layout and the functions that change it. */
export interface Arranging {
  readonly layout: ColumnLayout
  readonly onLayout: (layout: ColumnLayout) => void
  /** Resizes a column to fit its contents. */
  readonly onFit: (column: string) => void
}
