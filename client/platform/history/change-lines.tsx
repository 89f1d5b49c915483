import { ArrowRight } from 'lucide-react'
import type { FieldChange } from '#contract/platform/history/shapes.ts'
import { isMediaPath } from '#contract/platform/rich-text.ts'
import { diffWords, nearDifferences } from '#client/platform/lib/word-diff.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { isNone } from '#client/platform/record/field-value.ts'
import { plainWords, type DocumentWords } from './document-text.ts'

/** Removes the document's name: `faqs.items[Who pays?].answer`; other fields stay as they are. */
const within = (field: string): string => field.replace(/^[^.[]+(?=\[)|^[^.[]+\./, '')

interface ChangeLinesProps {
  changes: readonly FieldChange[]
  none: string
  words?: DocumentWords | undefined
}

/** Renders what changed in a document, part by part: old and new value. */
export const ChangeLines = ({ changes, none, words = plainWords }: ChangeLinesProps) => {
  if (changes.length === 0) return <p className="text-ink-2">{none}</p>
  return (
    <ul className="flex flex-col gap-2">
      {changes.map((change) => (
        <li key={change.field} className="border-b border-line pb-2 last:border-b-0 last:pb-0">
          <p className="text-label font-medium">{words.path(within(change.field))}</p>
          <Values change={change} words={words} />
        </li>
      ))}
    </ul>
  )
}

const Values = ({ change: { before, after }, words }: { change: FieldChange; words: DocumentWords }) => {
  // three lines of two long texts look the same if they differ further down
  const [past, present] = diffWords(words.value(before), words.value(after)).map((pieces) =>
    nearDifferences(pieces)
      .map(({ text }) => text)
      .join(''),
  )
  return (
    <p className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
      {!isNone(before) && (
        <>
          <Value value={before} text={past} isPast />
          <ArrowRight size={13} aria-hidden className="shrink-0 self-center text-ink-3" />
          <span className="sr-only">changed to</span>
        </>
      )}
      <Value value={after} text={present} />
    </p>
  )
}

interface ValueProps {
  value: FieldChange['after']
  text: string | undefined
  isPast?: boolean
}

/** Renders a value as text, or the picture that it's the path of. */
const Value = ({ value, text, isPast = false }: ValueProps) => {
  if (typeof value === 'string' && isMediaPath(value))
    return (
      <img
        src={value}
        alt={text}
        className={cx('max-h-14 max-w-40 self-center rounded-control object-contain', isPast && 'opacity-60')}
      />
    )
  return (
    <span
      className={cx(
        'line-clamp-3 min-w-0 break-words',
        isPast && 'text-ink-3 line-through decoration-ink-3/60',
      )}
    >
      {text}
    </span>
  )
}
