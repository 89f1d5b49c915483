import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { webhookEventLabels } from '#contract/outputs/webhooks/choices.ts'
import type { Webhook } from '#contract/outputs/webhooks/shapes.ts'
import { changeWebhook, removeWebhook, testWebhook } from '#contract/outputs/webhooks/endpoints.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { Switch } from '#client/platform/ui/controls/switch.tsx'
import { Menu, MenuItem } from '#client/platform/ui/overlays/menu.tsx'
import { Sheet } from '#client/platform/ui/overlays/sheet.tsx'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'
import { useSend } from '#client/platform/lib/query.ts'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { webhookReads } from './webhook-reads.ts'

interface WebhookCardProps {
  schoolId: number
  webhook: Webhook
  onEdit: () => void
}

/** Renders a webhook: what it’s told, what became of the messages, and what can be done with it. */
export const WebhookCard = ({ schoolId, webhook, onEdit }: WebhookCardProps) => {
  const [isLogOpen, setLogOpen] = useState(false)
  const { id, address, events, failed } = webhook
  return (
    <article aria-labelledby={`webhook-${id}`} className="rounded-card bg-raised shadow-line">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5">
        <h2 id={`webhook-${id}`} className="min-w-0 flex-1 basis-60 font-semibold break-all">
          {address}
        </h2>
        <Actions schoolId={schoolId} webhook={webhook} onEdit={onEdit} onTested={() => setLogOpen(true)} />
      </header>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
        <div className="min-w-0 flex-1 basis-60">
          <p>{events.map((event) => webhookEventLabels[event]).join(' · ')}</p>
          <p className="mt-0.5 flex flex-wrap items-center gap-2 text-label text-ink-2">
            <span>{arrivalOf(webhook)}</span>
            {failed > 0 && <Pill tone="danger">{formatCount(failed, 'failed message')}</Pill>}
          </p>
        </div>
        <Button size="sm" onClick={() => setLogOpen(true)}>
          Messages
        </Button>
      </div>
      <Sheet open={isLogOpen} title="Messages" onClose={() => setLogOpen(false)}>
        <div className="px-5 pb-5">
          <p className="mb-2 break-all text-ink-2">{address}</p>
          <DeliveryLog schoolId={schoolId} webhook={webhook} />
        </div>
      </Sheet>
    </article>
  )
}

const Actions = ({ schoolId, webhook, onEdit, onTested }: WebhookCardProps & { onTested: () => void }) => {
  const { turn, remove, sendTest, isTesting } = useWebhookActions(schoolId, webhook)
  const test = async () => {
    await sendTest()
    onTested()
  }
  return (
    <>
      <Switch label="On" className="gap-2" checked={webhook.is_on} onChange={(on) => void turn(on)} />
      <Button size="sm" busy={isTesting} onClick={() => void test()}>
        Send test
      </Button>
      <Menu
        align="end"
        trigger={<IconButton size="sm" icon={Ellipsis} label={`More actions for ${webhook.address}`} />}
      >
        <MenuItem icon={Pencil} onSelect={onEdit}>
          Edit
        </MenuItem>
        <MenuItem icon={Trash2} danger onSelect={() => void remove()}>
          Remove
        </MenuItem>
      </Menu>
    </>
  )
}

const arrivalOf = ({ last_delivered_at: at, waiting }: Webhook) => (
  <>
    {at === null ? (
      'No messages delivered yet'
    ) : (
      <>
        Last delivered <Ago at={at} />
      </>
    )}
    {waiting > 0 && ` · ${formatCount(waiting, 'message')} waiting`}
  </>
)

/** Returns what can be done with a webhook. */
const useWebhookActions = (schoolId: number, webhook: Webhook) => {
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
      message: `Shipmate stops sending messages to ${address}. Pending messages are canceled. You can’t undo this.`,
      acceptLabel: 'Remove',
      danger: true,
    })
    if (!isSure) return
    await gone.send({ params })
    toast.show({ tone: 'success', title: 'Webhook removed' })
  }
  return { turn, remove, sendTest: () => test.send({ params }), isTesting: test.isSending }
}
