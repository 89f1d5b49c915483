import { queueEmails } from '#server/mail/email-delivery/index.ts'
import { idOf, type TestRequests } from './test-request.ts'
import type { RequestWorld } from './request-world.ts'

/** Queues an email to the student. Returns its ID. */
const emailOf = async ({ services, studentId, schoolId }: RequestWorld): Promise<number> => {
  const [id] = await queueEmails({ db: services.owner, clock: services.services.clock }, [
    {
      kind: 'waiver_approved_confirmation',
      to_address: 'ana@campus.example',
      to_name: 'Ana Lopez',
      subject: 'Your insurance waiver was approved',
      body: 'You don’t need to do anything else.',
      school_id: schoolId,
      student_id: studentId,
    },
  ])
  return id ?? 0
}

const giveAddress = async ({ services, studentId }: RequestWorld): Promise<void> => {
  await services.owner
    .updateTable('students')
    .set({ university_email: 'ana@campus.example' })
    .where('id', '=', studentId)
    .execute()
}

const composed = ({ studentPeriodId }: RequestWorld) => ({
  ids: [studentPeriodId],
  subject: 'Your insurance card',
  body: '<p>It’s in the mail.</p>',
})

/** Composes an email. Returns the ID of its batch. */
const batchOf = async (world: RequestWorld): Promise<number> => {
  await giveAddress(world)
  const { body } = await world.registrar.post('/api/student-emails', composed(world))
  return body.data.batch_id
}

/** Valid requests of the module `emails`. */
export const emailRequests: TestRequests['emails'] = {
  listStudentEmails: ({ studentId }) => ({ query: { student_id: String(studentId) } }),
  resendStudentEmail: async (world) => {
    const id = await emailOf(world)
    await world.registrar.post(`/api/student-emails/${id}/cancel`)
    return idOf(id)
  },
  cancelStudentEmail: async (world) => idOf(await emailOf(world)),
  listMailbox: () => ({}),
  composeEmail: async (world) => {
    await giveAddress(world)
    return { body: composed(world) }
  },
  listSendableTemplates: ({ schoolId }) => ({ query: { school_id: String(schoolId) } }),
  listEmailBatches: ({ schoolId }) => ({ query: { school_id: String(schoolId) } }),
  getEmailBatch: async (world) => idOf(await batchOf(world)),
  stopEmailBatch: async (world) => idOf(await batchOf(world)),
}
