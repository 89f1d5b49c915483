export { discardDrafts } from './commands.ts'
export { draftContent, expiredBefore } from './rules.ts'
