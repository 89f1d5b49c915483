import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useEffect } from 'react'

/** The rows that are in sight, and a little around them. */
export interface RowWindow {
  readonly items: readonly VirtualItem[]
  /** Pixels of all rows. */
  readonly height: number
  /** Rows that a page key moves by. */
  readonly perScreen: number
  /** Brings a row into sight. */
  readonly show: (index: number) => void
}

/** Pixels of the head. */
const headHeight = 34

export const useRowWindow = (
  scroller: HTMLElement | null,
  count: number,
  rowHeight: number,
  onSight: ((from: number, to: number) => void) | undefined,
): RowWindow => {
  // oxlint-disable-next-line react/incompatible-library -- what the virtualizer returns is read here and nowhere else
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollPaddingStart: headHeight,
  })
  useEffect(() => virtual.measure(), [virtual, rowHeight])
  const items = virtual.getVirtualItems()
  const [from, to] = [items[0]?.index, items.at(-1)?.index]
  useEffect(() => {
    if (from !== undefined && to !== undefined) onSight?.(from, to)
  }, [from, to, onSight])
  return {
    items,
    height: virtual.getTotalSize(),
    perScreen: Math.max(1, Math.floor((scroller?.clientHeight ?? 400) / rowHeight) - 2),
    show: (index) => virtual.scrollToIndex(index),
  }
}
