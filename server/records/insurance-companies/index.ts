export { insuranceCompanyTasks } from './jobs.ts'
export { readForStudents } from './queries.ts'
export { fitsPattern } from './rules.ts'
export { undoCompanies } from './undo.ts'
