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
})
afterAll(() => services.close())

const noPhone = 'The phone field must be a phone number.'
const addStudent = async (student: { country?: string; phone?: string } = {}): Promise<number> => {
  const { schoolId: school_id, periodId: period_id } = world
  return (await buildStudentPeriod(services.owner, { school_id, period_id, student })).student_id
}
const put = async (id: number, body: object) => {
  const answer = await world.registrar.put(`/api/students/${id}`, body)
  const { body: read } = await world.registrar.get(`/api/students/${id}`)
  return [answer.status, answer.body.errors?.phone ?? read.data.phone]
}

it('a student’s phone number is read with their country', async () => {
  const id = await addStudent({ country: 'GB' })
  expect(await put(id, { phone: '020 7946 0018' })).toEqual([200, '+442079460018'])
  expect(await put(id, { phone: '(503) 555-0100' })).toEqual([200, '+15035550100'])
  expect(await put(id, { phone: '9876543210', country: 'IN' })).toEqual([200, '+919876543210'])
  expect(await put(id, { phone: '+44 (0)20 7946 0018' })).toEqual([200, '+442079460018'])
  expect(await put(id, { phone: '020 7946 0018', country: 'US' })).toEqual([422, [noPhone]])
  expect(await put(id, { phone: null })).toEqual([200, null])
})

it.each(['+1 503 555 010', '+1 503 555 01000', '000-000-0000', '1234567890', 'call me', '503-555-0100 x12'])(
  'no one has the phone number %s',
  async (phone) => {
    expect(await put(await addStudent(), { phone })).toEqual([422, [noPhone]])
  },
)

it('a number that was saved before stays as it is until it’s changed', async () => {
  const id = await addStudent({ phone: '+1503555010' })
  expect(await put(id, { phone: '+1503555010', city: 'Salem' })).toEqual([200, '+1503555010'])
  expect(await put(id, { phone: '+1503555011' })).toEqual([422, [noPhone]])
})

it('a new student’s number is read with their country too', async () => {
  const add = (sid: string, phone: string) =>
    world.registrar.post('/api/add-student-to-period', {
      period_id: world.periodId,
      sid,
      first_name: 'Ines',
      last_name: sid,
      dob: '2003-04-05',
      country: 'FR',
      phone,
    })
  expect((await add('P1', '01 42 68 53 00')).body.data.student.phone).toBe('+33142685300')
  expect((await add('P2', '01 42 68 53')).body.errors).toEqual({ phone: [noPhone] })
})

it('an insurance company’s number is in the U.S. unless it has a country code', async () => {
  const add = async (name: string, phone: string) =>
    (await world.admin.post('/api/insurance-companies/create', { name, phone })).body
  expect((await add('Northgate', '800–555–0110')).data.phone).toBe('+18005550110')
  expect((await add('Southgate', '011 44 20 7946 0018')).data.phone).toBe('+442079460018')
  expect((await add('Eastgate', '020 7946 0018')).errors).toEqual({ phone: [noPhone] })
})

it('a form’s number is read with the country on the form', async () => {
  await publishForm(world, { fields: [{ name: 'phone' }, { name: 'country' }] })
  const guest = createClient(services.app)
  const send = (more: object) =>
    guest.post(`/api/public/periods/${world.periodId}/form-submissions`, { ...smallForm, ...more })
  expect((await send({ phone: '020 7946 0018', country: 'GB' })).status).toBe(201)
  const { id } = await services.owner
    .selectFrom('form_submissions')
    .select('id')
    .where('period_id', '=', world.periodId)
    .executeTakeFirstOrThrow()
  const form = (await world.admin.get(`/api/student-form-submissions/${id}`)).body.data
  expect(form.content.answers).toContainEqual({ name: 'phone', value: '+442079460018' })
  const refused = await send({ phone: '020 7946 0018' })
  expect([refused.status, refused.body.errors]).toEqual([422, { phone: [noPhone] }])
})
