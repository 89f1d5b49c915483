import { listDecisions } from '#contract/decisions/endpoints.ts'
import {
  countQueues,
  countUnseenFormSubmissions,
  getFormSubmission,
  listFormSubmissions,
  listFormSubmissionsByStudentPeriod,
} from '#contract/form-submissions/endpoints.ts'
import { statusReads } from '#client/common/student-reads.ts'

/** What a decision about a form changes on screen. */
export const formReads = [
  getFormSubmission,
  listFormSubmissionsByStudentPeriod,
  listDecisions,
  listFormSubmissions,
  countQueues,
  countUnseenFormSubmissions,
  ...statusReads,
]
