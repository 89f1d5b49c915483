export { emailAddressIn } from './email-address.ts'
export { openSsn } from './commands/reveal-ssn.ts'
export {
  prepareStudent,
  reserveStudentId,
  type PreparedStudent,
  type StudentValues,
} from './commands/create-student.ts'
export { planStudentUndo, lockStudents, revertStudents } from './revert.ts'
export { updateStudent } from './commands/update-student.ts'
export { revealSsn, type Sealed } from './commands/reveal-ssn.ts'
export { presentStudent } from './present.ts'
export { getStudent, selectStudent, studentOf, studentWithSid, type StudentRow } from './queries.ts'
export { assertNotDuplicate, likelyStudents, type NewPerson } from './duplicates.ts'
export {
  compareBirthDates,
  compareNames,
  isLikelyPerson,
  isOtherPerson,
  type PersonFacts,
} from './identity.ts'
export { findSamePeople, type KnownPerson } from './same-people.ts'
export { isOwnerOf, matchingStudent } from './search.ts'
export { refuseSharedSsn } from './shared-ssns.ts'
export { undoMerge } from './undo-merge.ts'
export { birthDayError, phoneError, placeErrors, savedPhone, stateCode } from './rules.ts'
