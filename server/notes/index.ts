export { noteTasks } from './jobs.ts'
export { takeBackNotes } from './take-back.ts'
