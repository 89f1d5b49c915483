export { enqueue, task, type Task } from './task.ts'
