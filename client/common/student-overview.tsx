import { createContext, use, type ReactNode } from 'react'
import type { Replied } from '#contract/endpoint.ts'
import type { StudentPolicyYear } from '#contract/student-periods/shapes.ts'
import type { getStudentOverview } from '#contract/students/endpoints.ts'

/** A student with the school and every policy year, as every screen of the student has it at hand. */
export type StudentOverview = Replied<typeof getStudentOverview>

const OverviewContext = createContext<StudentOverview | null>(null)

/** Gives the screens under it the student they are about. */
export const StudentOverviewProvider = (props: { overview: StudentOverview; children: ReactNode }) => (
  <OverviewContext value={props.overview}>{props.children}</OverviewContext>
)

/** The student whom the screen is about. Throws a developer error outside of a student's screens. */
export const useStudentOverview = (): StudentOverview => {
  const overview = use(OverviewContext)
  if (!overview) throw new Error('useStudentOverview needs <StudentOverviewProvider> above it.')
  return overview
}

/** The policy year that is asked for, else the current one, else the latest. */
export const yearOf = (
  { student_periods: years, current_period_id: current }: StudentOverview,
  period?: number,
): StudentPolicyYear | undefined =>
  years.find((year) => year.period_id === period) ??
  years.find((year) => year.period_id === current) ??
  years[0]
