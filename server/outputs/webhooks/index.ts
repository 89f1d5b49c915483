export { startWebhooks, webhookSecrets } from './connections.ts'
