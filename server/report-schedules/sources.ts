import { type ScheduledReport } from '#contract/report-schedules/choices.ts'
import { ageOutSheet, type ReportContext, type ReportSheet } from '../reports/index.ts'

/** How a report is made, and what its file is called. */
interface Source {
  readonly fileName: string
  /** Returns the report of a policy year as it is now. */
  readonly sheet: (context: ReportContext, periodId: number) => Promise<ReportSheet>
}

/** The reports that can be made on a schedule. */
export const sources: Readonly<Record<ScheduledReport, Source>> = {
  age_out: { fileName: 'age-out', sheet: ageOutSheet },
}
