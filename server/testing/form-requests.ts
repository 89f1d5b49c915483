import type { NewFormSubmission } from '#contract/form-submissions/shapes.ts'
import { idOf, type TestRequests } from './test-request.ts'
import type { SchoolWorld } from './school-world.ts'

/** A field that a published test form asks for. */
interface AskedField {
  readonly name: string
  readonly is_required?: boolean
}

/** What a published test form asks for. */
interface PublishedForm {
  readonly type?: 'enroll' | 'waiver'
  readonly fields?: readonly AskedField[]
  readonly is_open?: boolean
}

/** Publishes a form with one step and one attestation. */
export const publishForm = async (
  { admin, periodId }: Pick<SchoolWorld, 'admin' | 'periodId'>,
  { type = 'waiver', fields = [], is_open = true }: PublishedForm = {},
): Promise<void> => {
  const kind = `${type}-form`
  const { version } = (await admin.get(`/api/periods/${periodId}/${kind}`)).body.data
  const asked = fields.map(({ name, is_required = false }, index) => ({
    key: `f${index}`,
    name,
    label: null,
    help: null,
    is_required,
  }))
  const saved = await admin.put(`/api/periods/${periodId}/${kind}`, {
    is_open,
    steps: [{ key: 's', title: 'About you', body: '', fields: asked }],
    attestations: [{ key: 'true', label: 'What I wrote is true.' }],
    confirmation: '',
    version,
  })
  await admin.post(`/api/periods/${periodId}/publications`, {
    documents: [{ kind, version: saved.body.data.version }],
  })
}

/** The least that a form has. */
export const smallForm: NewFormSubmission & Readonly<Record<'first_name' | 'last_name' | 'dob', string>> = {
  form_type: 'waiver',
  coverage_types: ['medical'],
  first_name: 'Maya',
  last_name: 'Thompson',
  dob: '2003-04-05',
  attestations: ['true'],
  signature: 'Maya Thompson',
  qualifying_event: 'loss_of_coverage',
  event_on: '2026-11-10',
}

/** Valid requests of the forms module. */
export const formRequests: TestRequests['form-submissions'] = {
  submitForm: async (world) => {
    await publishForm(world)
    return { ...idOf(world.periodId), body: smallForm }
  },
  listFormSubmissionsByStudentPeriod: ({ studentPeriodId }) => idOf(studentPeriodId),
}
