export { insuranceCompanyTasks } from './jobs.ts'
export { fitsPattern } from './rules.ts'
export { undoCompanies } from './undo.ts'
