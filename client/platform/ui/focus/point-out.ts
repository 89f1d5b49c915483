/** Milliseconds to wait for an element named in the URL, and milliseconds it stays marked. */
const [searchTime, highlightTime] = [8000, 2600]

/**
 * Searches again whenever the page changes, until the element is found or the time is up. Returns the stop function.
 */
export const searchUntilFound = (search: () => boolean): (() => void) => {
  if (search()) return () => undefined
  const observer = new MutationObserver(() => search() && stop())
  const timer = setTimeout(() => stop(), searchTime)
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

/** Scrolls to an element named in the URL and marks it for a moment. */
export const highlight = (element: HTMLElement): void => {
  element.scrollIntoView({ block: 'center' })
  element.toggleAttribute('data-mentioned', true)
  setTimeout(() => element.removeAttribute('data-mentioned'), highlightTime)
}
