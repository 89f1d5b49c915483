import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { mentionedIn } from '#contract/platform/rich-text.ts'
import { searchUntilFound, highlight } from '#client/platform/ui/focus/point-out.ts'

/** Returns the field or document in the URL; null for none. */
export const useMentionedField = (): string | null => {
  const mention = mentionedIn(useLocation({ select: ({ hash }) => hash }))
  return mention?.kind === 'field' ? mention.name : null
}

/** Scrolls to the mention in the URL, marks it for a moment and focuses it when it appears. */
export const useMentioned = (): void => {
  const hash = useLocation({ select: (location) => location.hash })
  // following the same mention again shows it again
  const visit = useLocation({ select: (location) => location.state.__TSR_key })
  useEffect(() => {
    const mention = mentionedIn(hash)
    if (!mention) return
    const find = () =>
      document.querySelector<HTMLElement>(`[data-mention~="${mention.kind}-${mention.name}"]`)
    return searchUntilFound(() => {
      const element = find()
      // collapsed elements exist but aren't visible
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
  highlight(element)
}
