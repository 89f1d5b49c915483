import {
  getStudentAsOf,
  listHistoryEntries,
  listHistoryPeople,
} from '#contract/platform/history/endpoints.ts'
import { listSchoolPeriods, listSchools } from '#contract/setup/schools/endpoints.ts'
import {
  countByMedicalStatus,
  countByStatus,
  getStudentPeriod,
  listColumnValues,
  listPlanPremiums,
  listStatusMoves,
  listStudentPeriodsByPeriod,
  listStudentPeriodsByStudent,
} from '#contract/records/student-periods/endpoints.ts'
import { countViews } from '#contract/records/views/endpoints.ts'
import { getStudent, getStudentOverview } from '#contract/records/students/endpoints.ts'

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
