import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { hasNoFocus } from '#client/platform/ui/focus/has-no-focus.ts'

/** Containers that keep the focus when a part is removed; `data-focus-group` marks those without a role. */
const groups = 'nav, fieldset, [role=group], [role=dialog], [data-focus-group]'
/** The control of a group that takes the focus, if that isn't its first. */
const home = '[data-focus-home]'
const reachable =
  ':is(a[href], button, input, select, textarea, [tabindex="0"]):not([tabindex="-1"], :disabled)'

/** Milliseconds for a dialog or menu to return the focus to what opened it. */
const overlayDelay = 100

/**
 * Returns the focus when the focused element is removed: a filter chip, the selection's actions, the button that
 * opened a dialog. It goes to the nearest remaining group (there to `data-focus-home`, otherwise to the first
 * control), otherwise to the grid, otherwise to the screen. A new screen starts at the top.
 */
export const useFocusReturn = (): void => {
  const router = useRouter()
  useEffect(() => {
    let path: readonly EventTarget[] = []
    let timer = 0
    const remember = (event: FocusEvent) => {
      if (!hasNoFocus()) path = event.composedPath()
    }
    const restore = () => {
      if (isLost(path)) (nearestControl(path) ?? screenOf())?.focus({ preventScroll: true })
    }
    const watch = new MutationObserver(() => {
      if (!isLost(path)) return
      window.clearTimeout(timer)
      if (isLeftToLayer(path)) timer = window.setTimeout(restore, overlayDelay)
      else restore()
    })
    const stopRouter = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      // a dialog that is still open keeps the focus, and is remembered until it closes
      if (!fromLocation || !pathChanged || !hasNoFocus()) return
      path = []
      contentOf()?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', remember)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => {
      stopRouter()
      window.clearTimeout(timer)
      watch.disconnect()
      document.removeEventListener('focusin', remember)
    }
  }, [router])
}

const contentOf = (): HTMLElement | null => document.querySelector<HTMLElement>('#content')

/** Whether the focused element was removed, and no other control has the focus. */
const isLost = ([last]: readonly EventTarget[]): boolean =>
  hasNoFocus() && last instanceof Node && !last.isConnected

const isLayer = (one: EventTarget): boolean => one instanceof Element && one.hasAttribute('data-layer')

const isGroup = (one: EventTarget): boolean =>
  one instanceof Element && one.isConnected && one.matches(groups)

/** Returns the controls of a group that take the focus, without those of groups inside of it. */
const homesOf = (group: Element): HTMLElement[] =>
  [...group.querySelectorAll<HTMLElement>(home)].filter((one) => one.closest(groups) === group)

/** Whether a dialog, menu or message may return the focus itself: no group inside of it says where it goes. */
const isLeftToLayer = (path: readonly EventTarget[]): boolean => {
  const nearest = path.find(
    (one) => isLayer(one) || (one instanceof Element && isGroup(one) && homesOf(one).length > 0),
  )
  return nearest !== undefined && isLayer(nearest)
}

const isVisible = (one: HTMLElement): boolean => one.checkVisibility({ visibilityProperty: true })

/** Returns the control that takes the focus in the nearest remaining group. */
const nearestControl = (path: readonly EventTarget[]): HTMLElement | undefined => {
  const group = path.find(isGroup)
  if (!(group instanceof Element)) return undefined
  return [...homesOf(group), ...group.querySelectorAll<HTMLElement>(reachable)].find(isVisible)
}

const screenOf = (): HTMLElement | null => document.querySelector<HTMLElement>('[role=grid]') ?? contentOf()
