import { startTransition, useEffect, useState } from 'react'

/** So many at once: what a screen shows of things that are not small. */
const first = 4

/**
 * How many of `total` things to draw now: those at the top at once, the others in ever larger pieces after that, so
 * that a long list is there as soon as a short one. There is always room for one more, which is drawn as it is added.
 */
export const useGradually = (total: number): number => {
  const [drawn, setDrawn] = useState(first)
  useEffect(() => {
    if (drawn > total) return
    // after the frame that shows what is drawn already
    const frame = requestAnimationFrame(() => startTransition(() => setDrawn((now) => now * 2)))
    return () => cancelAnimationFrame(frame)
  }, [drawn, total])
  return Math.min(drawn, total)
}
