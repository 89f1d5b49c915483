import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishForm, sendForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
  await publishForm(world, { fields: [{ name: 'phone' }, { name: 'program' }] })
})
afterAll(() => services.close())

it('merging forms while the same students are renamed never fails', async () => {
  const forms = []
  for (let index = 0; index < 40; index += 1)
    forms.push(
      await sendForm(
        { services, world },
        { student: { sid: `M-${index}` }, sid: `M-${index}`, phone: '503-555-2222', program: 'Pharmacy' },
      ),
    )
  const versions = await Promise.all(
    forms.map(async ({ student_period_id: id }) => {
      const { body } = await world.admin.get(`/api/student-periods/${id}`)
      return body.data.version
    }),
  )
  const answers = await Promise.all(
    forms.flatMap(({ id, student_id, student_period_id }, index) => [
      world.admin.put(`/api/students/${student_id}`, { last_name: `Renamed ${id}` }),
      world.admin.post(`/api/student-periods/${student_period_id}/merge-from-student-form-submission`, {
        form_submission_id: id,
        fields: ['phone', 'program'],
        version: versions[index],
      }),
    ]),
  )
  expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
}, 60_000)
