import { useEffect } from 'react'
import { isNowhere } from '../focus-content.ts'

/** What keeps the focus when one of its parts goes. */
const groups = 'nav, fieldset, [role=group], [role=dialog]'
const reachable =
  ':is(a[href], button, input, select, textarea, [tabindex="0"]):not([tabindex="-1"], :disabled)'

/** Milliseconds that a dialog or a menu has to bring the focus back by itself. */
const patience = 100

/**
 * Brings the focus back when what held it is gone: a chip that was removed, the bar of a selection that was changed,
 * the button that had opened a dialog. It comes to the nearest group that is still there, else home.
 */
export const useFocusHome = (home: HTMLElement | null): void => {
  useEffect(() => {
    if (!home) return undefined
    let path: readonly EventTarget[] = []
    let timer = 0
    const remember = (event: FocusEvent) => {
      if (!isNowhere()) path = event.composedPath()
    }
    const watch = new MutationObserver(() => {
      if (!isLost(path)) return
      window.clearTimeout(timer)
      timer = window.setTimeout(
        () => isLost(path) && (heirOf(path) ?? home).focus({ preventScroll: true }),
        patience,
      )
    })
    document.addEventListener('focusin', remember)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => {
      window.clearTimeout(timer)
      watch.disconnect()
      document.removeEventListener('focusin', remember)
    }
  }, [home])
}

/** Whether what had the focus is gone, and nothing has it instead. */
const isLost = ([last]: readonly EventTarget[]): boolean =>
  isNowhere() && last instanceof Node && !last.isConnected

/** The first that can be reached in the nearest group that is still there. */
const heirOf = (path: readonly EventTarget[]): HTMLElement | undefined => {
  const group = path.find((one) => one instanceof Element && one.isConnected && one.matches(groups))
  if (!(group instanceof Element)) return undefined
  const within = [...group.querySelectorAll<HTMLElement>(reachable)]
  return within.find((one) => one.checkVisibility({ visibilityProperty: true }))
}
