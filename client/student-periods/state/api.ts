import { useQueryClient } from '@tanstack/react-query'
import type { Coverage } from '#contract/coverage/choices.ts'
import {
  countByStatus,
  listColumnValues,
  listStudentPeriodsByPeriod,
} from '#contract/student-periods/endpoints.ts'
import { valueColumns, type StudentListColumn } from '#contract/student-periods/columns.ts'
import { countViews } from '#contract/views/endpoints.ts'
import { askOptions, useAsk } from '#client/lib/query.ts'
import type { ReadValues } from '#client/ui/data-table/types.ts'
import { narrowingOf, type Question } from './question.ts'

const minute = 60_000

/** How many stand in each status of a line, of those that a question leaves but for its own filter of that status. */
export const useStatusCounts = (period: number, coverage: Coverage, question: Question, enabled = true) =>
  useAsk(
    countByStatus,
    { query: { period_id: period, coverage_type: coverage, ...narrowingOf(question) } },
    { keepPrevious: true, refetchInterval: minute, enabled },
  )

const isValueColumn = (field: string): field is StudentListColumn =>
  valueColumns.some((column) => column === field)

/** Counts the values of a column under a question, but for the column's own filter. */
export const useColumnValues = (period: number, question: Question): ReadValues => {
  const client = useQueryClient()
  return (field, contains) => {
    if (!isValueColumn(field)) throw new Error(`The values of ${field} are not listed.`)
    const sought = contains === '' ? {} : { contains }
    return askOptions(client, listColumnValues, {
      params: { id: period },
      query: { field, ...narrowingOf(question), ...sought },
    })
  }
}

/** Counts whom a question leaves: query options of a page of one. */
export const useCountOf = (periodId: number) => {
  const client = useQueryClient()
  return (question: Question) =>
    askOptions(client, listStudentPeriodsByPeriod, {
      params: { id: periodId },
      query: { columns: 'sid', per_page: 1, ...narrowingOf(question) },
    })
}

/** What must be read again after a change of student-periods. */
export const listEndpoints = [
  listStudentPeriodsByPeriod,
  countByStatus,
  countViews,
  listColumnValues,
] as const
