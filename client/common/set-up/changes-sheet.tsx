import { History } from 'lucide-react'
import { useState } from 'react'
import type { HistoryEntry } from '#contract/history/shapes.ts'
import { listPeriodHistory } from '#contract/periods/endpoints.ts'
import { FailedState } from '#client/common/failed-state.tsx'
import { actorInWords } from '#client/common/history-words.ts'
import { formatAgo, formatInstant } from '#client/lib/format.ts'
import { useAsk } from '#client/lib/query.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { ChangeLines } from './change-lines.tsx'
import type { DocumentWords } from './document-words.ts'

interface ChangesProps {
  periodId: number
  /** The kind of document, or those that a screen holds. */
  kind: string | readonly string[]
  label: string
  words?: DocumentWords | undefined
}

/** Opens who changed this document, when, and what it was before. */
export const ChangesButton = (props: ChangesProps) => {
  const { label } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton icon={History} label={`History of ${label}`} onClick={() => setOpen(true)} />
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={`History of ${label}`}>
        {isOpen && <Changes {...props} />}
      </Sheet>
    </>
  )
}

const Changes = ({ periodId, kind, label, words }: ChangesProps) => {
  const { data, error, refetch } = useAsk(listPeriodHistory, {
    params: { id: periodId },
    query: { per_page: '200' },
  })
  if (error)
    return (
      <FailedState
        compact
        error={error}
        what="The history"
        who="Only Shipmate Admins see who set up a policy year."
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <SkeletonRows rows={4} label="Loading the history" />
  const entries = data.data.flatMap((entry) => {
    const own = entry.changes.filter(({ field }) => [kind].flat().some((one) => field.startsWith(`${one}.`)))
    return own.length === 0 ? [] : [{ ...entry, changes: own }]
  })
  if (entries.length === 0)
    return <p className="p-4 text-ink-2">Nobody has changed {label} in this policy year yet.</p>
  return (
    <ol className="flex flex-col gap-5 p-4">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} words={words} />
      ))}
    </ol>
  )
}

const Entry = ({ entry, words }: { entry: HistoryEntry; words: DocumentWords | undefined }) => (
  <li>
    <p className="mb-1.5">
      <span className="font-medium">{actorInWords(entry)}</span>{' '}
      <span className="text-ink-2">
        {entry.kind === 'period_documents_published' ? 'published' : 'changed'}
      </span>{' '}
      <time dateTime={entry.at} title={formatInstant(entry.at)} className="text-label text-ink-3">
        {formatAgo(entry.at)}
      </time>
    </p>
    <ChangeLines changes={entry.changes} none="" words={words} />
  </li>
)
