export { findSchool } from './queries.ts'
