export { keepLongCall, runLongCall } from './long-call.ts'
export type { Progress } from './progress.ts'
export { enqueue, task, type Task } from './task.ts'
