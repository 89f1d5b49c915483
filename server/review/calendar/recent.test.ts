import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildFormSubmission } from '#server/review/form-submissions/factory.ts'
import { clientOf, type TestClient } from '#server/testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { buildPerson } from '#server/testing/sign-in.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

// today is 2026-11-20
let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})

const nothing = {
  forms_received: 0,
  forms_decided: 0,
  students_not_emailed: 0,
  students_changed: 0,
  imports: [],
}

/** Returns the totals of the lists that the numbers open. */
const opened = async (client: TestClient) => {
  const total = async (path: string, field: string) => {
    const filters = { [field]: { operator: 'and', constraints: [{ match_mode: 'equals', value: true }] } }
    return (await client.get(`${path}filters=${encodeURIComponent(JSON.stringify(filters))}`)).body.meta.total
  }
  const [list, forms] = [
    `/api/student-periods-by-period/${world.periodId}?`,
    `/api/student-form-submissions?period_id=${world.periodId}&`,
  ]
  return {
    forms_received: await total(forms, 'received_since_visit'),
    forms_decided: await total(forms, 'decided_since_visit'),
    students_not_emailed: await total(list, 'delivery_failed_since_visit'),
    students_changed: await total(list, 'changed_since_visit'),
  }
}

const recent = async (client: TestClient) =>
  (await client.get(`/api/periods/${world.periodId}/recent-events`)).body.data
const change = async (id: number, campus: string, client: TestClient) => {
  const answer = await client.put(`/api/student-periods/${id}`, { campus })
  expect(answer.status).toBe(200)
}
const build = () =>
  buildStudentPeriod(services.owner, { school_id: world.schoolId, period_id: world.periodId })

it('what others did since the user’s last change before today is counted, and nothing of the user', async () => {
  const [me, other] = [
    await buildPerson(services, { permission: 'shipmate_admin' }),
    await buildPerson(services, { permission: 'shipmate_admin' }),
  ]
  const { id } = await build()
  const second = await build()
  expect(await recent(await clientOf(services, me.id))).toEqual({ since: null, ...nothing })
  await change(id, 'Riverside', await clientOf(services, me.id))
  // a change of the same day isn’t from an earlier visit
  expect((await recent(await clientOf(services, me.id))).since).toBeNull()
  const at = services.clock.now().toISOString()
  services.clock.advance(86_400)
  const [mine, theirs] = [await clientOf(services, me.id), await clientOf(services, other.id)]
  expect(await recent(mine)).toEqual({ since: at, ...nothing })

  await change(second.id, 'North', mine)
  await change(id, 'North', theirs)
  await change(id, 'South', theirs)
  await buildFormSubmission(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    submitted_at: services.clock.now().toISOString(),
  })
  expect(await recent(mine)).toEqual({ since: at, ...nothing, students_changed: 1, forms_received: 1 })
  // what happened before the change isn’t news to anyone who was here
  services.clock.advance(86_400)
  expect((await recent(await clientOf(services, other.id))).forms_received).toBe(0)
})

const sendForm = () =>
  buildFormSubmission(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    submitted_at: services.clock.now().toISOString(),
  })
const closeForm = async (id: number, client: TestClient) => {
  const answer = await client.post(`/api/student-form-submissions/${id}/close`, {
    coverage_types: ['medical'],
    reason: 'Sent twice',
    version: 1,
  })
  expect(answer.status).toBe(200)
}
const email = (row: { id: number; student_id: number }, state: 'failed' | 'bounced' | 'sent') =>
  services.owner
    .insertInto('emails')
    .values({
      school_id: world.schoolId,
      student_id: row.student_id,
      student_period_id: row.id,
      kind: 'deadline_reminder',
      to_address: 'ana@uni.example',
      to_name: 'Ana',
      subject: 'Hello',
      body: 'Hello',
      created_at: services.clock.now().toISOString(),
      send_at: services.clock.now().toISOString(),
      state,
      ...(state === 'failed' ? {} : { sent_at: services.clock.now().toISOString(), via: 'smtp' }),
    })
    .execute()

it('each number is the total of the list that it opens', async () => {
  const [me, other] = [
    await buildPerson(services, { permission: 'shipmate_admin' }),
    await buildPerson(services, { permission: 'shipmate_admin' }),
  ]
  const [first, second, inactive] = [await build(), await build(), await build()]
  const early = await sendForm()
  await email(first, 'failed')
  await change(first.id, 'Riverside', await clientOf(services, me.id))
  services.clock.advance(86_400)
  const [mine, theirs] = [await clientOf(services, me.id), await clientOf(services, other.id)]
  // twice the same student, one through the student’s own fields, and one who is no longer listed
  await change(first.id, 'North', theirs)
  await change(first.id, 'South', theirs)
  const named = await theirs.put(`/api/students/${second.student_id}`, { phone: '+16145550142' })
  expect(named.status).toBe(200)
  await change(inactive.id, 'North', theirs)
  await services.owner
    .updateTable('student_periods')
    .set({ status: 'inactive' })
    .where('id', '=', inactive.id)
    .execute()
  await email(second, 'failed')
  await email(second, 'bounced')
  await email(first, 'sent')
  const late = await sendForm()
  await buildFormSubmission(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    progress: 'in_progress',
    submitted_at: services.clock.now().toISOString(),
  })
  await closeForm(early, theirs)
  await closeForm(late, mine)
  expect(await recent(mine)).toMatchObject({
    forms_received: 1,
    forms_decided: 1,
    students_not_emailed: 1,
    students_changed: 2,
  })
  expect(await recent(mine)).toMatchObject(await opened(mine))
})

it('school admins get no numbers of forms, and nothing of other schools', async () => {
  const person = await buildPerson(services, { school_ids: [world.schoolId] })
  const { id } = await build()
  await change(id, 'Riverside', await clientOf(services, person.id))
  services.clock.advance(86_400)
  await buildFormSubmission(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    submitted_at: services.clock.now().toISOString(),
  })
  const client = await clientOf(services, person.id)
  expect(await recent(client)).toMatchObject({ since: expect.any(String), forms_received: 0 })
  const foreign = await buildSchoolWorld(services)
  expect((await client.get(`/api/periods/${foreign.periodId}/recent-events`)).status).toBe(404)
})

it('after two weeks away, nothing is counted', async () => {
  const person = await buildPerson(services, { permission: 'shipmate_admin' })
  const { id } = await build()
  await change(id, 'Riverside', await clientOf(services, person.id))
  services.clock.advance(15 * 86_400)
  expect(await recent(await clientOf(services, person.id))).toEqual({ since: null, ...nothing })
})
