export { abandonLongCall, isLong, saveLongCall, runLongCall } from './long-call.ts'
export { holdPoolLock, isHeld } from './pool-lock.ts'
export { enqueue, maxAttempts, task } from './task.ts'
