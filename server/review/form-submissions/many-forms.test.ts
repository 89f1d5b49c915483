import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { createClient } from '#server/testing/client.ts'
import { publishForm, smallForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
  await publishForm(world)
})
afterAll(() => services.close())

it('many forms at once leave the connections of staff free, and all are saved', async () => {
  const { pool, intake } = services.services
  const place = { school_id: world.schoolId, period_id: world.periodId }
  const student = { first_name: 'Maya', last_name: 'Thompson', dob: '2003-04-05' }
  const { id } = await buildStudentPeriod(services.owner, { ...place, student })
  const { calls } = await services.owner.transaction().execute(async (blocking) => {
    await blocking.selectFrom('student_periods').select('id').where('id', '=', id).forUpdate().execute()
    const calls = Array.from({ length: 8 }, (_, index) =>
      createClient(services.app).post(`/api/public/periods/${world.periodId}/form-submissions`, {
        ...smallForm,
        ...student,
        signature: `Maya Thompson ${index}`,
      }),
    )
    await expect.poll(() => intake.pool.waitingCount, { timeout: 20_000 }).toBe(5)
    expect([intake.pool.totalCount, pool.waitingCount]).toEqual([3, 0])
    expect((await world.admin.get(`/api/periods/${world.periodId}`)).status).toBe(200)
    return { calls }
  })
  const answers = await Promise.all(calls)
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
})
