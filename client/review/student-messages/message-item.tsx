import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, PenLine, RotateCcw, UserRoundSearch } from 'lucide-react'
import { useId } from 'react'
import { replaceMessageState } from '#contract/review/student-messages/endpoints.ts'
import type { StudentMessage } from '#contract/review/student-messages/shapes.ts'
import { useCompose } from '#client/mail/compose/use-compose.tsx'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { refreshAll, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { messageReads } from './message-reads.ts'

const MatchDialog = lazyDialog(async () => (await import('./match-dialog.tsx')).MatchDialog)

interface MessageItemProps {
  message: StudentMessage
  schoolId: number
}

/** Renders a message: who sent it, what it says, and what can be done about it. */
export const MessageItem = ({ message, schoolId }: MessageItemProps) => {
  const titleId = useId()
  return (
    <li data-focus-group className="rounded-card px-4 py-3.5 shadow-line">
      <h2 id={titleId} className="font-medium break-words">
        {message.topic ?? 'Message'}
      </h2>
      <MetaLine message={message} />
      <p className="my-3 break-words whitespace-pre-wrap">{message.message}</p>
      <div className="flex flex-wrap gap-2">
        <StateButton message={message} describedBy={titleId} />
        {message.student === null ? (
          <MatchButton {...{ message, schoolId }} describedBy={titleId} />
        ) : (
          <WriteButton {...{ message, schoolId }} student={message.student} describedBy={titleId} />
        )}
      </div>
    </li>
  )
}

const MetaLine = ({
  message: { name, email, student, reference, created_at, done_at, done_by },
}: {
  message: StudentMessage
}) => (
  <p className="mt-0.5 flex flex-wrap gap-x-3 gap-y-0.5 text-label text-ink-2">
    {student && (
      <Link
        to="/student/$student"
        params={{ student: String(student.id) }}
        className="rounded-pill text-accent-text"
      >
        {student.name}
      </Link>
    )}
    <span className="min-w-0 break-words">
      From {name !== null && `${name}, `}
      <a href={`mailto:${email}`} className="rounded-pill text-accent-text underline">
        {email}
      </a>
    </span>
    <span className="tabular">{reference}</span>
    <span>
      Sent <Ago at={created_at} />
    </span>
    {done_at !== null && (
      <span>
        Done <Ago at={done_at} />
        {done_by && ` by ${done_by.name}`}
      </span>
    )}
  </p>
)

interface ButtonProps {
  message: StudentMessage
  /** The ID of the message’s heading. */
  describedBy: string
}

const StateButton = ({ message: { id, version, done_at }, describedBy }: ButtonProps) => {
  const toast = useToast()
  const client = useQueryClient()
  const { send, isSending } = useSend(replaceMessageState, { refreshes: messageReads })
  const isDone = done_at !== null
  const change = async () => {
    try {
      await send({ params: { id }, body: { is_done: !isDone, version } })
      toast.show({ title: isDone ? 'Message open again' : 'Message done' })
    } catch (error) {
      // the query cache reports other failures
      if (!(error instanceof ApiError) || error.kind !== 'stale') return
      toast.show({ tone: 'danger', title: 'Couldn’t change the message', description: error.message })
      refreshAll(client, messageReads)
    }
  }
  return (
    <Button
      size="sm"
      icon={isDone ? RotateCcw : Check}
      busy={isSending}
      aria-describedby={describedBy}
      onClick={() => void change()}
    >
      {isDone ? 'Open again' : 'Mark as done'}
    </Button>
  )
}

const MatchButton = ({
  message,
  schoolId,
  describedBy,
}: ButtonProps & Pick<MessageItemProps, 'schoolId'>) => {
  const openDialog = useDialogHost()
  return (
    <Button
      size="sm"
      icon={UserRoundSearch}
      aria-describedby={describedBy}
      onClick={() => openDialog(MatchDialog, { props: { message, schoolId } })}
    >
      Match with a student…
    </Button>
  )
}

interface WriteButtonProps extends ButtonProps, Pick<MessageItemProps, 'schoolId'> {
  student: NonNullable<StudentMessage['student']>
}

/** Opens the dialog that writes an email to the student’s address on the roster. */
const WriteButton = ({ message, schoolId, student, describedBy }: WriteButtonProps) => {
  const compose = useCompose()
  return (
    <Button
      size="sm"
      icon={PenLine}
      aria-describedby={describedBy}
      onClick={() =>
        compose({
          schoolId,
          periodId: message.period_id,
          selected: { ids: [student.student_period_id] },
          to: student.name,
          draft: `record:${student.student_period_id}`,
        })
      }
    >
      Write email
    </Button>
  )
}
