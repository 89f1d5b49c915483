export { discardDrafts } from './commands.ts'
export { keptSince } from './rules.ts'
