export { suggest, suggestFirst, type JudgedYear } from './commands/suggest.ts'
export { approveAutomatically } from './commands/approve-automatically.ts'
export { defaultTargetDays, readAppealDays, readTargetDays } from './queries/waiver-options.ts'
export { findRefusals } from './queries/refusals.ts'
export { listOutcomes, daysToDecision } from './queries/suggestions.ts'
export {
  awaitsSecondReview,
  hasDisagreement,
  listAwaited,
  listSecondReviews,
} from './queries/second-reviews.ts'
export { ownDeclines } from './rules/plan.ts'
export { readReopened, isActionable, openCoverages } from './queries/open-coverages.ts'
export { findKeptRecords, undoDecisions } from './undo.ts'
export { remindOfFixes, judgeAgain } from './schedule.ts'
export { readForms, readSnapshots, type Snapshot } from './queries/forms.ts'
