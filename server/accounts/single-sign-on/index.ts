export { startedSignIns } from './commands/start-sign-on.ts'
