import { useEffect, useState } from 'react'

/** A module that is loaded when it is first needed, and is there at once from then on. */
export interface Part<M> {
  readonly current: () => M | null
  readonly load: () => Promise<M>
}

/** `const menu = createPart(() => import('./menu-surface.tsx'))` */
export const createPart = <M>(load: () => Promise<M>): Part<M> => {
  let loaded: M | null = null
  return {
    current: () => loaded,
    load: async () => {
      loaded ??= await load()
      return loaded
    },
  }
}

/**
 * The module once it is wanted and there. A part that cannot be loaded stays away, and what stands around it stays: the
 * screen would be lost with it. Whoever listens to failed parts tells of it (`client/app/newer-version.tsx`).
 */
export const usePart = <M>(part: Part<M>, isWanted: boolean): M | null => {
  const [, setLoaded] = useState(false)
  const isMissing = isWanted && part.current() === null
  useEffect(() => {
    if (!isMissing) return
    part.load().then(
      () => setLoaded(true),
      () => undefined,
    )
  }, [isMissing, part])
  return part.current()
}

/** Reads a part ahead, on hover or focus; a failure shows when the part is really wanted. */
export const preload = (part: Part<unknown>): void => void part.load().catch(() => undefined)
