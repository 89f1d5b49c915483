import { useEffect } from 'react'

/** Where lists were left, by their address, for as long as the page lives. */
const remembered = new Map<string, number>()

/**
 * Puts a scroller where it was left under a key, and at the top under a new one: going back to a list finds it as it
 * was, another filter begins at the first row.
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
