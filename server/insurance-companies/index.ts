export { insuranceCompanyTasks } from './jobs.ts'
export { takeBackCompanies } from './take-back.ts'
