export { currentPeriodId } from './current.ts'
export { listPeriods } from './queries.ts'
