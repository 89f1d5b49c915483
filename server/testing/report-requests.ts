import type { TestRequests } from './test-request.ts'

const queryOf = (periodId: number) => ({ query: { period_id: String(periodId) } })

/** Valid requests of the module `reports`. */
export const reportRequests: TestRequests['reports'] = {
  listAgingOut: ({ periodId }) => queryOf(periodId),
  countAgingOut: ({ periodId }) => queryOf(periodId),
  exportWaivers: ({ periodId }) => queryOf(periodId),
  countWaiverExport: ({ periodId }) => queryOf(periodId),
  importBatchResults: ({ periodId, studentPeriodId }) => ({
    body: { period_id: String(periodId), dry_run: 'true' },
    file: {
      name: 'results.csv',
      bytes: `Patient Account Number,Result\n${studentPeriodId}M,Active\n`,
    },
  }),
  readFigure: ({ periodId }) => ({ query: { period_id: String(periodId), figure: 'status_over_time' } }),
  ageOutWaivers: ({ periodId }) => ({ body: { period_id: periodId, dry_run: true } }),
}
