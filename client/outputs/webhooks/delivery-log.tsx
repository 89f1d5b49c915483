import { deliveryDays, deliveryStateLabels, messageTypeLabels } from '#contract/outputs/webhooks/choices.ts'
import { listWebhookDeliveries, sendWebhookAgain } from '#contract/outputs/webhooks/endpoints.ts'
import type { Webhook, WebhookDelivery } from '#contract/outputs/webhooks/shapes.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { formatCount, formatInstant } from '#client/platform/lib/format.ts'
import { useAsk, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'
import { webhookReads } from './webhook-reads.ts'

interface DeliveryLogProps {
  schoolId: number
  webhook: Webhook
}

/** Milliseconds between two looks while messages wait. */
const lookEvery = 3000

const useDeliveries = ({ schoolId, webhook }: DeliveryLogProps) => {
  const ask = { params: { id: schoolId, webhook: webhook.id } }
  const first = useAsk(listWebhookDeliveries, ask)
  const isWaiting = first.data?.some(({ state }) => state === 'queued') ?? false
  return useAsk(listWebhookDeliveries, ask, { refetchInterval: isWaiting ? lookEvery : false })
}

/** Renders the latest messages of a webhook and what became of each. */
export const DeliveryLog = (props: DeliveryLogProps) => {
  const deliveries = useDeliveries(props)
  return (
    <Loaded
      of={deliveries}
      compact
      what="The messages"
      who="Only Shipmate Admins have access to webhooks."
      rows={4}
      label="Loading messages"
    >
      {(data) =>
        data.length === 0 ? (
          <p className="text-ink-2">No messages yet. Messages stay here for {deliveryDays} days.</p>
        ) : (
          <ul aria-label="Messages" className="divide-y divide-line">
            {data.map((delivery) => (
              <Delivery key={delivery.id} {...props} delivery={delivery} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

const tones = { queued: 'warning', delivered: 'success', failed: 'danger' } as const

const Delivery = ({ schoolId, webhook, delivery }: DeliveryLogProps & { delivery: WebhookDelivery }) => {
  const { send, isSending } = useSend(sendWebhookAgain, { refreshes: webhookReads })
  const { id, type, state, items } = delivery
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{messageTypeLabels[type]}</span>
          <Pill tone={tones[state]}>{deliveryStateLabels[state]}</Pill>
        </p>
        <p className="tabular mt-0.5 text-label text-ink-2">
          {formatInstant(delivery.created_at)}
          {delivery.delivered_at !== null && ` · Delivered ${formatInstant(delivery.delivered_at)}`}
          {items > 1 && ` · ${formatCount(items, 'change')}`} · msg_{id}
        </p>
        {delivery.error !== null && <p className="mt-0.5 text-label">{reasonOf(delivery)}</p>}
      </div>
      {state === 'failed' && (
        <Button
          size="sm"
          busy={isSending}
          onClick={() => void send({ params: { id: schoolId, webhook: webhook.id, delivery: id } })}
        >
          Send again
        </Button>
      )}
    </li>
  )
}

const reasonOf = ({ error, attempts, next_try_at }: WebhookDelivery): string =>
  next_try_at === null
    ? `${error} Failed after ${formatCount(attempts, 'attempt')}.`
    : `${error} Next try: ${formatInstant(next_try_at)}`
