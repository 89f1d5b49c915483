import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { mentionedIn } from '#contract/rich-text.ts'
import { keepLooking, pointOut } from '#client/ui/point-out.ts'

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
    return keepLooking(() => {
      const element = find()
      // what is folded is there, and not to be seen
      if (!element || element.closest('[hidden]')) return false
      show(element)
      return true
    })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another visit to the same place is shown again
  }, [hash, visit])
}

const show = (element: HTMLElement): void => {
  const control = element.querySelector<HTMLElement>('input:enabled, textarea:enabled, button:enabled')
  if (!control) element.tabIndex = -1
  ;(control ?? element).focus({ preventScroll: true })
  pointOut(element)
}
