import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useEffect } from 'react'

/** The visible rows and a few around them. */
export interface RowWindow {
  readonly items: readonly VirtualItem[]
  /** Height in pixels of all rows. */
  readonly height: number
  /** Rows that Page Up and Page Down move by. */
  readonly perScreen: number
  /** Scrolls to a row. */
  readonly show: (index: number) => void
}

/** Height in pixels of the header. */
const headHeight = 34

export const useRowWindow = (
  scroller: HTMLElement | null,
  count: number,
  rowHeight: number,
  onSight: ((from: number, to: number) => void) | undefined,
): RowWindow => {
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer's return value is only read here
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

/** The scroll positions by list, for the lifetime of the page. */
const remembered = new Map<string, number>()

/**
 * Restores the scroll position saved under a key, and starts at the top under a new key: returning to a list shows it
 * unchanged, a new filter starts at the first row.
 */
export const useScrollMemory = (scroller: HTMLElement | null, key: string, hasRows: boolean): void => {
  useEffect(() => {
    if (!scroller || !hasRows) return
    scroller.scrollTo({ top: remembered.get(key) ?? 0 })
    const remember = () => remembered.set(key, scroller.scrollTop)
    scroller.addEventListener('scroll', remember, { passive: true })
    return () => scroller.removeEventListener('scroll', remember)
  }, [scroller, key, hasRows])
}
