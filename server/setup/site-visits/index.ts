export { countAfterCommit, countPage, createVisitCounter, deleteOldVisits } from './commands/count.ts'
export { deviceOf } from './rules.ts'
