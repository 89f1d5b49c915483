import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { mentionedStudent } from '#contract/rich-text.ts'
import { cx } from '../cx.ts'
import { cleanRichText, type TextPlace } from './clean.ts'

interface RichTextProps extends TextPlace {
  html: string
  className?: string
}

/** Stored rich text, shown: cleaned once more by the same list, whatever was stored. Links open apart, mentions here. */
export const RichText = ({ html, className, student, profile }: RichTextProps) => {
  const router = useRouter()
  const clean = useMemo(() => cleanRichText(html, { student, profile }), [html, student, profile])
  const [element, setElement] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    for (const link of element?.querySelectorAll('a') ?? [])
      if (isMention(link)) link.addEventListener('click', follow(router), { signal: stop.signal })
      else openApart(link)
    return () => stop.abort()
    // other links stand there once the text is another
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [element, clean, router])
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

const isMention = (link: HTMLAnchorElement): boolean =>
  mentionedStudent(link.getAttribute('href') ?? '') !== null

const openApart = (link: HTMLAnchorElement): void => {
  link.rel = 'noopener noreferrer'
  link.target = '_blank'
}

/** Goes there within the app, unless the link is asked to open beside this page. */
const follow =
  ({ history }: Pick<ReturnType<typeof useRouter>, 'history'>) =>
  (event: MouseEvent): void => {
    const link = event.currentTarget
    if (!(link instanceof HTMLAnchorElement) || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    history.push(link.getAttribute('href') ?? '')
  }
