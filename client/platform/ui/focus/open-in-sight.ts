import { useEffect, type RefObject } from 'react'

/**
 * Scrolls a row of links so that the one of the open path shows with part of its neighbor, also when the row gets narrower.
 * The links are positioned in the row; the page doesn’t scroll.
 */
export const useOpenInSight = (row: RefObject<HTMLElement | null>, open: string): void => {
  useEffect(() => {
    const nav = row.current
    if (!nav) return undefined
    const show = (): void => {
      // the last match: the first may be the start of the others' paths
      const link = [...nav.querySelectorAll('a')].findLast(({ pathname }) => open.startsWith(pathname))
      if (link) nav.scrollTo({ left: scrollFor(nav, link) })
    }
    show()
    const sizes = new ResizeObserver(show)
    sizes.observe(nav)
    return () => sizes.disconnect()
  }, [row, open])
}

/** Scrolls just enough to show a link completely with part of its neighbor. */
const scrollFor = ({ scrollLeft, clientWidth }: HTMLElement, { offsetLeft, offsetWidth }: HTMLElement) => {
  const most = offsetLeft - 24
  const least = offsetLeft + offsetWidth + 24 - clientWidth
  return Math.max(least, Math.min(scrollLeft, most))
}
