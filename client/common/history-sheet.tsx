import { History } from 'lucide-react'
import { useState } from 'react'
import type { FieldChange, HistoryEntry } from '#contract/history/shapes.ts'
import { useGrowingList, type ReadPage } from '#client/lib/growing-list.ts'
import { Ago } from '#client/ui/text/ago.tsx'
import { IconButton } from '#client/ui/controls/icon-button.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import { SkeletonRows } from '#client/ui/states/skeleton.tsx'
import { FailedState } from './failed-state.tsx'
import { actInWords, actorInWords } from './history-words.ts'
import { ChangeLines } from './set-up/change-lines.tsx'
import type { DocumentWords } from './set-up/document-words.ts'
import { ShowMore } from './show-more.tsx'

interface HistoryProps {
  /** Whose history it is, in the cache: the key of its endpoint, then what is asked for. */
  historyKey: readonly unknown[]
  read: ReadPage<HistoryEntry>
  /** Who may see it, for whoever may not. */
  who: string
  /** What is said where nothing was changed yet. */
  none: string
  words?: DocumentWords | undefined
  /** Of an act that changed more, what belongs here. */
  isShown?: (change: FieldChange) => boolean
}

/** Opens who changed something that is set up, when, and what it was before. `label` is what it is called. */
export const HistoryButton = ({ label, ...history }: HistoryProps & { label: string }) => {
  const [isOpen, setOpen] = useState(false)
  const title = `History of ${label}`
  return (
    <>
      <IconButton icon={History} label={title} onClick={() => setOpen(true)} />
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={title}>
        {isOpen && <Entries {...history} />}
      </Sheet>
    </>
  )
}

const all = (): boolean => true

const Entries = ({ historyKey, read, who, none, words, isShown = all }: HistoryProps) => {
  const list = useGrowingList(historyKey, read)
  const { rows, error, refetch } = list
  if (!rows)
    return error ? (
      <FailedState compact error={error} what="The history" who={who} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows rows={4} label="Loading the history" />
    )
  if (rows.length === 0) return <p className="p-4 text-ink-2">{none}</p>
  return (
    <div className="p-4">
      <ol className="mb-5 flex flex-col gap-5 last:mb-0">
        {rows.map((entry) => (
          <Entry key={entry.id} entry={entry} changes={entry.changes.filter(isShown)} words={words} />
        ))}
      </ol>
      <ShowMore list={list} />
    </div>
  )
}

interface EntryProps {
  entry: HistoryEntry
  changes: readonly FieldChange[]
  words: DocumentWords | undefined
}

const Entry = ({ entry, changes, words }: EntryProps) => (
  <li>
    <p className="mb-1.5">
      <span className="font-medium">{actorInWords(entry)}</span>{' '}
      <span className="text-ink-2">{actInWords(entry)}</span>{' '}
      <Ago at={entry.at} className="text-label whitespace-nowrap text-ink-3" />
    </p>
    <ChangeLines changes={changes} none="" words={words} />
  </li>
)
