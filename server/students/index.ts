export { createStudent, type StudentValues } from './commands/create-student.ts'
export { presentStudent } from './present.ts'
export { findStudentBySid, getStudent, selectStudent, type StudentRow } from './queries.ts'
export { birthDayError, placeErrors, stateCode } from './rules.ts'
