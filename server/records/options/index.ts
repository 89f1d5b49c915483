export { optionTasks } from './jobs.ts'
export { undoOptions } from './undo.ts'
