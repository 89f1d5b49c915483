import type * as endpoints from '#contract/outputs/webhooks/endpoints.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { getSchool } from '#server/setup/schools/index.ts'
import {
  changeWebhook,
  createWebhook,
  removeWebhook,
  sendAgain,
  testWebhook,
} from './commands/change-webhook.ts'
import { getWebhook, listDeliveries, listWebhooks } from './queries.ts'

export const handlers: Handlers<typeof endpoints> = {
  listWebhooks: async (context, { params }) => {
    const { id } = await getSchool(context, params.id)
    return listWebhooks(context, id)
  },

  createWebhook: (context, { params, body }) => createWebhook(context, params.id, body),

  changeWebhook: (context, { params, body }) => changeWebhook(context, params.id, params.webhook, body),

  removeWebhook: (context, { params }) => removeWebhook(context, params.id, params.webhook),

  listWebhookDeliveries: async (context, { params }) => {
    const { id } = await getWebhook(context, params.id, params.webhook)
    return listDeliveries(context, id)
  },

  testWebhook: (context, { params }) => testWebhook(context, params.id, params.webhook),

  sendWebhookAgain: (context, { params }) => sendAgain(context, params.id, params.webhook, params.delivery),
}
