import { useEffect, useEffectEvent } from 'react'
import { hasNoFocus } from '../focus/has-no-focus.ts'
import { isForScreen, mayActAt } from '../focus/screen-keys.ts'
import type { KeyPress } from './table-keys.ts'

/** A search whose Enter and ↓ lead into the rows. */
const search = 'input[data-leads-to-rows]'

/** What uses letters and arrows: fields and other tables. */
const others = 'input, select, [role=grid]'

/** What uses only the other keys: buttons that open menus, tabs, and panels that scroll. */
const movers = '[aria-haspopup=menu], [role=tablist], [data-has-keys]'

/** Whether a key that was pressed outside of the table is for its rows. */
const isForRows = (event: KeyboardEvent): boolean => {
  const { key, target } = event
  if (event.ctrlKey || event.metaKey || !mayActAt(key, target) || !isForScreen(event)) return false
  if (hasNoFocus()) return true
  if (key === 'Escape' || !(target instanceof Element)) return false
  return target.closest(key.length === 1 && key !== ' ' ? others : `${others}, ${movers}`) === null
}

/** Returns the search that a key leads out of; null if it doesn’t. */
const searchLeft = ({ key, target, isComposing }: KeyboardEvent): HTMLInputElement | null =>
  (key === 'ArrowDown' || key === 'Enter') &&
  !isComposing &&
  target instanceof HTMLInputElement &&
  target.matches(search)
    ? target
    : null

/**
 * Gives the table the keys of its screen while no one types: the rows take them before they were clicked. The focus
 * follows the first key that does something. `onEnter` is called when Enter or ↓ leads out of the search.
 */
export const useKeysFromScreen = (
  grid: HTMLElement | null,
  onKey: (event: KeyPress) => boolean,
  onEnter: (key: string, input: HTMLInputElement) => void,
): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!grid || (event.target instanceof Node && grid.contains(event.target))) return
    const input = searchLeft(event)
    if (input && isForScreen(event)) {
      event.preventDefault()
      onEnter(event.key, input)
    } else if (isForRows(event) && onKey(event)) grid.focus({ preventScroll: true })
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
