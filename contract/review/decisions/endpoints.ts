import * as z from 'zod/mini'
import { endpoint, list, one } from '#contract/platform/endpoint.ts'
import { idParams, idText } from '#contract/platform/fields.ts'
import { agreement } from './agreement.ts'
import {
  bulkDecision,
  bulkDecisionResult,
  decisionFeedback,
  decisionPreview,
  manualResult,
  newDecision,
  newDecisions,
  newManualResult,
  savedDecision,
  savedDecisions,
  suggestedDecision,
} from './outcome-shapes.ts'
import { keptDecision, newSecondReview, secondReview } from './second-review.ts'
import { waiverDecision, waiverTrial } from './shapes.ts'
import { waiverWhatIf } from './what-if.ts'

/** A trial of the saved waiver options. It’s a POST for its body and writes nothing. */
export const tryWaiver = endpoint({
  method: 'POST',
  path: '/api/periods/:id/waiver-trial',
  access: 'admin',
  summary: 'Decides a made-up waiver by the saved waiver options of a policy year. Nothing is saved.',
  params: idParams,
  body: waiverTrial,
  reply: one(waiverDecision),
})

/** What the saved waiver options would change, before they’re published. */
export const getWaiverWhatIf = endpoint({
  method: 'GET',
  path: '/api/periods/:id/waiver-what-if',
  access: 'admin',
  summary:
    'Judges the waivers of a policy year and the previous policy year by the saved waiver options. Nothing is saved.',
  params: idParams,
  reply: one(waiverWhatIf),
})

export const listDecisions = endpoint({
  method: 'GET',
  path: '/api/decisions',
  access: 'admin',
  summary: 'Lists the suggested decision for each coverage type of a form, with what staff decided.',
  query: z.strictObject({ formSubmissionId: idText }),
  reply: list(suggestedDecision),
})

export const decide = endpoint({
  method: 'POST',
  path: '/api/decisions',
  access: 'admin',
  summary: 'Decides one coverage type of a form: changes its status and queues the email.',
  body: newDecision,
  idempotent: true,
  reply: one(savedDecision),
  status: 201,
})

/** Several coverage types at once, so that the student gets one email. */
export const decideTogether = endpoint({
  method: 'POST',
  path: '/api/decisions/together',
  access: 'admin',
  summary: 'Decides several coverage types of a form in one change, with one email for each outcome.',
  body: newDecisions,
  idempotent: true,
  reply: one(savedDecisions),
  status: 201,
})

/** Shows what decisions would change. It’s a POST for its body and writes nothing. */
export const previewDecisions = endpoint({
  method: 'POST',
  path: '/api/decisions/preview',
  access: 'admin',
  summary: 'Shows the statuses, dates, premiums, fees and emails of decisions. Nothing is saved.',
  body: newDecisions,
  reply: one(decisionPreview),
})

export const decideInBulk = endpoint({
  method: 'POST',
  path: '/api/decisions/bulk',
  access: 'admin',
  summary: 'Decides all open coverage types of many forms the same way, after a preview (dry_run).',
  body: bulkDecision,
  idempotent: true,
  reply: one(bulkDecisionResult),
})

export const sendDecisionFeedback = endpoint({
  method: 'POST',
  path: '/api/decisions/feedback',
  access: 'admin',
  summary: 'Says whether a suggested decision was right.',
  body: decisionFeedback,
  reply: one(z.object({ id: z.int() })),
  status: 201,
})

/** What staff found out themselves, as long as no check answers electronically. */
export const addManualResult = endpoint({
  method: 'POST',
  path: '/api/decisions/manual-results',
  access: 'admin',
  summary: 'Saves what staff found out about the other coverage, and runs the rules again.',
  body: newManualResult,
  idempotent: true,
  reply: list(suggestedDecision),
  status: 201,
})

/** The latest manual result of each coverage type. */
export const listManualResults = endpoint({
  method: 'GET',
  path: '/api/decisions/manual-results',
  access: 'admin',
  summary: 'Lists the latest manual result for each coverage type of a form.',
  query: z.strictObject({ formSubmissionId: idText }),
  reply: list(manualResult),
})

/** Quality review. The decision of a second person changes no status. */
export const reviewDecision = endpoint({
  method: 'POST',
  path: '/api/decisions/second-reviews',
  access: 'admin',
  summary: 'Decides one coverage type of a decided waiver again, without seeing the first decision.',
  body: newSecondReview,
  idempotent: true,
  reply: one(secondReview),
  status: 201,
})

/** Resolves a disagreement. The other way is to undo or override the decision. */
export const keepDecision = endpoint({
  method: 'POST',
  path: '/api/decisions/second-reviews/:id/keep',
  access: 'admin',
  summary: 'Keeps a decision that a second person disagreed with.',
  params: idParams,
  body: keptDecision,
  reply: one(secondReview),
})

/** Agreement with recommendations, with the time to the decision. */
export const getAgreement = endpoint({
  method: 'GET',
  path: '/api/decisions/agreement',
  access: 'admin',
  summary: 'Compares the decisions of a policy year with the recommendations, rule by rule.',
  query: z.strictObject({ period_id: idText }),
  reply: one(agreement),
})
