export {
  emailAddressIn,
  getStudent,
  listPolicyYears,
  selectStudent,
  studentOf,
  studentWithSid,
  type StudentRow,
} from './queries/single.ts'
export { encryptedSsns } from './rules/encrypted-ssns.ts'
export { openSsn } from './commands/reveal-ssn.ts'
export { isMergedSince, mergedSince, mergedStudents } from './queries/merges.ts'
export {
  prepareStudent,
  reserveStudentId,
  type PreparedStudent,
  type StudentValues,
} from './commands/create-student.ts'
export { planStudentUndo, reasonToKeepMerge, recordsOfMerge, revertStudents, undoMerge } from './undo.ts'
export { updateStudent } from './commands/update-student.ts'
export { revealSsn, type Sealed } from './commands/reveal-ssn.ts'
export { presentStudent } from './present.ts'
export {
  assertNotDuplicate,
  likelyStudents,
  type NewPerson,
  findSamePeople,
  type KnownPerson,
} from './queries/duplicates.ts'
export {
  compareBirthDates,
  compareNames,
  isLikelyPerson,
  isOtherPerson,
  type PersonFacts,
} from './rules/identity.ts'
export { isOwnerOf, matchingStudent } from './queries/search.ts'
export { refuseSharedSsn } from './commands/shared-ssns.ts'
export { birthDayError, phoneError, placeErrors, savedPhone, stateCode } from './rules/values.ts'
