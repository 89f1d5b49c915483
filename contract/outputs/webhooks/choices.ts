/** What a school’s own systems can be told about. */
export const webhookEvents = ['coverage_status.changed', 'form_submission.received'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

export const webhookEventLabels: Record<WebhookEvent, string> = {
  'coverage_status.changed': 'A coverage status changes',
  'form_submission.received': 'A student sends a form',
}

/** What a message is about: an event, or a try. */
export const messageTypes = [...webhookEvents, 'test'] as const
type MessageType = (typeof messageTypes)[number]

export const messageTypeLabels: Record<MessageType, string> = { ...webhookEventLabels, test: 'Test message' }

/** `queued` until it arrives; `failed` after the last try. */
export const deliveryStates = ['queued', 'delivered', 'failed'] as const
type DeliveryState = (typeof deliveryStates)[number]

export const deliveryStateLabels: Record<DeliveryState, string> = {
  queued: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
}

/** Days a message stays in the log. */
export const deliveryDays = 30
