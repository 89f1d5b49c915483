import { useQueryClient } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { cancelPlannedStatus, getStudentPeriod } from '#contract/records/student-periods/endpoints.ts'
import type { StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import { statusReads } from '#client/platform/common/student-reads.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { keyOf, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { plannedText } from './planned-text.ts'

/** Renders the change of academic status that a record waits for, with the button that cancels it; nothing without one. */
export const PlannedChange = ({ record }: { record: StudentPeriod }) => {
  const client = useQueryClient()
  const offerUndo = useUndo(statusReads)
  const { send, isSending } = useSend(cancelPlannedStatus, { refreshes: statusReads })
  const text = plannedText(record)
  if (text === null) return null
  const cancel = async () => {
    const { reply, changeId } = await send({ params: { id: record.id } })
    client.setQueryData(keyOf(getStudentPeriod, { params: { id: record.id } }), reply)
    offerUndo({ changeId, title: 'Planned change canceled' })
  }
  return (
    <section
      aria-label="Planned change"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card px-3 py-2 shadow-line"
    >
      <CalendarClock size={16} aria-hidden className="shrink-0 text-ink-3" />
      <p className="tabular min-w-0 flex-1 basis-60">
        <strong className="font-medium">{text}.</strong>{' '}
        <span className="text-ink-2">Until then, statuses and coverage stay as they are.</span>
      </p>
      {/* the query cache reports a failure */}
      <Button size="sm" busy={isSending} onClick={() => void cancel().catch(() => undefined)}>
        Cancel this change
      </Button>
    </section>
  )
}
