import type { Piece } from '#client/platform/lib/word-diff.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'

interface WordPiecesProps {
  pieces: readonly Piece[]
  className?: string
}

/** Renders a text and marks the words that the other one doesn't have. */
export const WordPieces = ({ pieces, className }: WordPiecesProps) => (
  <span className={cx('break-words whitespace-pre-line', className)}>
    {[...pieces.entries()].map(([index, { text, isOnly }]) =>
      isOnly ? (
        <mark key={index} className="rounded-[3px] bg-warning-soft text-warning-text">
          {text}
        </mark>
      ) : (
        text
      ),
    )}
  </span>
)
