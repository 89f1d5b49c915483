import { useQueryClient } from '@tanstack/react-query'
import { listStudentPeriodsByPeriod } from '#contract/records/student-periods/endpoints.ts'
import type { StudentListRow } from '#contract/records/student-periods/shapes.ts'
import type { ReplyOf } from '#client/platform/lib/ask.ts'
import { keyOf } from '#client/platform/lib/query.ts'

/** Returns the student as a loaded list shows them; null if no list has them. */
export const useListRow = (studentId: number): StudentListRow | null =>
  useQueryClient()
    .getQueriesData<ReplyOf<typeof listStudentPeriodsByPeriod>>({
      queryKey: keyOf(listStudentPeriodsByPeriod),
    })
    .flatMap(([, page]) => page?.data ?? [])
    .find(({ student_id }) => student_id === studentId) ?? null

/** Converts 'Abara, Ana M' to the header's format: 'Ana M Abara'. */
export const headName = (listed: string): string => {
  const comma = listed.lastIndexOf(', ')
  return comma < 0 ? listed : `${listed.slice(comma + 2)} ${listed.slice(0, comma)}`
}
