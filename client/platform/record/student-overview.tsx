import { createContext, use, type ReactNode } from 'react'
import type { ClientReply } from '#contract/platform/endpoint.ts'
import type { StudentPolicyYear } from '#contract/records/students/shapes.ts'
import type { getStudentOverview } from '#contract/records/students/endpoints.ts'

/** A student with the school and every policy year, for every screen of the student. */
export type StudentOverview = ClientReply<typeof getStudentOverview>

const OverviewContext = createContext<StudentOverview | null>(null)

/** Provides the student to the screens inside it. */
export const StudentOverviewProvider = (props: { overview: StudentOverview; children: ReactNode }) => (
  <OverviewContext value={props.overview}>{props.children}</OverviewContext>
)

/** Returns the student of the screen. Throws a developer error outside a student's screens. */
export const useStudentOverview = (): StudentOverview => {
  const overview = use(OverviewContext)
  if (!overview) throw new Error('useStudentOverview must be used inside <StudentOverviewProvider>.')
  return overview
}

/** Returns the requested policy year, otherwise the current one, otherwise the latest. */
export const yearOf = (
  { student_periods: years, current_period_id: current }: StudentOverview,
  period?: number,
): StudentPolicyYear | undefined =>
  years.find((year) => year.period_id === period) ??
  years.find((year) => year.period_id === current) ??
  years[0]
