import { ageOutTask } from './nightly.ts'

export { ageOutSheet, type ReportSheet } from './age-out-file.ts'
export { figureSheet } from './figure-file.ts'
export type { ReportContext } from './age-out-report.ts'
export { ageOutNightly } from './nightly.ts'
export { sendAgeOutNotices } from './notices.ts'

/** The background tasks of the module. */
export const reportTasks = [ageOutTask]
