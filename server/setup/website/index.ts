export { websiteTasks } from './jobs.ts'
export { listFullPages } from './pages.ts'
export { undoOptions, undoPages } from './undo-handler.ts'
