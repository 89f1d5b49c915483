import { listDecisions } from '#contract/decisions/endpoints.ts'
import {
  countQueues,
  countUnseenFormSubmissions,
  getFormSubmission,
  listFormSubmissions,
} from '#contract/form-submissions/endpoints.ts'

/** What a decision about a form changes on screen. */
export const formReads = [
  getFormSubmission,
  listDecisions,
  listFormSubmissions,
  countQueues,
  countUnseenFormSubmissions,
]
