import { useQueryClient } from '@tanstack/react-query'
import { RotateCw, X } from 'lucide-react'
import {
  cancelStudentEmail,
  listEmailBatches,
  listStudentEmails,
  resendStudentEmail,
} from '#contract/review/emails/endpoints.ts'
import type { StudentEmail } from '#contract/review/emails/shapes.ts'
import { getFormSubmission } from '#contract/review/form-submissions/endpoints.ts'
import { listHistoryEntries } from '#contract/platform/history/endpoints.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { keyOf, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'

const refreshes = [listStudentEmails, listHistoryEntries, listEmailBatches, getFormSubmission] as const

/** Returns a function that runs a call, shows why it was refused, and loads the email’s current state. */
const useAttempt = (failed: string) => {
  const toast = useToast()
  const client = useQueryClient()
  return async (act: () => Promise<string | null>): Promise<void> => {
    try {
      const title = await act()
      if (title !== null) toast.show({ title })
    } catch (error) {
      // the query cache reports other failures
      if (!(error instanceof ApiError) || (error.kind !== 'stale' && error.kind !== 'invalid')) return
      const description = error.fieldErrors['to'] ?? error.message
      toast.show({ tone: 'danger', title: failed, description })
      for (const endpoint of refreshes) void client.invalidateQueries({ queryKey: keyOf(endpoint) })
    }
  }
}

interface CancelButtonProps {
  email: Pick<StudentEmail, 'id'>
  /** The ID of the element that names the email. */
  describedBy: string
}

/** Renders the button that cancels an email that waits. */
export const CancelButton = ({ email, describedBy }: CancelButtonProps) => {
  const attempt = useAttempt('Couldn’t cancel the email')
  const { send, isSending } = useSend(cancelStudentEmail, { refreshes })
  const cancel = async () => {
    await send({ params: { id: email.id } })
    return 'Email canceled'
  }
  return (
    <Button
      size="sm"
      icon={X}
      busy={isSending}
      aria-describedby={describedBy}
      onClick={() => void attempt(cancel)}
    >
      Cancel email
    </Button>
  )
}

interface ResendButtonProps extends CancelButtonProps {
  email: Pick<StudentEmail, 'id' | 'subject'>
  /** Who gets it: an address, or ‘the student’. */
  to: string
  /** Whether staff should do something about the email. */
  isOpen: boolean
}

/** Renders the button that sends an email again, after a question. */
export const ResendButton = ({ email, to, isOpen, describedBy }: ResendButtonProps) => {
  const confirm = useConfirm()
  const attempt = useAttempt('Couldn’t send the email')
  const { send, isSending } = useSend(resendStudentEmail, { refreshes })
  const resend = async () => {
    const agreed = await confirm({
      title: 'Send this email again?',
      message: `Shipmate sends “${email.subject}” to ${to} right away. You can’t undo this.`,
      acceptLabel: 'Send again',
    })
    if (!agreed) return null
    await send({ params: { id: email.id } })
    return 'Email queued'
  }
  return (
    <Button
      size="sm"
      variant={isOpen ? 'secondary' : 'ghost'}
      icon={RotateCw}
      busy={isSending}
      aria-describedby={describedBy}
      className={isOpen ? '' : 'max-sm:-ml-3'}
      onClick={() => void attempt(resend)}
    >
      Send again
    </Button>
  )
}
