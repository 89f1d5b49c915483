import { useEffect, useState } from 'react'

/** How long something sensitive stays on screen, in seconds. */
const stay = 20

interface BrieflyShown {
  /** Null while nothing is shown. */
  readonly value: string | null
  /** Whole seconds until it hides. */
  readonly left: number
  readonly show: (value: string) => void
  readonly hide: () => void
}

/**
 * Something that is shown for 20 seconds at most: it goes sooner when the window loses the focus or the page leaves
 * the sight, and with the screen. It is held here and nowhere else.
 */
export const useBrieflyShown = (): BrieflyShown => {
  const [shown, setShown] = useState<{ value: string; until: number } | null>(null)
  const [left, setLeft] = useState(stay)
  useEffect(() => {
    if (!shown) return
    const hide = () => setShown(null)
    const hideUnseen = () => document.visibilityState === 'hidden' && hide()
    const tick = setInterval(() => {
      // by the clock: a machine that slept has not counted
      const seconds = Math.ceil((shown.until - Date.now()) / 1000)
      if (seconds > 0) setLeft(seconds)
      else hide()
    }, 250)
    window.addEventListener('blur', hide)
    window.addEventListener('pagehide', hide)
    document.addEventListener('visibilitychange', hideUnseen)
    return () => {
      clearInterval(tick)
      window.removeEventListener('blur', hide)
      window.removeEventListener('pagehide', hide)
      document.removeEventListener('visibilitychange', hideUnseen)
    }
  }, [shown])
  return {
    value: shown?.value ?? null,
    left,
    show: (value) => {
      setLeft(stay)
      setShown({ value, until: Date.now() + stay * 1000 })
    },
    hide: () => setShown(null),
  }
}
