import { useRouter } from '@tanstack/react-router'
import { memo, useEffect, useMemo, useState } from 'react'
import { mentionedStudent } from '#contract/platform/rich-text.ts'
import { cx } from '../styles/cx.ts'
import { cleanRichText, type TextPlace } from './clean.ts'

interface RichTextProps extends TextPlace {
  html: string
  className?: string
}

/** Number of characters above which a text is shown in parts, and the size of each part. */
const pieceLength = 30_000

/**
 * Renders stored rich text, cleaned again with the same whitelist. Links open in a new tab, mentions in the app. A
 * long text renders in parts, so that the page responds between them and parts off screen aren't laid out.
 */
export const RichText = ({ html, className, ...place }: RichTextProps) => {
  const pieces = useMemo(() => (html.length > pieceLength ? piecesOf(html) : []), [html])
  if (pieces.length < 2) return <Piece {...place} html={html} className={cx('rich-text', className)} />
  return (
    <div className={cx('rich-text', className)}>
      {[...pieces.entries()].map(([index, piece]) => (
        // the index is a part's only key
        <Piece key={index} {...place} html={piece} className="rich-text rich-text-piece" />
      ))}
    </div>
  )
}

/** Splits text into groups of blocks, not yet cleaned; returns none if words are outside blocks. */
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
    // a separate key: another text has other links
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

/** Opens a mention in the app, unless the user opens it in a new tab or window. */
const follow =
  ({ history }: Pick<ReturnType<typeof useRouter>, 'history'>) =>
  (event: MouseEvent): void => {
    const link = event.currentTarget
    if (!(link instanceof HTMLAnchorElement) || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    history.push(link.getAttribute('href') ?? '')
  }
