import { listReportSchedules } from '#contract/outputs/report-schedules/endpoints.ts'

/** The reads that a change of a schedule makes out of date. */
export const scheduleReads = [listReportSchedules]
