import { useQueryClient } from '@tanstack/react-query'
import { listStudentPeriodsByPeriod } from '#contract/student-periods/endpoints.ts'
import type { StudentListRow } from '#contract/student-periods/shapes.ts'
import type { ReplyOf } from '#client/lib/ask.ts'
import { keyOf } from '#client/lib/query.ts'

/** The student as a list that was read already shows them: whom one comes to from it; null where none does. */
export const useListed = (studentId: number): StudentListRow | null =>
  useQueryClient()
    .getQueriesData<ReplyOf<typeof listStudentPeriodsByPeriod>>({
      queryKey: keyOf(listStudentPeriodsByPeriod),
    })
    .flatMap(([, page]) => page?.data ?? [])
    .find(({ student_id }) => student_id === studentId) ?? null

/** 'Abara, Ana M' as the record's header says it: 'Ana M Abara'. */
export const headName = (listed: string): string => {
  const comma = listed.lastIndexOf(', ')
  return comma < 0 ? listed : `${listed.slice(comma + 2)} ${listed.slice(0, comma)}`
}
