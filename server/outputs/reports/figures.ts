import type { FigureKey, FigureQuery, FigureReply } from '#contract/outputs/reports/figures.ts'
import type { ReportContext } from './age-out-report.ts'
import { selectPeriod } from '#server/platform/db/scope.ts'
import { readAgingByMonth, readTimeToDecision } from './columns-of-time.ts'
import { readEnrolledWithoutPremium, readNoResponse, readWaiversBy } from './counted-values.ts'
import type { FigureAsk } from './figure-ask.ts'
import { readStatusOverTime } from './status-over-time.ts'

type Read = (context: ReportContext, ask: FigureAsk) => Promise<FigureReply>

const reads: Readonly<Record<FigureKey, Read>> = {
  status_over_time: readStatusOverTime,
  waivers_by_company: (context, ask) =>
    readWaiversBy(context, ask, `${ask.coverage}_waive_insurance_company`),
  waivers_by_source: (context, ask) =>
    readWaiversBy(context, ask, `${ask.coverage}_waive_source_of_coverage`),
  time_to_decision: readTimeToDecision,
  no_response_by_program: (context, ask) => readNoResponse(context, ask, 'program'),
  no_response_by_class: (context, ask) => readNoResponse(context, ask, 'graduation_year'),
  enrolled_without_premium: readEnrolledWithoutPremium,
  aging_out_by_month: readAgingByMonth,
}

/** Returns the numbers of a figure. @throws Problem 422 if the period is unknown */
export const readFigure = async (
  context: ReportContext,
  { period_id, figure, coverage }: Omit<FigureQuery, 'format'>,
): Promise<FigureReply> =>
  reads[figure](context, { period: await selectPeriod(context, period_id), coverage })
