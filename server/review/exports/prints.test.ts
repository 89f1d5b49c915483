import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})

const print = (body: object) => world.registrar.post('/api/prints', body)
const log = () =>
  services.owner
    .selectFrom('access_log')
    .select(['action', 'actor_id', 'subject_type', 'subject_id', 'detail'])
    .where('school_id', '=', world.schoolId)
    .execute()

it('a print of the list is logged: who, how many students of which filter, and which columns', async () => {
  for (const program of ['Law', 'Law', 'Nursing'])
    await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      program,
    })
  const filters = { program: { constraints: [{ match_mode: 'equals', value: 'Law' }] } }
  const selection = { period_id: world.periodId, filters }
  const answer = await print({ selection, columns: ['student_name', 'dob'] })
  expect([answer.status, answer.body.data]).toEqual([201, { rows: 2 }])
  expect(await log()).toEqual([
    {
      action: 'export',
      actor_id: world.registrarId,
      subject_type: 'period',
      subject_id: world.periodId,
      detail: 'print, 2 rows: student_name, dob',
    },
  ])
})

it.each([
  ['no columns', (period_id: number) => ({ selection: { period_id }, columns: [] }), 'columns'],
  [
    'a duplicate column',
    (period_id: number) => ({ selection: { period_id }, columns: ['sid', 'sid'] }),
    'columns',
  ],
  ['an SSN', (period_id: number) => ({ selection: { period_id }, columns: ['ssn'] }), 'columns.0'],
  ['no selection', () => ({ columns: ['sid'] }), 'selection'],
])('a print with %s is refused by field and not logged', async (_name, body, field) => {
  const answer = await print(body(world.periodId))
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
  expect(await log()).toEqual([])
})

it('a period of another school is refused like one that doesn’t exist', async () => {
  const other = await buildSchoolWorld(services)
  const answer = await print({ selection: { period_id: other.periodId }, columns: ['sid'] })
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['selection.period_id']])
})
