import { useQueryClient } from '@tanstack/react-query'
import type { Coverage } from '#contract/platform/coverage/choices.ts'
import {
  countByStatus,
  listColumnValues,
  listStudentPeriodsByPeriod,
} from '#contract/records/student-periods/endpoints.ts'
import { valueColumns, type StudentListColumn } from '#contract/platform/record/columns.ts'
import { countViews } from '#contract/records/views/endpoints.ts'
import { askOptions, useAsk } from '#client/platform/lib/query.ts'
import type { ReadValues } from '#client/platform/ui/data-table/types.ts'
import { countsAsk } from './list-asks.ts'
import { requestOf, type ListQuery } from './list-query.ts'

const minute = 60_000

/** Query options for the counts by status of a coverage type, under a query without its filter of that status. */
export const useStatusCounts = (period: number, coverage: Coverage, query: ListQuery, enabled = true) =>
  useAsk(countByStatus, countsAsk(period, coverage, requestOf(query)), {
    keepPrevious: true,
    refetchInterval: minute,
    enabled,
  })

const isValueColumn = (field: string): field is StudentListColumn =>
  valueColumns.some((column) => column === field)

/** Query options for the counts of a column's values under a query, without the column's own filter. */
export const useColumnValues = (period: number, query: ListQuery): ReadValues => {
  const client = useQueryClient()
  return (field, contains) => {
    if (!isValueColumn(field)) throw new Error(`You can’t list the values of ${field}.`)
    const sought = contains === '' ? {} : { contains }
    return askOptions(client, listColumnValues, {
      params: { id: period },
      query: { field, ...requestOf(query), ...sought },
    })
  }
}

/** Query options for the number of students of a query: a page with one row. */
export const useCountOf = (periodId: number) => {
  const client = useQueryClient()
  return (query: ListQuery) =>
    askOptions(client, listStudentPeriodsByPeriod, {
      params: { id: periodId },
      query: { columns: 'sid', per_page: 1, ...requestOf(query) },
    })
}

/** Endpoints to reload after a change of student-periods. */
export const listEndpoints = [
  listStudentPeriodsByPeriod,
  countByStatus,
  countViews,
  listColumnValues,
] as const
