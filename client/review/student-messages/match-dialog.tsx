import { useState } from 'react'
import { listStudentPeriodsByStudent } from '#contract/records/student-periods/endpoints.ts'
import type { StudentHit } from '#contract/records/students/shapes.ts'
import { matchStudentMessage } from '#contract/review/student-messages/endpoints.ts'
import type { StudentMessage } from '#contract/review/student-messages/shapes.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { useAsk, useSend } from '#client/platform/lib/query.ts'
import { StudentChoice } from '#client/platform/record/student-choice.tsx'
import { Button } from '#client/platform/ui/controls/button.tsx'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { Dialog } from '#client/platform/ui/overlays/dialog.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { messageReads } from './message-reads.ts'

interface MatchDialogProps {
  message: StudentMessage
  schoolId: number
  handle: DialogHandle
}

/** Renders the choice of the student who sent a message. */
export const MatchDialog = ({ message, schoolId, handle }: MatchDialogProps) => {
  const [hit, setHit] = useState<StudentHit | null>(null)
  const recordId = useRecordIn(message.period_id, hit)
  const { match, forget, problem, isSending } = useMatch(message, handle)
  return (
    <Dialog
      {...handle.dialog}
      size="md"
      title="Match with a student"
      description={`Choose who sent the message from ${message.email}. It’s then added to their record. You can’t undo this.`}
      footer={
        <>
          <Button onClick={handle.dialog.onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={isSending}
            disabled={typeof recordId !== 'number'}
            onClick={() => typeof recordId === 'number' && void match(recordId)}
          >
            Match
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {problem !== null && <Banner tone="danger">{problem}</Banner>}
        <StudentChoice
          schoolId={schoolId}
          student={hit}
          placeholder="Name or student ID"
          onChange={(chosen) => {
            setHit(chosen)
            forget()
          }}
        />
        {recordId === null && hit !== null && (
          <Banner tone="warning">This student isn’t in this policy year. Add them to it first.</Banner>
        )}
      </div>
    </Dialog>
  )
}

/** Matches the message and closes the dialog, or says why it couldn’t. */
const useMatch = (message: StudentMessage, handle: DialogHandle) => {
  const [problem, setProblem] = useState<string | null>(null)
  const toast = useToast()
  const { send, isSending } = useSend(matchStudentMessage, { refreshes: messageReads, quiet: true })
  const match = async (student_period_id: number) => {
    try {
      await send({ params: { id: message.id }, body: { student_period_id, version: message.version } })
      toast.show({ title: 'Message matched' })
      handle.close()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
    }
  }
  return { match, forget: () => setProblem(null), problem, isSending }
}

/** Returns the student’s record of a policy year; null if they’re not in it, undefined while it loads. */
const useRecordIn = (periodId: number, hit: StudentHit | null): number | null | undefined => {
  const { data } = useAsk(
    listStudentPeriodsByStudent,
    { params: { id: hit?.id ?? 0 } },
    { enabled: hit !== null },
  )
  if (hit === null) return null
  return data === undefined ? undefined : (data.find(({ period_id: id }) => id === periodId)?.id ?? null)
}
