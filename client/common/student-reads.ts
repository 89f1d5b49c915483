import { getStudentAsOf, listHistoryEntries, listHistoryPeople } from '#contract/history/endpoints.ts'
import { listSchoolPeriods, listSchools } from '#contract/schools/endpoints.ts'
import {
  countByMedicalStatus,
  countByStatus,
  getStudentPeriod,
  listColumnValues,
  listPlanPremiums,
  listStatusMoves,
  listStudentPeriodsByPeriod,
  listStudentPeriodsByStudent,
} from '#contract/student-periods/endpoints.ts'
import { countViews } from '#contract/views/endpoints.ts'
import { getStudent, getStudentOverview } from '#contract/students/endpoints.ts'

/** Endpoints to reload after statuses or records of students changed. */
export const statusReads = [
  listStudentPeriodsByPeriod,
  countByStatus,
  countByMedicalStatus,
  countViews,
  listColumnValues,
  getStudentPeriod,
  listStatusMoves,
  listPlanPremiums,
  getStudentOverview,
  listStudentPeriodsByStudent,
  listHistoryEntries,
  listHistoryPeople,
  getStudentAsOf,
] as const

/** Endpoints to reload after students were added to a policy year or removed from it. */
export const enrollmentReads = [...statusReads, getStudent, listSchoolPeriods, listSchools] as const
