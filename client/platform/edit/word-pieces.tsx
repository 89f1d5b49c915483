import type { Piece } from '#client/platform/lib/word-diff.ts'

/** Renders a text and marks the words that the other one doesn't have. */
export const WordPieces = ({ pieces }: { pieces: readonly Piece[] }) => (
  <span className="break-words whitespace-pre-line">
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
