import { useEffect } from 'react'

/** How far up from what is pointed at the words may be cut. */
const depth = 4

const isCut = (element: HTMLElement): boolean =>
  element.scrollWidth > element.clientWidth && getComputedStyle(element).textOverflow === 'ellipsis'

/** What is cut short for want of room is said whole where one points at it. */
export const useWholeWords = (): void => {
  useEffect(() => {
    const ours = new WeakSet<Element>()
    const tell = (event: MouseEvent) => {
      for (const element of event.composedPath().slice(0, depth)) {
        if (!(element instanceof HTMLElement)) continue
        if (element.title !== '' && !ours.has(element)) continue
        if (isCut(element)) {
          element.title = element.textContent
          ours.add(element)
        } else if (ours.delete(element)) element.removeAttribute('title')
      }
    }
    document.addEventListener('mouseover', tell, { passive: true })
    return () => document.removeEventListener('mouseover', tell)
  }, [])
}
