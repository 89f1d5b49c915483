import type { ScheduledReport } from '#contract/report-schedules/choices.ts'
import { figures } from '#contract/reports/figures.ts'
import { ageOutSheet, figureSheet, type ReportContext, type ReportSheet } from '../reports/index.ts'

/** How a report is made, and what its file is called. */
interface Source {
  readonly fileName: string
  /** Returns the report of a policy year as it is now. */
  readonly sheet: (context: ReportContext, periodId: number) => Promise<ReportSheet>
}

/** Returns how a report on a schedule is made. */
export const sourceOf = (report: ScheduledReport): Source =>
  report === 'age_out'
    ? { fileName: 'age-out', sheet: ageOutSheet }
    : {
        fileName: figures[report].title.toLowerCase(),
        sheet: (context, periodId) => figureSheet(context, periodId, report),
      }
