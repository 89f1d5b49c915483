export { startWebhooks } from './connections.ts'
