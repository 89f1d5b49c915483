export { discardDrafts } from './commands.ts'
export { expiredBefore } from './rules.ts'
