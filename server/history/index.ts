export { logAccess, noteView, type Access, type AccessQueue } from './access-log.ts'
export { listUndoable } from './undoable.ts'
export { entriesAbout } from './taking-back.ts'
export type { ActEntry, LeftAlone, TakeBack, TakenBack } from './taking-back.ts'
export { listSetUpHistory } from './queries.ts'
export { beginAct, fieldChanges, recordHistory, type ActKind, type Entry, type Recording } from './record.ts'
export {
  fieldsOf,
  isAsLeft,
  judgeAll,
  leftBecause,
  type Done,
  type JudgedRow,
  type Left,
  type Reverted,
  type Verdicts,
} from './reverting.ts'
