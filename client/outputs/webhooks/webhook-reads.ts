import { listSchoolHistory } from '#contract/setup/schools/endpoints.ts'
import { listWebhookDeliveries, listWebhooks } from '#contract/outputs/webhooks/endpoints.ts'

/** What a change of a webhook reloads. */
export const webhookReads = [listWebhooks, listWebhookDeliveries, listSchoolHistory]
