import { useRouter } from '@tanstack/react-router'
import { memo, useEffect, useMemo, useState } from 'react'
import { mentionedStudent } from '#contract/rich-text.ts'
import { cx } from '../cx.ts'
import { cleanRichText, type TextPlace } from './clean.ts'

interface RichTextProps extends TextPlace {
  html: string
  className?: string
}

/** Characters from which on a text is shown in pieces, each of about as many. */
const pieceLength = 30_000

/**
 * Stored rich text, shown: cleaned once more by the same list, whatever was stored. Links open apart, mentions here. A
 * long one in pieces: keys have their turn between them, and what stands beyond the screen is not laid out.
 */
export const RichText = ({ html, className, ...place }: RichTextProps) => {
  const pieces = useMemo(() => (html.length > pieceLength ? piecesOf(html) : []), [html])
  if (pieces.length < 2) return <Piece {...place} html={html} className={cx('rich-text', className)} />
  return (
    <div className={cx('rich-text', className)}>
      {[...pieces.entries()].map(([index, piece]) => (
        // a piece has no name but its place
        <Piece key={index} {...place} html={piece} className="rich-text rich-text-piece" />
      ))}
    </div>
  )
}

/** Blocks in a row, not clean yet; none where words stand outside of blocks. */
export const piecesOf = (html: string): readonly string[] => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const pieces = ['']
  for (const node of body.childNodes) {
    if (!(node instanceof HTMLElement)) {
      if (node.textContent?.trim() === '') continue
      return []
    }
    if ((pieces.at(-1)?.length ?? 0) > pieceLength) pieces.push('')
    pieces.push(`${pieces.pop()}${node.outerHTML}`)
  }
  return pieces
}

const Piece = memo(({ html, className, student, profile }: RichTextProps) => {
  const router = useRouter()
  const clean = useMemo(() => cleanRichText(html, { student, profile }), [html, student, profile])
  const [element, setElement] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    for (const link of element?.querySelectorAll('a') ?? [])
      if (isMention(link)) link.addEventListener('click', follow(router), { signal: stop.signal })
      else openApart(link)
    return () => stop.abort()
  }, [element, router])
  return (
    // a key of its own: another text has other links
    // oxlint-disable-next-line react/no-danger -- cleaned above
    <div key={clean} ref={setElement} className={className} dangerouslySetInnerHTML={{ __html: clean }} />
  )
})

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
