export { endRetention } from './schedule.ts'
