import { changeWebhook, removeWebhook, testWebhook } from '#contract/webhooks/endpoints.ts'
import type { Webhook } from '#contract/webhooks/shapes.ts'
import { useSend } from '#client/lib/query.ts'
import { useConfirm } from '#client/ui/overlays/confirm.tsx'
import { useToast } from '#client/ui/overlays/toast.tsx'
import { webhookReads } from './webhook-reads.ts'

/** Returns what can be done with a webhook. */
export const useWebhookActions = (schoolId: number, webhook: Webhook) => {
  const confirm = useConfirm()
  const toast = useToast()
  const { id, address, events, version } = webhook
  const params = { id: schoolId, webhook: id }
  const change = useSend(changeWebhook, { refreshes: webhookReads })
  const gone = useSend(removeWebhook, { refreshes: webhookReads })
  const test = useSend(testWebhook, { refreshes: webhookReads })
  const turn = async (is_on: boolean) => {
    await change.send({ params, body: { address, events, is_on, version } })
  }
  const remove = async () => {
    const isSure = await confirm({
      title: 'Remove this webhook?',
      message: `Shipmate doesn’t tell ${address} anything anymore, and messages that wait aren’t sent. You can’t undo this.`,
      acceptLabel: 'Remove',
      danger: true,
    })
    if (!isSure) return
    await gone.send({ params })
    toast.show({ tone: 'success', title: 'Webhook removed' })
  }
  return { turn, remove, sendTest: () => test.send({ params }), isTesting: test.isSending }
}
