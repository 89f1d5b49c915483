import { carrierFileTasks } from '#server/outputs/carrier-files/index.ts'
import { emailTasks } from '#server/mail/emails/jobs.ts'
import { exportTasks } from '#server/review/exports/index.ts'
import { historyTasks } from '#server/platform/history/jobs.ts'
import { importTasks } from '#server/review/imports/index.ts'
import { insuranceCompanyTasks } from '#server/records/insurance-companies/index.ts'
import { noteTasks } from '#server/records/notes/index.ts'
import { studentPeriodTasks } from '#server/records/student-periods/index.ts'
import { websiteTasks } from '#server/setup/website/index.ts'
import { periodTasks } from '#server/setup/periods/jobs.ts'
import { verificationTasks } from '#server/review/verifications/index.ts'
import { reportScheduleTasks } from '#server/outputs/report-schedules/index.ts'
import { reportTasks } from '#server/outputs/reports/index.ts'
import { reverificationTasks } from '#server/review/reverifications/index.ts'
import type { Task } from './task.ts'

/** The background tasks of all modules. */
export const tasks: readonly Task[] = [
  ...importTasks,
  ...studentPeriodTasks,
  ...historyTasks,
  ...noteTasks,
  ...emailTasks,
  ...exportTasks,
  ...insuranceCompanyTasks,
  ...websiteTasks,
  ...periodTasks,
  ...verificationTasks,
  ...reverificationTasks,
  ...carrierFileTasks,
  ...reportTasks,
  ...reportScheduleTasks,
]
