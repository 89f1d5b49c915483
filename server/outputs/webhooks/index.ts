export { startWebhooks } from './deliver.ts'
