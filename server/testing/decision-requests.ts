import type { WaiverTrial } from '#contract/review/decisions/shapes.ts'
import { publishForm, sendForm } from './form-requests.ts'
import type { RequestWorld } from './request-world.ts'
import { anotherAdmin, publishShare } from './second-reviews.ts'
import { idOf, type TestRequests } from './test-request.ts'

/** A made-up waiver with a source, both sides of the card and the 4 statements; no eligibility check. */
export const plainTrial: WaiverTrial = {
  source_of_coverage: 'parent_employer_group',
  insurance_type: 'ppo',
  company_flags: [],
  medicaid_state: null,
  program: null,
  campus: null,
  graduation_year: null,
  rotation_location: null,
  documents: ['insurance_card_front', 'insurance_card_back'],
  coverage_letter_on: null,
  attested: ['truth', 'report_loss', 'consent_to_verify', 'audit_and_charge'],
  eligibility_status: null,
  plan_begins_on: null,
  plan_ends_on: null,
  deductible: null,
  out_of_pocket_max: null,
  language: 'en',
}

let sent = 0

/** Publishes the waiver form and sends one, each of another student. */
const sentIn = async (world: RequestWorld) => {
  await publishForm(world)
  sent += 1
  const sid = `D-${sent}`
  return sendForm({ services: world.services, world }, { student: { sid }, sid })
}

/** Sends a waiver that someone else approves, and that the world’s admin is to review. */
const decidedIn = async (world: RequestWorld) => {
  await publishShare(world, 100)
  const form = await sentIn(world)
  const other = await anotherAdmin(world.services)
  await other.post('/api/decisions', { form_submission_id: form.id, ...approval })
  return form
}

/** Disagrees with a decision. Returns the ID of the second review. */
const disagreementIn = async (world: RequestWorld): Promise<number> => {
  const review = { form_submission_id: (await decidedIn(world)).id, ...approval, outcome: 'decline' }
  return (await world.admin.post('/api/decisions/second-reviews', review)).body.data.id
}

const approval = { coverage_type: 'medical', outcome: 'approve' } as const

/** Valid requests of the module `decisions`. */
export const decisionRequests: TestRequests['decisions'] = {
  tryWaiver: ({ periodId }) => ({ ...idOf(periodId), body: plainTrial }),
  getWaiverWhatIf: ({ periodId }) => idOf(periodId),
  listDecisions: async (world) => ({ query: { formSubmissionId: String((await sentIn(world)).id) } }),
  decide: async (world) => ({ body: { form_submission_id: (await sentIn(world)).id, ...approval } }),
  decideTogether: async (world) => ({
    body: { form_submission_id: (await sentIn(world)).id, lines: [approval] },
  }),
  previewDecisions: async (world) => ({
    body: { form_submission_id: (await sentIn(world)).id, lines: [approval] },
  }),
  decideInBulk: async (world) => ({ body: { ids: [(await sentIn(world)).id], outcome: 'approve' } }),
  addManualResult: async (world) => ({
    body: { form_submission_id: (await sentIn(world)).id, coverage_type: 'medical', status: 'active' },
  }),
  listManualResults: async (world) => ({ query: { formSubmissionId: String((await sentIn(world)).id) } }),
  reviewDecision: async (world) => ({
    body: { form_submission_id: (await decidedIn(world)).id, coverage_type: 'medical', outcome: 'approve' },
  }),
  keepDecision: async (world) => ({
    ...idOf(await disagreementIn(world)),
    body: { reason: 'The letter is on file.' },
  }),
  getAgreement: ({ periodId }) => ({ query: { period_id: String(periodId) } }),
  sendDecisionFeedback: async (world) => {
    const { id } = await sentIn(world)
    const { body } = await world.admin.get(`/api/decisions?formSubmissionId=${id}`)
    return { body: { decision_id: body.data[0].id, verdict: 'agree' } }
  },
}
