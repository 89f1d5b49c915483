import { sql } from 'kysely'
import type {
  CreatedWebhook,
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookDelivery,
} from '#contract/outputs/webhooks/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { encrypt } from '#server/platform/lib/crypt.ts'
import { isSecureTarget } from '#server/platform/lib/outbound.ts'
import { problem } from '#server/platform/problem.ts'
import { lockSchool, recordSchoolChange } from '#server/setup/schools/index.ts'
import { secretPlace } from '../connections.ts'
import { getDelivery, getWebhook, listWebhooks } from '../queries.ts'
import { newSecret } from '../rules.ts'

/** The place of a webhook that’s told what happens from now on: after every entry that was written. */
const fromNowOn = {
  position: sql<number>`(select coalesce(max(position), 0) from history_seals)`,
  // scope: only the newest ID over every school is read, and no entry is shown
  entry_id: sql<number>`(select coalesce(max(id), 0) from history)`,
}

/** The most webhooks of a school. */
const mostWebhooks = 10

/** Adds a webhook. It’s told what happens from now on. @throws Problem 404; 409 if the school has too many; 422 `address` */
export const createWebhook = async (
  context: Context,
  schoolId: number,
  { address, events }: NewWebhook,
): Promise<CreatedWebhook> => {
  const { db, clock, caller, services } = context
  await lockSchool(context, schoolId)
  if ((await listWebhooks(context, schoolId)).length >= mostWebhooks)
    throw problem.inUse(`A school can have ${mostWebhooks} webhooks. Remove one that’s no longer used.`)
  assertAddress(context, address)
  const secret = newSecret()
  const { id } = await db
    .insertInto('webhooks')
    .values({
      school_id: schoolId,
      address,
      events: [...new Set(events)],
      ...fromNowOn,
      secret_cipher: encrypt(services.keys, secretPlace(schoolId), secret),
      created_by_id: caller.id,
      created_at: clock.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const created = await getWebhook(context, schoolId, id)
  await record(context, schoolId, null, textOf(created))
  return { ...created, secret }
}

/** @throws Problem 404; 409 with the current webhook; 422 `address` */
export const changeWebhook = async (
  context: Context,
  schoolId: number,
  id: number,
  { version, ...change }: WebhookChange,
): Promise<Webhook> => {
  await lockSchool(context, schoolId)
  const before = await getWebhook(context, schoolId, id)
  if (version !== before.version) throw problem.stale(before)
  assertAddress(context, change.address)
  // while it's off nothing is told, later neither
  const place = change.is_on && !before.is_on ? fromNowOn : {}
  await scope
    .update(context, 'webhooks')
    .set({ ...change, ...place, events: [...new Set(change.events)], version: version + 1 })
    .where('webhooks.id', '=', id)
    .execute()
  const after = await getWebhook(context, schoolId, id)
  await record(context, schoolId, textOf(before), textOf(after))
  return after
}

/** Removes a webhook. Pending messages aren’t sent. @throws Problem 404 */
export const removeWebhook = async (context: Context, schoolId: number, id: number): Promise<void> => {
  await lockSchool(context, schoolId)
  const before = await getWebhook(context, schoolId, id)
  await scope
    .update(context, 'webhooks')
    .set({ deleted_at: context.clock.now().toISOString() })
    .where('webhooks.id', '=', id)
    .execute()
  await scope
    .update(context, 'webhook_deliveries')
    .set({ state: 'failed', next_try_at: null, error: 'The webhook was removed.' })
    .where('webhook_deliveries.webhook_id', '=', id)
    .where('webhook_deliveries.state', '=', 'queued')
    .execute()
  await record(context, schoolId, textOf(before), null)
}

/** Queues a test message. @throws Problem 404, 429 */
export const testWebhook = async (
  context: Context,
  schoolId: number,
  webhookId: number,
): Promise<WebhookDelivery> => {
  const { id: webhook_id } = await getWebhook(context, schoolId, webhookId)
  const now = context.clock.now().toISOString()
  const { id } = await context.db
    .insertInto('webhook_deliveries')
    .values({
      school_id: schoolId,
      webhook_id,
      type: 'test',
      items: 0,
      body: JSON.stringify({ type: 'test', timestamp: now, data: { items: [] } }),
      next_try_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return getDelivery(context, webhook_id, id)
}

/** Queues a message that failed once more. @throws Problem 404; 409 unless it failed; 429 */
export const sendAgain = async (
  context: Context,
  schoolId: number,
  webhookId: number,
  id: number,
): Promise<WebhookDelivery> => {
  const webhook = await getWebhook(context, schoolId, webhookId)
  const { state } = await getDelivery(context, webhook.id, id)
  if (state !== 'failed') throw problem.inUse('Only messages that failed can be sent again.')
  await scope
    .update(context, 'webhook_deliveries')
    .set({ state: 'queued', attempts: 0, next_try_at: context.clock.now().toISOString() })
    .where('webhook_deliveries.id', '=', id)
    .execute()
  return getDelivery(context, webhook.id, id)
}

const assertAddress = ({ services }: Pick<Context, 'services'>, address: string): void => {
  if (!URL.canParse(address) || !isSecureTarget(new URL(address), services.settings.outboundPrivateHosts))
    throw problem.invalid({ address: 'Enter an address that starts with https://.' })
}

const textOf = ({ address, events, is_on }: Webhook): string =>
  `${address}: ${events.join(', ')}${is_on ? '' : ' (off)'}`

const record = async (
  context: Context,
  schoolId: number,
  before: string | null,
  after: string | null,
): Promise<void> => {
  if (before !== after) await recordSchoolChange(context, schoolId, [{ field: 'webhook', before, after }])
}
