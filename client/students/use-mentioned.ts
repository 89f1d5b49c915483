import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { mentionedIn } from '#contract/rich-text.ts'

/** How long the target may take to appear, and how long it stays marked, in milliseconds. */
const [patience, stay] = [8000, 2600]

/** The field or document that the address names; null for none. */
export const useMentionedField = (): string | null => {
  const mention = mentionedIn(useLocation({ select: ({ hash }) => hash }))
  return mention?.kind === 'field' ? mention.name : null
}

/** Brings what the address mentions into view, marks it for a moment and gives it the focus, once it is there. */
export const useMentioned = (): void => {
  const hash = useLocation({ select: (location) => location.hash })
  // the same mention pressed again is another visit
  const visit = useLocation({ select: (location) => location.state.__TSR_key })
  useEffect(() => {
    const mention = mentionedIn(hash)
    if (!mention) return
    const find = () =>
      document.querySelector<HTMLElement>(`[data-mention~="${mention.kind}-${mention.name}"]`)
    return whenShown(find, show)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another visit to the same place is shown again
  }, [hash, visit])
}

const whenShown = (find: () => HTMLElement | null, then: (element: HTMLElement) => void): (() => void) => {
  const look = (): boolean => {
    const element = find()
    // what is folded is there, and not to be seen
    if (!element || element.closest('[hidden]')) return false
    then(element)
    return true
  }
  if (look()) return () => undefined
  const observer = new MutationObserver(() => look() && stop())
  const timer = setTimeout(() => stop(), patience)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['hidden'],
  })
  return stop
}

const show = (element: HTMLElement): void => {
  element.scrollIntoView({ block: 'center' })
  const control = element.querySelector<HTMLElement>('input:enabled, textarea:enabled, button:enabled')
  if (!control) element.tabIndex = -1
  ;(control ?? element).focus({ preventScroll: true })
  element.toggleAttribute('data-mentioned', true)
  setTimeout(() => element.removeAttribute('data-mentioned'), stay)
}
