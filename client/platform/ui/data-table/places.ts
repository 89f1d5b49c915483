import type { ListedKey } from '../focus/screen-keys.ts'

/** The position of the keyboard focus: a row (-1 is the header) and a cell in it; null is the whole row. */
export interface Place {
  readonly row: number
  readonly column: number | null
}

interface Extent {
  readonly rows: number
  readonly columns: number
  /** Rows that Page Up and Page Down move by. */
  readonly pageRows: number
}

type Step = (place: Place, extent: Extent) => Place

const toRow =
  (row: (place: Place, extent: Extent) => number): Step =>
  (place, extent) => ({ ...place, row: row(place, extent) })

const down = toRow(({ row }) => row + 1)
const up = toRow(({ row }) => row - 1)

const right: Step = ({ row, column }, { columns }) => ({
  row,
  column: Math.min(columns - 1, column === null ? 0 : column + 1),
})
/** Moves from the first cell to the whole row; the header has no whole row. */
const left: Step = ({ row, column }) => ({
  row,
  column: column === null || (column === 0 && row >= 0) ? null : Math.max(0, column - 1),
})

/** The keys that move; within a row, Home and End move to its first and last cell. */
const moves: readonly (ListedKey & { readonly take: Step })[] = [
  { keys: ['ArrowDown', 'j'], label: 'Next row', take: down },
  { keys: ['ArrowUp', 'k'], label: 'Previous row', take: up },
  { keys: ['ArrowRight'], label: 'Next cell', take: right },
  { keys: ['ArrowLeft'], label: 'Previous cell', take: left },
  { keys: ['PageDown'], label: 'A page down', take: toRow(({ row }, { pageRows }) => row + pageRows) },
  {
    keys: ['PageUp'],
    label: 'A page up',
    take: toRow(({ row }, { pageRows }) => Math.max(0, row - pageRows)),
  },
  {
    keys: ['Home'],
    label: 'First row',
    take: (place) => (place.column === null ? { ...place, row: 0 } : { ...place, column: 0 }),
  },
  {
    keys: ['End'],
    label: 'Last row',
    take: (place, { rows, columns }) =>
      place.column === null ? { ...place, row: rows - 1 } : { ...place, column: columns - 1 },
  },
  { keys: ['Mod+Home'], label: 'First row, from a cell', take: toRow(() => 0) },
  { keys: ['Mod+End'], label: 'Last row, from a cell', take: toRow((_place, { rows }) => rows - 1) },
]

/** The keys that move within the table, as they are listed. */
export const moveKeys: readonly ListedKey[] = moves

const steps: Readonly<Record<string, Step>> = Object.fromEntries(
  moves.flatMap(({ keys, take }) => keys.map((key) => [key, take])),
)

/** Whether a key moves within the table. */
export const isMove = (key: string): boolean => Object.hasOwn(steps, key)

/** Returns the position a key moves to (the ARIA grid pattern), or null. Before the first key there is no position. */
export const step = (from: Place | null, key: string, extent: Extent): Place | null => {
  const take = Object.hasOwn(steps, key) ? steps[key] : undefined
  if (!take || (extent.rows === 0 && from === null)) return null
  const to = take(from ?? { row: -1, column: null }, extent)
  const row = Math.max(-1, Math.min(extent.rows - 1, to.row))
  if (from === null) return { row: Math.max(0, row), column: null }
  // the header is entered at a column
  return row === -1 ? { row, column: to.column ?? 0 } : { row, column: to.column }
}
