import * as z from 'zod/mini'
import { empty, endpoint, list, one } from '#contract/platform/endpoint.ts'
import { idParams, idText } from '#contract/platform/fields.ts'
import { createdWebhook, newWebhook, webhook, webhookChange, webhookDelivery } from './shapes.ts'

const params = z.strictObject({ id: idText, webhook: idText })

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/schools/:id/webhooks',
  access: 'admin',
  summary: 'Lists a school’s webhooks, the newest first.',
  params: idParams,
  reply: list(webhook),
})

export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/schools/:id/webhooks',
  access: 'admin',
  grantsAccess: true,
  summary: 'Adds a webhook. Returns the secret that signs its messages, this one time only.',
  idempotent: true,
  params: idParams,
  body: newWebhook,
  reply: one(createdWebhook),
  status: 201,
})

export const changeWebhook = endpoint({
  method: 'PUT',
  path: '/api/schools/:id/webhooks/:webhook',
  access: 'admin',
  grantsAccess: true,
  summary:
    'Replaces a webhook’s address and events, and turns it on or off. It isn’t told what happens while it’s off.',
  params,
  body: webhookChange,
  reply: one(webhook),
})

export const removeWebhook = endpoint({
  method: 'DELETE',
  path: '/api/schools/:id/webhooks/:webhook',
  access: 'admin',
  summary: 'Removes a webhook. Pending messages aren’t sent.',
  params,
  reply: empty(),
})

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/schools/:id/webhooks/:webhook/deliveries',
  access: 'admin',
  summary: 'Lists the latest 100 messages of a webhook, the newest first.',
  params,
  reply: list(webhookDelivery),
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/schools/:id/webhooks/:webhook/test',
  access: 'admin',
  limit: 'outsideChecks',
  summary: 'Sends a test message to a webhook.',
  params,
  reply: one(webhookDelivery),
  status: 202,
})

export const sendWebhookAgain = endpoint({
  method: 'POST',
  path: '/api/schools/:id/webhooks/:webhook/deliveries/:delivery/resend',
  access: 'admin',
  limit: 'outsideChecks',
  summary: 'Sends a message that failed again, with the same ID.',
  params: z.strictObject({ id: idText, webhook: idText, delivery: idText }),
  reply: one(webhookDelivery),
  status: 202,
})
