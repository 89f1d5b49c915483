import { sql } from 'kysely'
import { deliveryStates, messageTypes, webhookEvents } from '#contract/outputs/webhooks/choices.ts'
import type { Webhook, WebhookDelivery } from '#contract/outputs/webhooks/shapes.ts'
import * as z from 'zod/mini'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'

const events = z.array(z.enum(webhookEvents))

const selectWebhooks = (context: ScopeContext, schoolId: number) =>
  scope
    .webhooks(context)
    .select([
      'webhooks.id',
      'webhooks.address',
      'webhooks.events',
      'webhooks.is_on',
      'webhooks.created_at',
      'webhooks.version',
      sql<number>`(select count(*)::int from webhook_deliveries d where d.webhook_id = webhooks.id
        and d.state = 'queued')`.as('waiting'),
      sql<number>`(select count(*)::int from webhook_deliveries d where d.webhook_id = webhooks.id
        and d.state = 'failed')`.as('failed'),
      sql<string | null>`(select max(d.delivered_at) from webhook_deliveries d
        where d.webhook_id = webhooks.id)`.as('last_delivered_at'),
    ])
    .where('webhooks.school_id', '=', schoolId)

/** Returns the webhooks of a school, the newest first. */
export const listWebhooks = async (context: ScopeContext, schoolId: number): Promise<Webhook[]> => {
  const rows = await selectWebhooks(context, schoolId).orderBy('webhooks.id', 'desc').execute()
  return rows.map((row) => ({ ...row, events: events.parse(row.events) }))
}

/** @throws Problem 404 */
export const getWebhook = async (context: ScopeContext, schoolId: number, id: number): Promise<Webhook> => {
  const row = await selectWebhooks(context, schoolId).where('webhooks.id', '=', id).executeTakeFirst()
  if (!row) throw problem.notFound()
  return { ...row, events: events.parse(row.events) }
}

const parts = z.object({ type: z.enum(messageTypes), state: z.enum(deliveryStates) })

const selectDeliveries = (context: ScopeContext, webhookId: number) =>
  scope
    .webhookDeliveries(context)
    .select([
      'webhook_deliveries.id',
      'webhook_deliveries.type',
      'webhook_deliveries.state',
      'webhook_deliveries.attempts',
      'webhook_deliveries.items',
      'webhook_deliveries.response_status',
      'webhook_deliveries.error',
      'webhook_deliveries.created_at',
      'webhook_deliveries.next_try_at',
      'webhook_deliveries.delivered_at',
    ])
    .where('webhook_deliveries.webhook_id', '=', webhookId)

/** Returns the latest messages of a webhook, the newest first. */
export const listDeliveries = async (
  context: ScopeContext,
  webhookId: number,
): Promise<WebhookDelivery[]> => {
  const rows = await selectDeliveries(context, webhookId)
    .orderBy('webhook_deliveries.id', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({ ...row, ...parts.parse(row) }))
}

/** @throws Problem 404 */
export const getDelivery = async (
  context: ScopeContext,
  webhookId: number,
  id: number,
): Promise<WebhookDelivery> => {
  const row = await selectDeliveries(context, webhookId)
    .where('webhook_deliveries.id', '=', id)
    .executeTakeFirst()
  if (!row) throw problem.notFound()
  return { ...row, ...parts.parse(row) }
}
