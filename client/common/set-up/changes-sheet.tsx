import { listPeriodHistory } from '#contract/periods/endpoints.ts'
import { HistoryButton } from '#client/common/history-sheet.tsx'
import { call } from '#client/lib/call.ts'
import { keyOf } from '#client/lib/query.ts'
import type { DocumentWords } from './document-words.ts'

interface ChangesProps {
  periodId: number
  /** The kind of document, or those that a screen holds. */
  kind: string | readonly string[]
  label: string
  words?: DocumentWords | undefined
}

/** Opens who changed this document, when, and what it was before. */
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
      who="Only Shipmate Admins see who set up a policy year."
      none={`Nobody has changed ${label} in this policy year yet.`}
      words={words}
      isShown={({ field }) => kinds.some((one) => field.startsWith(`${one}.`) || field.startsWith(`${one}[`))}
    />
  )
}
