import { useCallback, useState } from 'react'

/** Returns a ref and the width of its element in pixels, kept up to date; 0 until it’s measured. */
export const useWidth = () => {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const sizes = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])
  return { ref, width }
}
