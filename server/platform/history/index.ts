export { withCompanyNames } from './company-names.ts'
export { logAccess, logActivityView, logView } from './access-log.ts'
export {
  disclosuresOf,
  planAdministration,
  recordDisclosure,
  recordDisclosureOfPeriods,
} from './disclosures.ts'
export { hasOtherPermission, listUndoable } from './undoable.ts'
export {
  entriesAbout,
  undoEach,
  type ChangeEntry,
  type StepResult,
  type SkippedRecord,
  type UndoHandler,
  type UndoResult,
} from './undo-handler.ts'
export { reversalOf, undoSoftDeleted, type SoftDeletedRow } from './undo-soft-deleted.ts'
export { lastVisit } from './last-visit.ts'
export { listEntries, listSetUpHistory, readableReason, withMerged } from './queries.ts'
export { erasedCountFields, erasedName, eraseEntries, noBirthDate } from './erased.ts'
export {
  startChange,
  fieldChanges,
  recordHistory,
  type ChangeKind,
  type Entry,
  type HistoryContext,
} from './record.ts'
export {
  fieldsOf,
  isUnchangedSince,
  planUndo,
  skipReasons,
  type RecordChange,
  type RevertibleRow,
  type RevertibleRecord,
  type UndoPlan,
} from './plan-undo.ts'
export { revertRemovals } from './revert-removals.ts'
