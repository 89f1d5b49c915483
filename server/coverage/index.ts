export { currentPremium } from './effects.ts'
export { evaluateMove, movesFrom, runEvent, startingStatus } from './rules.ts'
export type { Evaluation, Move, MoveRequest, Outcome } from './rules.ts'
export { eventForAcademicStatus, rolloverStatus, type AcademicEvent } from './new-lines.ts'
export { leaveDates, leaveDay, type LeaveDates } from './leave-dates.ts'
export { tierFor } from './tiers.ts'
export type { Line, LineEffects, MoveContext, MoveOptions } from './line.ts'
export { movesByAcademicStatus, newLines, rulesOf } from './record-lines.ts'
export type { LineState, LineStates, NewStudentPeriod, PeriodOfLines } from './record-lines.ts'
export {
  eligibilityOf,
  isFor,
  type LineRules,
  type CoverageEligibility,
  type EligibilityFacts,
} from './line-rules.ts'
export { isInSample, reverifyOnAfter } from './next-reverify-on.ts'
export { legalAge, presumedEnd } from './presumed-end.ts'
export { planColumns, planEffects } from './plan-terms.ts'
export { deadlineFor, enrollmentTermsFor, feeColumns, type LifeEvent } from './enrollment-terms.ts'
