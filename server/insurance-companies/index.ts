export { insuranceCompanyTasks } from './jobs.ts'
export { undoCompanies } from './undo-handler.ts'
