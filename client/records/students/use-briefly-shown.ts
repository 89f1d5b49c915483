import { useEffect, useState } from 'react'

/** Seconds that a sensitive value is shown. */
const visibleTime = 20

interface BrieflyShown {
  /** Null while nothing is shown. */
  readonly value: string | null
  /** Full seconds until it hides. */
  readonly left: number
  readonly show: (value: string) => void
  readonly hide: () => void
}

/**
 * Shows a sensitive value for at most 20 seconds; hides it when the window loses the focus, the page is hidden, or
 * the screen closes. The value is stored nowhere else.
 */
export const useBrieflyShown = (): BrieflyShown => {
  const [shown, setShown] = useState<{ value: string; until: number } | null>(null)
  const [left, setLeft] = useState(visibleTime)
  useEffect(() => {
    if (!shown) return
    const hide = () => setShown(null)
    const hideUnseen = () => document.visibilityState === 'hidden' && hide()
    const tick = setInterval(() => {
      // by the clock, because timers stop while a computer sleeps
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
      setLeft(visibleTime)
      setShown({ value, until: Date.now() + visibleTime * 1000 })
    },
    hide: () => setShown(null),
  }
}
