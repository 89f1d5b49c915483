import * as z from 'zod/mini'
import type { Coverage } from '#contract/coverage/choices.ts'
import { countByStatus, listStudentPeriodsByPeriod } from '#contract/student-periods/endpoints.ts'
import { studentListColumns } from '#contract/student-periods/shapes.ts'
import { filtersOf, type Filters } from '#contract/table-query.ts'
import { useAsk } from '#client/lib/query.ts'
import type { TableSearch } from '#client/lib/table-search.ts'

const knownFilters = filtersOf(studentListColumns)

/** The filters of an address that the list knows; others are left out rather than refused. */
export const readFilters = (search: TableSearch): Filters => {
  const entries = Object.entries(search.filters ?? {}).filter(
    ([field, filter]) => z.safeParse(knownFilters, { [field]: filter }).success,
  )
  return Object.fromEntries(entries)
}

const minute = 60_000

/** How many stand in each status of a line. */
export const useStatusCounts = (period: number, coverage: Coverage) =>
  useAsk(
    countByStatus,
    { query: { period_id: period, coverage_type: coverage } },
    { keepPrevious: true, refetchInterval: minute },
  )

/** What must be read again after a change of student-periods. */
export const listEndpoints = [listStudentPeriodsByPeriod, countByStatus] as const
