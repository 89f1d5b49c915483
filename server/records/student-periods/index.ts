export { assertExpected, countMoves, sampleSize, type BulkCall } from './commands/bulk.ts'
export { moveUses } from './commands/move-uses.ts'
export { countUses, isTyped, usageOf, type CompanyUse } from './queries/company-uses.ts'
export { updateOtherField } from './commands/bulk-calls.ts'
export { mergeDependents, updatePlainFields } from './commands/update-student-period.ts'
export { countEveryRow, readEveryRow, type RequestedRows, type ExportedRow } from './queries/list.ts'
export { countByStatus, countEach, listColumnValues } from './queries/value-counts.ts'
export {
  agingLine,
  agingLines,
  byName,
  lineColumns,
  signedWaivers,
  type AgingLine,
  type AgingPeriod,
} from './queries/aging-out.ts'
export { studentPeriodTasks } from './jobs.ts'
export { copyValues, defaultCopyFields, findNotCopyable, type CopyContext } from './rules/copy.ts'
export { planStudentPeriodUndo, withDependents } from './undo.ts'
export { save, saveReverted, type RecordChange, type RevertibleStudentPeriod } from './record/save.ts'
export { lockRow, lockRows, readInBatches } from './record/lock.ts'
export { isChange, planAsked, planChange, type AskedStep, type Plan, type Step } from './rules/plan.ts'
export { kindOf } from './rules/steps.ts'
export { signedDependents } from './rules/dependents.ts'
export type { MovableRow } from './rules/movable-row.ts'
export { makePlannedChanges } from './schedule.ts'
export { readStudentPeriod } from './present.ts'
export { isLockedByBenefits, lineOf, planPremiumValues } from './rules/lines.ts'
export { readDifferingPremiums, type DifferingPremium } from './queries/plan-premiums.ts'
export { loadRows } from './queries/rows.ts'
export {
  closeLines,
  decidedAfter,
  decisionEvents,
  isDoneAfter,
  markDecided,
  respondBy,
  settleForms,
} from './commands/settle-forms.ts'
export { choiceErrors, matchDependents, type MatchedDependent } from './rules/match-dependents.ts'
export { dependentsFor, waiverFor, type ApprovedForm } from './rules/signed-parts.ts'
export { countRequested, isLongCall, listNamedRows, type NamedRow } from './queries/rows.ts'
