export { abandonLongCall, saveLongCall, runLongCall } from './long-call.ts'
export { enqueue, maxAttempts, task } from './task.ts'
