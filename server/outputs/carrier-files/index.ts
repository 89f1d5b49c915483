export { eraseMembers } from './commands/erase-members.ts'
export { carrierFileTasks } from './jobs.ts'
export { savedMembers } from './rules/member-state.ts'
