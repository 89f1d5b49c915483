export {
  currentPremium,
  premiumsOfDependents,
  premiumsOfPlan,
  startedCoverage,
  tierCountsFrom,
} from './effects.ts'
export { evaluateMove, movesFrom, runEvent, staffTargets } from './rules.ts'
export { eventForAcademicStatus, rolloverStatus, type AcademicEvent } from './new-lines.ts'
export { leaveDates, leaveDay, leaveField, statusDay, waitingStatus } from './leave-dates.ts'
export { hasBeenEnrolled, isEnrolledWaiver } from './conditions.ts'
export type { Line, LineEffects, MoveContext } from './line.ts'
export { movesByAcademicStatus, newLines, returns, rulesOf } from './record-lines.ts'
export type { LineState, LineStates, NewStudentPeriod, PeriodOfLines } from './record-lines.ts'
export { eligibilityOf, isFor, type LineRules, type EligibilityFacts } from './line-rules.ts'
export { hasDateCome, isDue, isReverified, statusIn } from './in-sql.ts'
export { unpricedText, unpricedTiers, type RenewedTier } from './renewed-tiers.ts'
export { isInSample, reverifyOnAfter } from './next-reverify-on.ts'
export { legalAge, presumedEnd } from './presumed-end.ts'
export { planColumns } from './plan-terms.ts'
export {
  coverageStart,
  deadlineFor,
  enrollmentTermsFor,
  isLateWaiver,
  lastDayFor,
  later,
  feeColumns,
  type EnrollmentTerms,
  type LifeEvent,
} from './enrollment-terms.ts'
