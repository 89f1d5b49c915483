import { ageOutTask } from './jobs.ts'

export { ageOutSheet, type ReportSheet } from './files/age-out.ts'
export { figureSheet } from './files/figure.ts'
export type { ReportContext } from './queries/age-out-report.ts'
export { ageOutNightly } from './schedule/age-out.ts'
export { sendAgeOutNotices } from './schedule/notices.ts'

/** The background tasks of the module. */
export const reportTasks = [ageOutTask]
