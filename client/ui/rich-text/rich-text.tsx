import { useEffect, useMemo, useState } from 'react'
import { cx } from '../cx.ts'
import { cleanRichText } from './clean.ts'

/** Stored rich text, shown: cleaned once more by the same list, whatever was stored. Links open apart. */
export const RichText = ({ html, className }: { html: string; className?: string }) => {
  const clean = useMemo(() => cleanRichText(html), [html])
  const [element, setElement] = useState<HTMLElement | null>(null)
  useEffect(() => {
    for (const link of element?.querySelectorAll('a') ?? []) {
      link.rel = 'noopener noreferrer'
      link.target = '_blank'
    }
    // other links stand there once the text is another
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [element, clean])
  return (
    // cleaned above
    // oxlint-disable-next-line react/no-danger
    <div
      ref={setElement}
      className={cx('rich-text', className)}
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  )
}
