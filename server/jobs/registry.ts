import { carrierFileTasks } from '../carrier-files/index.ts'
import { emailTasks } from '../emails/jobs.ts'
import { exportTasks } from '../exports/index.ts'
import { historyTasks } from '../history/jobs.ts'
import { importTasks } from '../imports/index.ts'
import { insuranceCompanyTasks } from '../insurance-companies/index.ts'
import { noteTasks } from '../notes/index.ts'
import { studentPeriodTasks } from '../student-periods/index.ts'
import { websiteTasks } from '../website/index.ts'
import { periodTasks } from '../periods/jobs.ts'
import { verificationTasks } from '../verifications/index.ts'
import { reportTasks } from '../reports/index.ts'
import { reverificationTasks } from '../reverifications/index.ts'
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
]
