import type { CSSProperties } from 'react'
import type { PlacedColumn } from './layout.ts'
import type { TableRow } from './types.ts'

/** Where a pinned cell sticks; nothing for a free one. */
export const pinStyle = <Row extends TableRow>({ pin, inset }: PlacedColumn<Row>): CSSProperties => {
  if (pin === null) return {}
  return pin === 'start' ? { left: inset } : { right: inset }
}
