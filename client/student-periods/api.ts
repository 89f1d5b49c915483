import type { Coverage } from '#contract/coverage/choices.ts'
import {
  countByStatus,
  listColumnValues,
  listStudentPeriodsByPeriod,
} from '#contract/student-periods/endpoints.ts'
import { countViews } from '#contract/views/endpoints.ts'
import { useAsk } from '#client/lib/query.ts'
import { narrowingOf, type Question } from './question.ts'

const minute = 60_000

/** How many stand in each status of a line, of those that a question leaves but for its own filter of that status. */
export const useStatusCounts = (period: number, coverage: Coverage, question: Question, enabled = true) =>
  useAsk(
    countByStatus,
    { query: { period_id: period, coverage_type: coverage, ...narrowingOf(question) } },
    { keepPrevious: true, refetchInterval: minute, enabled },
  )

/** What must be read again after a change of student-periods. */
export const listEndpoints = [
  listStudentPeriodsByPeriod,
  countByStatus,
  countViews,
  listColumnValues,
] as const
