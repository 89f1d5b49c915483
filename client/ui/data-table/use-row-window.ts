import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'

/** Pixels of a row. */
export const rowHeight = 36

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

export const useRowWindow = (scroller: HTMLElement | null, count: number): RowWindow => {
  // What the virtualizer returns changes under the same identity; it is read here and nowhere else.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollPaddingStart: rowHeight,
  })
  return {
    items: virtual.getVirtualItems(),
    height: virtual.getTotalSize(),
    perScreen: Math.max(1, Math.floor((scroller?.clientHeight ?? 400) / rowHeight) - 2),
    show: (index) => virtual.scrollToIndex(index),
  }
}
