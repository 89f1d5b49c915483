import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { sentStatements } from '#server/testing/sent-statements.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => services.close())

const sent = (sid: string) => ({
  period_id: world.periodId,
  sid,
  first_name: `Ana ${sid}`,
  last_name: 'Kim',
  dob: '2000-01-01',
  ssn: sid.replace(/\D/g, '').padStart(9, '2'),
})

it('adding a student takes 6 round trips, from the session to the commit', async () => {
  await world.registrar.get('/api/me')
  const asked = sentStatements()
  const { status } = await world.registrar.post('/api/add-student-to-period', sent('S-333445551'))
  expect(status).toBe(201)
  const words = asked.map((text) => text.trim().split(/\W+/)[0])
  expect(words.slice(0, words.indexOf('commit') + 1)).toEqual([
    'select',
    'begin',
    'select',
    'with',
    'with',
    'commit',
  ])
})

it('a list with filters on texts takes 2 round trips: the session, and the page with its count', async () => {
  await world.registrar.post('/api/add-student-to-period', sent('S-333445550'))
  const asked = sentStatements()
  const { body } = await world.registrar.get(
    `/api/student-periods-by-period/${world.periodId}?search=S-333445550`,
  )
  expect(body.meta.total).toBe(1)
  expect(asked).toHaveLength(2)
})

it('the response for a new student is the same as reading them afterwards', async () => {
  const { body } = await world.registrar.post('/api/add-student-to-period', sent('S-333445552'))
  const { ignored, ...made } = body.data
  expect(ignored).toEqual([])
  expect(made).toEqual((await world.registrar.get(`/api/student-periods/${made.id}`)).body.data)
})

it('nothing is added if the database reports a duplicate student ID', async () => {
  const first = sent('S-333445553')
  await world.registrar.post('/api/add-student-to-period', first)
  const twice = await world.registrar.post('/api/add-student-to-period', first)
  expect(twice.status).toBe(409)
  const found = await services.owner
    .selectFrom('students')
    .innerJoin('student_periods', 'student_periods.student_id', 'students.id')
    .select('student_periods.id')
    .where('sid', '=', 'S-333445553')
    .execute()
  expect(found).toHaveLength(1)
})
