import { listDecisions } from '#contract/review/decisions/endpoints.ts'
import {
  countQueues,
  getFormSubmission,
  listFormSubmissions,
  listFormSubmissionsByStudentPeriod,
} from '#contract/review/form-submissions/endpoints.ts'
import { statusReads } from '#client/platform/common/student-reads.ts'

/** What a decision about a form changes on screen. */
export const formReads = [
  getFormSubmission,
  listFormSubmissionsByStudentPeriod,
  listDecisions,
  listFormSubmissions,
  countQueues,
  ...statusReads,
]
