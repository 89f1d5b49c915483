import createPurifier from 'dompurify'
import { useMemo } from 'react'
import { isWebAddress, richTextAttributes, richTextClasses, richTextTags } from '#contract/rich-text.ts'
import { cx } from '../cx.ts'

const purifier = createPurifier(window)
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A') {
    if (!isWebAddress(node.getAttribute('href') ?? '')) node.removeAttribute('href')
    node.setAttribute('rel', 'noopener noreferrer')
    node.setAttribute('target', '_blank')
  }
  const kept = richTextClasses.filter((name) => node.classList.contains(name))
  if (kept.length > 0) node.setAttribute('class', kept.join(' '))
  else node.removeAttribute('class')
})

const attributes = [...new Set(Object.values(richTextAttributes).flat())]

/** Stored rich text, shown: cleaned once more by the same list, whatever was stored. */
export const RichText = ({ html, className }: { html: string; className?: string }) => {
  const clean = useMemo(
    () =>
      purifier.sanitize(html, {
        ALLOWED_TAGS: [...richTextTags],
        ALLOWED_ATTR: attributes,
        ALLOW_DATA_ATTR: false,
        ALLOW_ARIA_ATTR: false,
      }),
    [html],
  )
  // cleaned in the line above
  // oxlint-disable-next-line react/no-danger
  return <div className={cx('rich-text', className)} dangerouslySetInnerHTML={{ __html: clean }} />
}
