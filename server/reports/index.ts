import { ageOutTask } from './nightly.ts'

export { ageOutNightly } from './nightly.ts'
export { sendAgeOutNotices } from './notices.ts'

/** The background tasks of the module. */
export const reportTasks = [ageOutTask]
