import { useEffect, useState } from 'react'

/** The height of the record's header, for what sticks below it: pills wrap and alerts come and go. */
export const useRecordHead = () => {
  const [element, setElement] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (!element) return
    const sizes = new ResizeObserver(() =>
      element.parentElement?.style.setProperty('--header-height', `${element.offsetHeight}px`),
    )
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [element])
  return setElement
}
