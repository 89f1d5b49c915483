import { useNavigate } from '@tanstack/react-router'
import { listEmailBatches, listStudentEmails } from '#contract/review/emails/endpoints.ts'
import { useFollowJob } from '#client/platform/common/use-follow-job.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import type { ComposeDialogProps, SentEmails } from './compose-dialog.tsx'

const ComposeDialog = lazyDialog(async () => (await import('./compose-dialog.tsx')).ComposeDialog)

const reads = [listStudentEmails, listEmailBatches] as const

/** What an email is written to. */
interface ComposeOptions extends Omit<ComposeDialogProps, 'handle'> {
  readonly periodId: number
  /** Called when the emails are queued. */
  readonly onSent?: () => void
}

/** Returns a function that opens the dialog that writes an email, and then says how its emails go out. */
export const useCompose = (): ((options: ComposeOptions) => void) => {
  const openDialog = useDialogHost()
  const toast = useToast()
  const navigate = useNavigate()
  const follow = useFollowJob(reads, 'email')
  const tell = (sent: SentEmails, { schoolId, periodId }: ComposeOptions): void => {
    if (sent.kind === 'job')
      return void follow(sent.jobId, (count) => `${formatCount(count, 'email')} queued`, 'Queuing emails')
    const show = () =>
      void navigate({
        to: '/schools/$school/period/$period/emails',
        params: { school: String(schoolId), period: String(periodId) },
      })
    toast.show({
      tone: 'success',
      title:
        sent.sendAt === null
          ? `${formatCount(sent.count, 'email')} queued`
          : `${formatCount(sent.count, 'email')} scheduled`,
      action: { label: 'Show progress', onAction: show },
    })
  }
  return (options) => {
    const { periodId: _period, onSent, ...props } = options
    openDialog<Omit<ComposeDialogProps, 'handle'>, SentEmails>(ComposeDialog, {
      props,
      onClose: (closed) => {
        if (closed.type !== 'config-close') return
        onSent?.()
        tell(closed.data, options)
      },
    })
  }
}
