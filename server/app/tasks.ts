import { carrierFileTasks } from '#server/outputs/carrier-files/index.ts'
import { defaultEnrollmentTasks } from '#server/review/default-enrollments/index.ts'
import { setupDifferenceTasks } from '#server/review/setup-differences/index.ts'
import { emailTasks } from '#server/review/emails/index.ts'
import { exportTasks } from '#server/review/exports/index.ts'
import { undoTasks } from './undo-job.ts'
import { importTasks } from '#server/review/imports/index.ts'
import { insuranceCompanyTasks } from '#server/records/insurance-companies/index.ts'
import { noteTasks } from '#server/records/notes/index.ts'
import { studentPeriodTasks } from '#server/records/student-periods/index.ts'
import { optionTasks } from '#server/records/options/index.ts'
import { periodTasks } from '#server/setup/periods/index.ts'
import { verificationTasks } from '#server/review/verifications/index.ts'
import { reportScheduleTasks } from '#server/outputs/report-schedules/index.ts'
import { reportTasks } from '#server/outputs/reports/index.ts'
import { reverificationTasks } from '#server/review/reverifications/index.ts'
import type { Task } from '#server/platform/jobs/task.ts'

/** The background tasks of all modules. */
export const tasks: readonly Task[] = [
  ...importTasks,
  ...studentPeriodTasks,
  ...undoTasks,
  ...noteTasks,
  ...defaultEnrollmentTasks,
  ...setupDifferenceTasks,
  ...emailTasks,
  ...exportTasks,
  ...insuranceCompanyTasks,
  ...optionTasks,
  ...periodTasks,
  ...verificationTasks,
  ...reverificationTasks,
  ...carrierFileTasks,
  ...reportTasks,
  ...reportScheduleTasks,
]
