export { reviewActivityWeekly } from './schedule.ts'
