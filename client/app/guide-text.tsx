import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { GuideBlock } from './guide-pages.ts'

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

/** Renders a paragraph or a list of the guide. */
export const GuidePart = ({ block }: { block: GuideBlock }) => {
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
