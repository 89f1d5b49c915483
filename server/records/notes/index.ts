export { noteTasks } from './jobs.ts'
export { undoNotes } from './undo.ts'
