import { ArrowRight } from 'lucide-react'
import type { FieldChange } from '#contract/platform/history/shapes.ts'
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
      {changes.map(({ field, before, after }) => (
        <li key={field} className="border-b border-line pb-2 last:border-b-0 last:pb-0">
          <p className="text-label font-medium">{words.path(within(field))}</p>
          <p className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
            {!isNone(before) && (
              <>
                <span className="line-clamp-3 min-w-0 break-words text-ink-3 line-through decoration-ink-3/60">
                  {words.value(before)}
                </span>
                <ArrowRight size={13} aria-hidden className="shrink-0 self-center text-ink-3" />
                <span className="sr-only">changed to</span>
              </>
            )}
            <span className="line-clamp-3 min-w-0 break-words">{words.value(after)}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}
