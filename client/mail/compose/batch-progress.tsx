import { Square } from 'lucide-react'
import type { EmailBatch } from '#contract/review/emails/compose.ts'
import {
  getEmailBatch,
  listEmailBatches,
  listStudentEmails,
  stopEmailBatch,
} from '#contract/review/emails/endpoints.ts'
import type { EmailState } from '#contract/review/emails/shapes.ts'
import { formatCount, formatNumber } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { ProgressBar } from '#client/platform/ui/states/progress-bar.tsx'

const refreshes = [getEmailBatch, listEmailBatches, listStudentEmails] as const

const countOf = ({ by_state: states }: EmailBatch, ...names: readonly EmailState[]): number =>
  names.reduce((sum, name) => sum + (states[name] ?? 0), 0)

/** Returns how many emails of a batch aren’t sent yet. */
export const waitingIn = (batch: EmailBatch): number => countOf(batch, 'queued', 'sending')

/** Returns what became of a batch, by number: '210 sent, 2 failed'. */
const outcomeText = (batch: EmailBatch): string => {
  const sent = countOf(batch, 'sent')
  const parts: readonly (readonly [number, string])[] = [
    [sent - batch.kept_inside, 'sent'],
    [batch.kept_inside, 'in the mailbox only'],
    [waitingIn(batch), 'waiting'],
    [countOf(batch, 'failed'), 'failed'],
    [countOf(batch, 'bounced'), 'bounced'],
    [countOf(batch, 'suppressed'), 'not sent to a blocked address'],
    [countOf(batch, 'uncertain'), 'may not have arrived'],
    [countOf(batch, 'canceled'), 'canceled'],
  ]
  return parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${formatNumber(count)} ${words}`)
    .join(', ')
}

/** Renders how far the emails of a batch are, and stops those that wait. */
export const BatchProgress = ({ batch }: { batch: EmailBatch }) => {
  const waiting = waitingIn(batch)
  return (
    <div className="flex flex-col gap-2">
      <ProgressBar
        label={waiting === 0 ? 'Done' : 'Sending'}
        done={batch.total - waiting}
        total={batch.total}
        detail={`${formatNumber(batch.total - waiting)} of ${formatNumber(batch.total)}`}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-label text-ink-2" aria-live="polite">
          {outcomeText(batch)}
        </p>
        {countOf(batch, 'queued') > 0 && <StopButton batch={batch} />}
      </div>
    </div>
  )
}

const StopButton = ({ batch }: { batch: EmailBatch }) => {
  const toast = useToast()
  const { send, isSending } = useSend(stopEmailBatch, { refreshes })
  const stop = async () => {
    // failures appear in a toast
    const stopped = await send({ params: { id: String(batch.id) } }).catch(() => null)
    if (!stopped) return
    const { canceled, batch: now } = stopped.reply
    const sent = countOf(now, 'sent', 'sending', 'bounced', 'uncertain')
    toast.show({
      tone: 'success',
      title: `${formatCount(canceled, 'email')} canceled`,
      description:
        sent === 0 ? 'None had been sent.' : `${formatCount(sent, 'email')} had already been sent.`,
    })
  }
  return (
    <Button
      size="sm"
      icon={Square}
      busy={isSending}
      aria-label={`Stop “${batch.subject}”`}
      onClick={() => void stop()}
    >
      Stop
    </Button>
  )
}
