import { buildFormSubmission } from '#server/review/form-submissions/factory.ts'
import { buildStatusCode, buildStatusSession } from '#server/review/student-status/factory.ts'
import { buildStudentMessage } from '#server/review/student-messages/factory.ts'
import { publishForm, smallForm } from './form-requests.ts'
import { idOf, type TestRequests } from './test-request.ts'
import type { RequestWorld } from './request-world.ts'

const digits = '482915'

const studentOf = ({ services, studentId }: RequestWorld) =>
  services.owner
    .selectFrom('students')
    .select(['sid', 'dob', 'university_email', 'personal_email'])
    .where('id', '=', studentId)
    .executeTakeFirstOrThrow()

/** Lets the guest of a request world in as its student. */
const enter = async ({ services, guest, ...world }: RequestWorld): Promise<void> => {
  const owner = {
    school_id: world.schoolId,
    student_id: world.studentId,
    student_period_id: world.studentPeriodId,
  }
  guest.cookies.set('shipmate_status', await buildStatusSession(services.owner, owner, services.clock.now()))
}

/** Valid requests of the student’s status. */
export const statusRequests: TestRequests['student-status'] = {
  sendStatusCode: async (world) => {
    const { sid, dob } = await studentOf(world)
    return { ...idOf(world.periodId), body: { sid, dob } }
  },
  openStatusSession: async (world) => {
    const { sid, dob, university_email, personal_email } = await studentOf(world)
    const owner = {
      school_id: world.schoolId,
      student_period_id: world.studentPeriodId,
      email: university_email ?? personal_email,
    }
    await buildStatusCode(world.services.owner, world.services.services, owner, digits)
    return { ...idOf(world.periodId), body: { sid, dob, code: digits } }
  },
  endStatusSession: async (world) => {
    await enter(world)
    return {}
  },
  getStudentStatus: async (world) => {
    await enter(world)
    return {}
  },
  getFormProgress: async (world) => {
    await publishForm(world)
    const path = `/api/public/periods/${world.periodId}/form-submissions`
    return { params: { token: (await world.guest.post(path, smallForm)).body.data.resume_token } }
  },
  issueStatusFormToken: async (world) => {
    await enter(world)
    return idOf(
      await buildFormSubmission(world.services.owner, {
        school_id: world.schoolId,
        period_id: world.periodId,
        student_id: world.studentId,
        student_period_id: world.studentPeriodId,
        match_method: 'sid_and_birth_date',
      }),
    )
  },
  declineOptionalCoverage: async (world) => {
    await enter(world)
    return { body: { coverage_type: 'dental' } }
  },
}

const message = { email: 'maya@mail.example', message: 'Hello', left_empty: '', elapsed_seconds: 20 }

/** Publishes a contact form with a topic and a recipient. */
export const publishContactForm = async (
  { admin, periodId }: Pick<RequestWorld, 'admin' | 'periodId'>,
  change: object = {},
): Promise<void> => {
  const path = `/api/periods/${periodId}/contact-form`
  const { data } = (await admin.get(path)).body
  const saved = await admin.put(path, {
    ...data,
    is_on: true,
    recipients: [{ key: 'office', email: 'office@university.example' }],
    topics: [{ key: 'waivers', label: 'Waivers' }],
    ...change,
  })
  await admin.post(`/api/periods/${periodId}/publications`, {
    documents: [{ kind: 'contact-form', version: saved.body.data.version }],
  })
}

const unmatched = ({ services, schoolId, periodId }: RequestWorld): Promise<number> =>
  buildStudentMessage(services.owner, { school_id: schoolId, period_id: periodId })

/** Valid requests of the messages from students. */
export const messageRequests: TestRequests['student-messages'] = {
  sendStudentMessage: async (world) => {
    await publishContactForm(world)
    return { ...idOf(world.periodId), body: message }
  },
  listStudentMessages: ({ periodId }) => ({ query: { period_id: String(periodId) } }),
  listMessagesOfStudent: ({ studentId }) => idOf(studentId),
  matchStudentMessage: async (world) => ({
    ...idOf(await unmatched(world)),
    body: { student_period_id: world.studentPeriodId, version: 1 },
  }),
  replaceMessageState: async (world) => ({
    ...idOf(await unmatched(world)),
    body: { is_done: true, version: 1 },
  }),
}
