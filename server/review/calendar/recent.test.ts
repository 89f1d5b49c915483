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

const nothing = { forms_received: 0, forms_decided: 0, emails_failed: 0, imports: 0, students_changed: 0 }

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
