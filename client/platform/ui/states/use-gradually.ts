import { startTransition, useEffect, useState } from 'react'

/** Number of large items rendered at once. */
const first = 4

/**
 * Returns how many of `total` items to render now: the first ones at once, the others in growing steps, so that a
 * long list appears as fast as a short one. Always leaves room for one more, so that an added item renders at once.
 */
export const useGradually = (total: number): number => {
  const [drawn, setDrawn] = useState(first)
  useEffect(() => {
    if (drawn > total) return
    // after the frame that shows the items so far
    const frame = requestAnimationFrame(() => startTransition(() => setDrawn((now) => now * 2)))
    return () => cancelAnimationFrame(frame)
  }, [drawn, total])
  return Math.min(drawn, total)
}
