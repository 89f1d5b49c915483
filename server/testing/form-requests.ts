import { buildFormSubmission } from '#server/review/form-submissions/factory.ts'
import type { NewFormSubmission } from '#contract/review/form-submissions/sent-form.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import { ruleKeys } from '#contract/setup/period-documents/waiver-rules.ts'
import { createClient } from './client.ts'
import type { TestServices } from './test-services.ts'
import type { AttestedKey } from '#contract/setup/period-documents/attested.ts'
import { idOf, type TestRequests } from './test-request.ts'
import { textFile, type RequestWorld } from './request-world.ts'
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
  /** The requirement that its attestation answers. */
  readonly confirms?: AttestedKey
}

/** Publishes a form with one step and one attestation. */
export const publishForm = async (
  { admin, periodId }: Pick<SchoolWorld, 'admin' | 'periodId'>,
  { type = 'waiver', fields = [], is_open = true, confirms }: PublishedForm = {},
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
    attestations: [{ key: 'true', label: 'What I wrote is true.', ...(confirms ? { confirms } : {}) }],
    confirmation: '',
    version,
  })
  await admin.post(`/api/periods/${periodId}/publications`, {
    documents: [{ kind, version: saved.body.data.version }],
    reason: 'It has what this test needs.',
  })
}

/** Publishes waiver options of which only “active and continuous” is on, and which approve automatically. */
export const publishActiveRule = async (
  { admin, periodId }: Pick<SchoolWorld, 'admin' | 'periodId'>,
  options: object = {},
): Promise<void> => {
  const path = `/api/periods/${periodId}/waiver-configuration`
  const present = (await admin.get(path)).body.data
  const rules = Object.fromEntries(
    ruleKeys.map((key) => [key, { ...present[key], is_on: key === 'active_and_continuous' }]),
  )
  const { body } = await admin.put(path, {
    ...present,
    ...rules,
    approves_automatically: true,
    ...options,
  })
  await admin.post(`/api/periods/${periodId}/publications`, {
    documents: [{ kind: waiverConfiguration.kind, version: body.data.version }],
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

/** Uploads a file for a form. Returns its token. */
export const uploadFormFile = async (
  { guest, periodId }: Pick<RequestWorld, 'guest' | 'periodId'>,
  file: { readonly name: string; readonly bytes: Buffer | string } = textFile,
  fields: Record<string, string> = {},
): Promise<string> => {
  const { body } = await guest.upload(`/api/public/periods/${periodId}/files`, fields, file)
  return body.data.file_token
}

/** Saves an unfinished form, and publishes it so that it can be finished. Returns its token. */
const saveUnfinishedForm = async (world: RequestWorld): Promise<string> => {
  await publishForm(world)
  const form = { form_type: 'waiver', progress: 'in_progress' }
  const path = `/api/public/periods/${world.periodId}/form-submissions`
  return (await world.guest.post(path, form)).body.data.resume_token
}

let declined = 0

/** Sends a waiver form of the world’s student, which staff decline. Returns its token. */
const declinedForm = async (world: RequestWorld): Promise<string> => {
  await publishForm(world)
  const student = await world.services.owner
    .selectFrom('students')
    .select(['sid', 'dob', 'first_name', 'last_name'])
    .where('id', '=', world.studentId)
    .executeTakeFirstOrThrow()
  declined += 1
  const form = { ...smallForm, ...student, signature: `Maya Thompson ${declined}` }
  const path = `/api/public/periods/${world.periodId}/form-submissions`
  const { confirmation_number, resume_token } = (await world.guest.post(path, form)).body.data
  const { id } = await world.services.owner
    .selectFrom('form_submissions')
    .select('id')
    .where('confirmation_number', '=', confirmation_number)
    .executeTakeFirstOrThrow()
  const decision = { outcome: 'decline', reason_codes: ['other'], note: 'It ends in May.' }
  await world.admin.post('/api/decisions', { form_submission_id: id, coverage_type: 'medical', ...decision })
  return resume_token
}

/** Sends a form with a file. Returns the file’s ID. */
const buildFormFile = async (world: RequestWorld): Promise<number> => {
  await publishForm(world)
  const token = await uploadFormFile(world)
  const form = { ...smallForm, file_tokens: [token] }
  const path = `/api/public/periods/${world.periodId}/form-submissions`
  const { confirmation_number } = (await world.guest.post(path, form)).body.data
  const { id } = await world.services.owner
    .selectFrom('form_files')
    .innerJoin('form_submissions as form', 'form.id', 'form_files.submission_id')
    .select('form_files.id')
    .where('form.confirmation_number', '=', confirmation_number)
    .executeTakeFirstOrThrow()
  return id
}

/** Valid requests of the forms module. */
export const formRequests: TestRequests['form-submissions'] = {
  submitForm: async (world) => {
    await publishForm(world)
    return { ...idOf(world.periodId), body: smallForm }
  },
  resumeForm: async (world) => ({ params: { token: await saveUnfinishedForm(world) } }),
  continueForm: async (world) => ({ params: { token: await saveUnfinishedForm(world) }, body: smallForm }),
  checkForm: async (world) => {
    await publishForm(world)
    return { ...idOf(world.periodId), body: { ...smallForm, progress: 'in_progress' } }
  },
  emailFormLink: async (world) => ({
    params: { token: await saveUnfinishedForm(world) },
    body: { email: 'maya@mail.example' },
  }),
  appealForm: async (world) => ({
    params: { token: await declinedForm(world) },
    body: { comment: 'My plan covers all of it.' },
  }),
  addFormFile: ({ periodId }) => ({
    ...idOf(periodId),
    body: { kind: 'coverage_letter' },
    file: textFile,
  }),
  getFormFile: async (world) => idOf(await buildFormFile(world)),
  listFormSubmissionsByStudentPeriod: ({ studentPeriodId }) => idOf(studentPeriodId),
  listFormSubmissions: ({ periodId }) => ({ query: { period_id: String(periodId) } }),
  listFormSubmissionIds: ({ periodId }) => ({ query: { period_id: String(periodId) } }),
  countUnseenFormSubmissions: ({ periodId }) => ({ query: { period_id: String(periodId) } }),
  countQueues: ({ periodId }) => ({ query: { period_id: String(periodId) } }),
  getFormSubmission: async (world) => idOf(await matchedForm(world)),
  markFormSubmissionSeen: async (world) => idOf(await matchedForm(world)),
  claimFormSubmission: async (world) => ({ ...idOf(await matchedForm(world)), body: {} }),
  releaseFormSubmission: async (world) => idOf(await matchedForm(world)),
  searchMatchCandidates: async ({ services, schoolId, periodId }) => ({
    ...idOf(await buildFormSubmission(services.owner, { school_id: schoolId, period_id: periodId })),
    query: { q: 'smi' },
  }),
  matchFormSubmission: async ({ services, schoolId, periodId, studentPeriodId }) => ({
    ...idOf(await buildFormSubmission(services.owner, { school_id: schoolId, period_id: periodId })),
    body: { student_period_id: studentPeriodId, version: 1 },
  }),
  writeToSender: async (world) => ({
    ...idOf(await sendFromStranger(world)),
    body: { to: strangersEmail, subject: 'Your waiver form', body: '<p>Which name is on your card?</p>' },
  }),
  closeFormSubmission: async (world) => ({
    ...idOf(await openForm(world)),
    body: { coverage_types: ['medical'], reason: 'Sent by mistake.', version: 1 },
  }),
  mergeFromStudentFormSubmission: async (world) => ({
    ...idOf(world.studentPeriodId),
    body: { form_submission_id: await matchedForm(world), fields: ['first_name'], version: 1 },
  }),
}

/** The address in the form of someone who isn’t on the roster. */
export const strangersEmail = 'maya@mail.example'

/** Sends a form of someone who isn’t on the roster, with their email address. Returns its ID. */
export const sendFromStranger = async ({
  services,
  ...world
}: Pick<RequestWorld, 'services' | 'periodId' | 'admin'>): Promise<number> => {
  const { periodId } = world
  await publishForm(world, { fields: [{ name: 'personal_email' }] })
  const { body } = await createClient(services.app).post(`/api/public/periods/${periodId}/form-submissions`, {
    ...smallForm,
    personal_email: strangersEmail,
  })
  const { id } = await services.owner
    .selectFrom('form_submissions')
    .select('id')
    .where('confirmation_number', '=', body.data.confirmation_number)
    .executeTakeFirstOrThrow()
  return id
}

/** Creates a form of the student of a request world with an open coverage type. */
const openForm = async (world: RequestWorld): Promise<number> => {
  await world.services.owner
    .updateTable('student_periods')
    .set({ medical_status: 'waiver_submitted' })
    .where('id', '=', world.studentPeriodId)
    .execute()
  return matchedForm(world)
}

/** Creates a form of the student of a request world. */
const matchedForm = ({
  services,
  schoolId,
  periodId,
  studentId,
  studentPeriodId,
}: RequestWorld): Promise<number> =>
  buildFormSubmission(services.owner, {
    school_id: schoolId,
    period_id: periodId,
    student_id: studentId,
    student_period_id: studentPeriodId,
    match_method: 'sid_and_birth_date',
  })

/** A form that a student on the roster sent. */
export interface SentForm {
  readonly id: number
  readonly student_id: number
  readonly student_period_id: number
  readonly version: number
  /** The student’s token, to fix or appeal. */
  readonly token: string
}

/** Adds a student with the name of the small form to the roster and sends a form in their name. */
export const sendForm = async (
  { services, world }: { services: TestServices; world: Pick<SchoolWorld, 'schoolId' | 'periodId'> },
  { student = {}, ...more }: { readonly student?: object } & Readonly<Record<string, unknown>> = {},
): Promise<SentForm> => {
  const year = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    student: {
      first_name: smallForm.first_name,
      last_name: smallForm.last_name,
      dob: smallForm.dob,
      university_email: 'maya@university.example',
      ...student,
    },
  })
  const answer = await createClient(services.app).post(
    `/api/public/periods/${world.periodId}/form-submissions`,
    { ...smallForm, ...more },
  )
  if (answer.status !== 201) throw new Error(`The form wasn’t taken: ${JSON.stringify(answer.body)}`)
  const form = await services.owner
    .selectFrom('form_submissions')
    .select(['id', 'version'])
    .where('student_period_id', '=', year.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return {
    ...form,
    student_id: year.student_id,
    student_period_id: year.id,
    token: answer.body.data.resume_token,
  }
}
