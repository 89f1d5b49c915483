export { findSchool } from './queries.ts'
export { takeBackSchoolFiles } from './take-back.ts'
