import type { Coverage } from '#contract/platform/coverage/choices.ts'

/** What the list's calls take of a query (`requestOf`). */
interface Narrowing {
  readonly search?: string
  readonly filters?: string
  readonly where?: string
}

/** Rows per page while scrolling, and on a page until the user chooses another number. */
export const pageSize = 100
export const usualPerPage = 50

/** The coverage type that the list opens with. */
export const firstCoverage: Coverage = 'medical'

/** The user's last layout in any period: it applies in periods where they have none. */
const anyPeriodKey = 'student-list'

/** Returns the inputs of the calls for the user's layout: in the period, and in any. */
export const layoutAsks = (periodId: number) =>
  [{ params: { key: `${anyPeriodKey}:${periodId}` } }, { params: { key: anyPeriodKey } }] as const

/** Returns the input of the list's call for one page. */
export const rowsAsk = (
  periodId: number,
  columns: string,
  page: number,
  perPage: number,
  { sort = '', ...narrowing }: Narrowing & { readonly sort?: string } = {},
) => ({
  params: { id: periodId },
  query: { columns, page, per_page: perPage, ...(sort === '' ? {} : { sort }), ...narrowing },
})

/** Returns the input of the call that counts by status. */
export const countsAsk = (periodId: number, coverage: Coverage, narrowing: Narrowing = {}) => ({
  query: { period_id: periodId, coverage_type: coverage, ...narrowing },
})
