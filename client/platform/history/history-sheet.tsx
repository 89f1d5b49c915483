import { capitalized } from '#contract/platform/letter-case.ts'
import { History } from 'lucide-react'
import type { FieldChange, HistoryEntry } from '#contract/platform/history/shapes.ts'
import { useGrowingList, type ReadPage } from '#client/platform/lib/growing-list.ts'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { useDialogHost, type DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { Sheet } from '#client/platform/ui/overlays/sheet.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { actInWords, actorInWords } from './history-text.ts'
import { ChangeLines } from './change-lines.tsx'
import type { DocumentWords } from './document-text.ts'
import { ShowMore } from '#client/platform/ui/controls/show-more.tsx'

interface HistoryProps {
  /** The history's cache key: its endpoint, then its input. */
  historyKey: readonly unknown[]
  read: ReadPage<HistoryEntry>
  /** Who has access, shown to others. */
  who: string
  /** Shown if there are no changes yet. */
  none: string
  words?: DocumentWords | undefined
  /** Selects the relevant part of an entry that changed more. */
  isShown?: (change: FieldChange) => boolean
}

/**
 * Opens the history of a part of the setup: who changed what and when. `label` is its name. The sheet is hosted, so that
 * it stays open when what it was opened from finishes loading.
 */
export const HistoryButton = ({ label, ...history }: HistoryProps & { label: string }) => {
  const openDialog = useDialogHost()
  const title = `${capitalized(label)} history`
  return (
    <IconButton
      icon={History}
      label={title}
      onClick={() => openDialog(HistorySheet, { props: { title, ...history } })}
    />
  )
}

const HistorySheet = ({
  title,
  handle,
  ...history
}: HistoryProps & { title: string; handle: DialogHandle }) => (
  <Sheet {...handle.dialog} title={title}>
    <Entries {...history} />
  </Sheet>
)

const all = (): boolean => true

const Entries = ({ historyKey, read, who, none, words, isShown = all }: HistoryProps) => {
  const list = useGrowingList(historyKey, read)
  return (
    <Loaded of={list} compact what="The history" who={who} rows={4} label="Loading history">
      {(rows) =>
        rows.length === 0 ? (
          <p className="px-5 pb-5 text-ink-2">{none}</p>
        ) : (
          <div className="px-5 pt-1 pb-5">
            <ol className="mb-5 flex flex-col gap-5 last:mb-0">
              {rows.map((entry) => (
                <Entry key={entry.id} entry={entry} changes={entry.changes.filter(isShown)} words={words} />
              ))}
            </ol>
            <ShowMore list={list} />
          </div>
        )
      }
    </Loaded>
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
