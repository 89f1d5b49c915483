import { listSchoolHistory } from '#contract/schools/endpoints.ts'
import { listWebhookDeliveries, listWebhooks } from '#contract/webhooks/endpoints.ts'

/** What a change of a webhook reloads. */
export const webhookReads = [listWebhooks, listWebhookDeliveries, listSchoolHistory]
