export { isLong, work, type RunningWork } from './work.ts'
export { holdPoolLock, isHeld } from './pool-lock.ts'
export { enqueue, maxAttempts, task } from './task.ts'
