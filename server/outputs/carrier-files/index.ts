export { carrierFileTasks } from './jobs.ts'
