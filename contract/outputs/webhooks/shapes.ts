import * as z from 'zod/mini'
import { text } from '#contract/platform/fields.ts'
import { deliveryStates, messageTypes, webhookEvents } from './choices.ts'

const events = z
  .array(z.enum(webhookEvents))
  .check(z.minLength(1, 'Choose at least one event.'), z.maxLength(webhookEvents.length))

/** An address of a school’s own system that’s told what happens. */
export const webhook = z.object({
  id: z.int(),
  address: z.string(),
  events: z.array(z.enum(webhookEvents)),
  is_on: z.boolean(),
  created_at: z.string(),
  /** Messages that wait and messages that failed in the last 30 days. */
  waiting: z.int(),
  failed: z.int(),
  /** When the last message arrived; null if none did in the last 30 days. */
  last_delivered_at: z.nullable(z.string()),
  version: z.int(),
})
export type Webhook = z.output<typeof webhook>

export const newWebhook = z.strictObject({ address: text(500), events })
export type NewWebhook = z.output<typeof newWebhook>

export const webhookChange = z.strictObject({
  address: text(500),
  events,
  is_on: z.boolean(),
  version: z.int(),
})
export type WebhookChange = z.output<typeof webhookChange>

/** A webhook with the secret that signs its messages, which is shown once. */
export const createdWebhook = z.extend(webhook, { secret: z.string() })
export type CreatedWebhook = z.output<typeof createdWebhook>

/** A message and what became of it. */
export const webhookDelivery = z.object({
  id: z.int(),
  type: z.enum(messageTypes),
  state: z.enum(deliveryStates),
  /** How often it was sent. */
  attempts: z.int(),
  /** How many things it tells of. */
  items: z.int(),
  /** The status of the last answer; null without one. */
  response_status: z.nullable(z.int()),
  /** Why it didn’t arrive, in a sentence. */
  error: z.nullable(z.string()),
  created_at: z.string(),
  /** When it’s sent next; null if it isn’t. */
  next_try_at: z.nullable(z.string()),
  delivered_at: z.nullable(z.string()),
})
export type WebhookDelivery = z.output<typeof webhookDelivery>
