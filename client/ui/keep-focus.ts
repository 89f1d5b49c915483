import { focusContent } from './focus-content.ts'

const usable = 'a[href], button:not(:disabled)'

/**
 * A ref for buttons that go when they have done their work: the focus goes on to the next of them, or where none is
 * left to what the page shows, instead of being lost.
 */
export const keepFocus = (group: HTMLElement | null): (() => void) | undefined => {
  if (!group) return undefined
  let last: EventTarget | null = null
  const note = ({ target }: FocusEvent): void => {
    last = target
  }
  const observer = new MutationObserver(() => {
    const isLost = last instanceof Element && !last.isConnected && document.activeElement === document.body
    if (!isLost) return
    last = null
    group.querySelector<HTMLElement>(usable)?.focus()
    focusContent()
  })
  group.addEventListener('focusin', note)
  observer.observe(group, { childList: true, subtree: true })
  return () => {
    group.removeEventListener('focusin', note)
    observer.disconnect()
  }
}
