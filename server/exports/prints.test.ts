import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildStudentPeriod } from '../student-periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '../testing/school-world.ts'
import { startTestHouse, type TestHouse } from '../testing/test-house.ts'

let house: TestHouse
let world: SchoolWorld
beforeAll(async () => {
  house = await startTestHouse()
})
afterAll(() => house.close())
beforeEach(async () => {
  world = await buildSchoolWorld(house)
})

const print = (body: object) => world.registrar.post('/api/prints', body)
const log = () =>
  house.owner
    .selectFrom('access_log')
    .select(['action', 'actor_id', 'subject_type', 'subject_id', 'detail'])
    .where('school_id', '=', world.schoolId)
    .execute()

it('a print of the list is in the access log: who, how many of whom it matches, and which columns', async () => {
  for (const program of ['Law', 'Law', 'Nursing'])
    await buildStudentPeriod(house.owner, { school_id: world.schoolId, period_id: world.periodId, program })
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
    'a column twice',
    (period_id: number) => ({ selection: { period_id }, columns: ['sid', 'sid'] }),
    'columns',
  ],
  ['an SSN', (period_id: number) => ({ selection: { period_id }, columns: ['ssn'] }), 'columns.0'],
  ['no selection', () => ({ columns: ['sid'] }), 'selection'],
])('a print of %s is refused by name, and not in the log', async (_name, body, field) => {
  const answer = await print(body(world.periodId))
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
  expect(await log()).toEqual([])
})

it('a period of another school is refused like one that is not there', async () => {
  const other = await buildSchoolWorld(house)
  const answer = await print({ selection: { period_id: other.periodId }, columns: ['sid'] })
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['selection.period_id']])
})
