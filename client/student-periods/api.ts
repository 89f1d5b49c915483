import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Coverage } from '#contract/coverage/choices.ts'
import { countByStatus, listStudentPeriodsByPeriod } from '#contract/student-periods/endpoints.ts'
import { studentListColumns } from '#contract/student-periods/shapes.ts'
import { filtersOf, type Filters } from '#contract/table-query.ts'
import { askOptions, useAsk } from '#client/lib/query.ts'
import type { TableSearch } from '#client/lib/table-search.ts'
import { askedColumns } from './columns.tsx'

const knownFilters = filtersOf(studentListColumns)

/** The filters of an address that the list knows; others are left out rather than refused. */
export const readFilters = (search: TableSearch): Filters => {
  const entries = Object.entries(search.filters ?? {}).filter(
    ([field, filter]) => z.safeParse(knownFilters, { [field]: filter }).success,
  )
  return Object.fromEntries(entries)
}

const minute = 60_000

/** A page of the student list; the last one stays in sight while the next is read. */
export const useStudentList = (period: number, search: TableSearch, filters: Filters) => {
  const client = useQueryClient()
  const hasFilters = Object.keys(filters).length > 0
  return useQuery({
    ...askOptions(client, listStudentPeriodsByPeriod, {
      params: { id: period },
      query: {
        columns: askedColumns,
        page: search.page ?? 1,
        per_page: search.size ?? 50,
        ...(search.sort === undefined ? {} : { sort: search.sort }),
        ...(search.q === undefined ? {} : { search: search.q }),
        ...(hasFilters ? { filters: JSON.stringify(filters) } : {}),
      },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: minute,
  })
}

/** How many stand in each status of a line. */
export const useStatusCounts = (period: number, coverage: Coverage) =>
  useAsk(
    countByStatus,
    { query: { period_id: period, coverage_type: coverage } },
    { keepPrevious: true, refetchInterval: minute },
  )

/** What must be read again after a change of student-periods. */
export const listEndpoints = [listStudentPeriodsByPeriod, countByStatus] as const
