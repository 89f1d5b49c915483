import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { GuideBlock, GuidePicture } from './guide-pages.ts'

const marks = /(\*\*[^*]+\*\*|_[^_]+_|\[[^\]]+\]\([a-z0-9-]+\.md\))/

/** Renders a text of the guide: **labels**, _screens_ and [links](to-pages.md). */
export const GuideText = ({ text }: { text: string }) =>
  text.split(marks).map((piece, index) => (
    // the pieces of a fixed text keep their order
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      <Piece text={piece} />
    </Fragment>
  ))

const Piece = ({ text }: { text: string }) => {
  const [, label, page] = /^\[(.+)\]\((.+)\.md\)$/.exec(text) ?? []
  if (label !== undefined && page !== undefined)
    return (
      <Link to="/help/$page" params={{ page }}>
        {label}
      </Link>
    )
  if (text.startsWith('**')) return <strong>{text.slice(2, -2)}</strong>
  return /^_.+_$/.test(text) ? <em>{text.slice(1, -1)}</em> : text
}

/** Renders a paragraph, a list or a picture of the guide. */
export const GuidePart = ({ block }: { block: GuideBlock }) => {
  if (block.kind === 'picture') return <ThemedPicture {...block} />
  if (block.kind === 'text')
    return (
      <p>
        <GuideText text={block.text} />
      </p>
    )
  const List = block.kind === 'steps' ? 'ol' : 'ul'
  return (
    <List>
      {block.items.map((item) => (
        <li key={item}>
          <GuideText text={item} />
        </li>
      ))}
    </List>
  )
}

/** All pictures have the size that `npm run screenshots` gives them (`e2e/guide-pictures.ts`). */
const size = { width: 1048, height: 720 }

/** Renders the picture in the theme of the page. The other one is hidden, so it isn’t loaded. */
const ThemedPicture = ({ alt, light, dark }: GuidePicture) => (
  <>
    <img
      {...size}
      src={light}
      alt={alt}
      loading="lazy"
      className={`${pictureClass} dark:hidden [[data-theme=dark]_&]:hidden [[data-theme=light]_&]:block`}
    />
    <img
      {...size}
      src={dark}
      alt={alt}
      loading="lazy"
      className={`${pictureClass} hidden dark:block [[data-theme=dark]_&]:block [[data-theme=light]_&]:hidden`}
    />
  </>
)

const pictureClass = 'h-auto w-full rounded-card shadow-line'
