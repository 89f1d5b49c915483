export { carrierFileTasks } from './jobs.ts'
export { savedMembers } from './rules/member-state.ts'
