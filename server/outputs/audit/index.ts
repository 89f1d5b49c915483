export { reviewActivityWeekly } from './weekly-review.ts'
