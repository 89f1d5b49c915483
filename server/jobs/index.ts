export { abandonLongCall, saveLongCall, runLongCall } from './long-call.ts'
export type { Progress } from './progress.ts'
export { enqueue, maxAttempts, task, type Task } from './task.ts'
