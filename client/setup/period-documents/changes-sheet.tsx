import { listPeriodHistory } from '#contract/setup/periods/endpoints.ts'
import { HistoryButton } from '#client/platform/history/history-sheet.tsx'
import { call } from '#client/platform/lib/call.ts'
import { keyOf } from '#client/platform/lib/query.ts'
import type { DocumentWords } from '#client/platform/history/document-text.ts'

interface ChangesProps {
  periodId: number
  /** The kind of document, or all kinds on a screen. */
  kind: string | readonly string[]
  label: string
  words?: DocumentWords | undefined
}

/** Opens the history of a document: who changed it, when, and the old values. */
export const ChangesButton = ({ periodId, kind, label, words }: ChangesProps) => {
  const kinds = [kind].flat()
  const documents = kinds.join(',')
  return (
    <HistoryButton
      label={label}
      historyKey={[...keyOf(listPeriodHistory), periodId, documents]}
      read={(paging, options) =>
        call(listPeriodHistory, { params: { id: periodId }, query: { ...paging, documents } }, options)
      }
      who="Only Shipmate Admins have access to the setup history."
      none={`No changes to ${label} in this policy year yet.`}
      words={words}
      isShown={({ field }) => kinds.some((one) => field.startsWith(`${one}.`) || field.startsWith(`${one}[`))}
    />
  )
}
