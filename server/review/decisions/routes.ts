import type * as endpoints from '#contract/review/decisions/endpoints.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { problem } from '#server/platform/problem.ts'
import { readAgreement } from './queries/agreement.ts'
import { addManualResult } from './commands/suggest.ts'
import { decideInBulk } from './commands/decide-in-bulk.ts'
import { decide, previewDecisions } from './commands/decide.ts'
import { keepDecision, reviewDecision } from './commands/review-decision.ts'
import { sendFeedback } from './commands/send-feedback.ts'
import { readForms } from './queries/forms.ts'
import { listResults } from './queries/results.ts'
import { listSuggestions } from './queries/suggestions.ts'
import { tryWaiver } from './queries/trial.ts'
import { getWaiverWhatIf } from './queries/what-if.ts'

/** @throws Problem 422 if the form in a query is unknown */
const selectForm = async (context: Context, id: number): Promise<void> => {
  const [found] = await readForms(context, [id])
  if (!found) throw problem.selected('formSubmissionId')
}

export const handlers: Handlers<typeof endpoints> = {
  tryWaiver: (context, { params, body }) => tryWaiver(context, params.id, body),

  getWaiverWhatIf: (context, { params }) => getWaiverWhatIf(context, params.id),

  listDecisions: async (context, { query }) => {
    await selectForm(context, query.formSubmissionId)
    return listSuggestions(context, query.formSubmissionId)
  },

  decide: async (context, { body }) => {
    const { form_submission_id, send_email, version: of, dependents, ...line } = body
    const { outcomes, version } = await decide(
      context,
      { form_submission_id, send_email, version: of, dependents, lines: [line] },
      (field) => field,
    )
    const [outcome] = outcomes
    if (!outcome) throw new Error('The decision wasn’t saved.')
    return { ...outcome, version }
  },

  decideTogether: (context, { body }) => decide(context, body),

  previewDecisions: (context, { body }) => previewDecisions(context, body),

  decideInBulk: (context, { body }) => decideInBulk(context, body),

  addManualResult: async (context, { body }) => {
    await addManualResult(context, body)
    return listSuggestions(context, body.form_submission_id)
  },

  listManualResults: async (context, { query }) => {
    await selectForm(context, query.formSubmissionId)
    return listResults(context, query.formSubmissionId)
  },

  reviewDecision: (context, { body }) => reviewDecision(context, body),

  keepDecision: (context, { params, body }) => keepDecision(context, params.id, body.reason),

  getAgreement: (context, { query }) => readAgreement(context, query.period_id),

  sendDecisionFeedback: (context, { body }) => sendFeedback(context, body),
}
