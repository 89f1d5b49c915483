import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildFormSubmission } from '#server/review/form-submissions/factory.ts'
import { publishForm, sendForm, type SentForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
let form: SentForm
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  await publishForm(world)
  form = await sendForm({ services, world })
})

const list = async (queue?: string) => {
  const path = `/api/student-form-submissions?period_id=${world.periodId}`
  const { body } = await world.admin.get(queue === undefined ? path : `${path}&queue=${queue}`)
  return body.data
}
const become = async (academic_status: string): Promise<string> => {
  const answer = await world.admin.post('/api/student-periods/bulk-operations/update-student-status', {
    ids: [form.student_period_id],
    academic_status,
  })
  expect(answer.status).toBe(200)
  return String(answer.headers['x-change-id'])
}
const decide = () =>
  world.admin.post('/api/decisions', {
    form_submission_id: form.id,
    coverage_type: 'medical',
    outcome: 'approve',
  })

it.each(['graduated', 'withdrawn'])(
  'a form of a student who has %s is closed, and nothing of it is to do',
  async (status) => {
    expect(await list('to_review')).toMatchObject([{ id: form.id, open_coverages: ['medical'] }])
    await become(status)
    expect(await list()).toMatchObject([{ id: form.id, open_coverages: [], decision: 'open' }])
    for (const queue of ['to_review', 'unseen', 'ready', 'overdue']) expect(await list(queue)).toEqual([])
    expect((await decide()).status).toBe(422)
  },
)

it('opens again if the change is undone', async () => {
  const change = await become('withdrawn')
  expect((await world.admin.post(`/api/changes/${change}/undo`)).status).toBe(200)
  expect(await list('to_review')).toMatchObject([{ id: form.id, open_coverages: ['medical'] }])
  expect((await decide()).status).toBe(201)
})

it('is closed while the student is on leave, and opens again when they return', async () => {
  await become('leave_of_absence')
  expect(await list()).toMatchObject([{ id: form.id, open_coverages: [] }])
  expect(await list('to_review')).toEqual([])
  await become('returning')
  expect(await list('to_review')).toMatchObject([{ id: form.id, open_coverages: ['medical'] }])
})

it('isn’t closed if the student sends it after leaving, and it waits', async () => {
  await become('graduated')
  const { owner } = services
  await owner
    .updateTable('student_periods')
    .set({ medical_status: 'waiver_submitted' })
    .where('id', '=', form.student_period_id)
    .execute()
  expect(await list('to_review')).toMatchObject([{ id: form.id, open_coverages: ['medical'] }])
})

it('that matches no student is closed with a reason, and opens again if that’s undone', async () => {
  const place = { school_id: world.schoolId, period_id: world.periodId }
  const id = await buildFormSubmission(services.owner, place)
  const answer = await world.admin.post(`/api/student-form-submissions/${id}/close`, {
    coverage_types: ['medical'],
    reason: 'A student of another school sent it.',
    version: 1,
  })
  expect(answer.body.data).toMatchObject({
    open_coverages: [],
    outcomes: [{ outcome: 'closed', note: 'A student of another school sent it.' }],
  })
  expect(await list('unmatched')).toEqual([])
  const change = String(answer.headers['x-change-id'])
  expect((await world.admin.post(`/api/changes/${change}/undo`)).status).toBe(200)
  expect(await list('unmatched')).toMatchObject([{ id, open_coverages: ['medical'] }])
})
