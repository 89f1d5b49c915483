/** How long what an address names may take to appear, and how long it stays marked, in milliseconds. */
const [patience, stay] = [8000, 2600]

/** Looks again whenever the page changes, until it is found or nobody waits any more. Answers how to stop. */
export const keepLooking = (look: () => boolean): (() => void) => {
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

/** Brings what an address names into view and marks it for a moment. */
export const pointOut = (element: HTMLElement): void => {
  element.scrollIntoView({ block: 'center' })
  element.toggleAttribute('data-mentioned', true)
  setTimeout(() => element.removeAttribute('data-mentioned'), stay)
}
