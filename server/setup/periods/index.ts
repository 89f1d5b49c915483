export { orderPeriods } from './commands/periods.ts'
export { periodTasks } from './jobs.ts'
export { currentPeriodId, listPeriods } from './queries/periods.ts'
export {
  periodsWithRules,
  readRulesVersion,
  selectPeriodWithRules,
  toPeriodWithRules,
  type PeriodWithRules,
} from './queries/line-rules.ts'
export { findBefore, listPremiumChecks } from './queries/set-up.ts'
export { undoPeriods, undoPublications } from './undo.ts'
