export { keepLongCall, runLongCall } from './long-call.ts'
export { enqueue, task, type Task } from './task.ts'
