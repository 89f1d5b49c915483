import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { buildSchoolWorld, type SchoolWorld } from '../testing/school-world.ts'
import { startTestHouse, type TestHouse } from '../testing/test-house.ts'

let house: TestHouse
let world: SchoolWorld
beforeAll(async () => {
  house = await startTestHouse()
  world = await buildSchoolWorld(house)
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => house.close())

const sent = (sid: string) => ({
  period_id: world.periodId,
  sid,
  first_name: 'Ana',
  last_name: 'Kim',
  dob: '2000-01-01',
  ssn: sid.replace(/\D/g, '').padStart(9, '2'),
})

it('a new student takes six round trips, from who calls to the commit', async () => {
  await world.registrar.get('/api/me')
  const asked: string[] = []
  const query = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [what] = given
    asked.push(typeof what === 'string' ? what : String(Reflect.get(Object(what), 'text')))
    return Reflect.apply(query, this, given)
  })
  const { status } = await world.registrar.post('/api/add-student-to-period', sent('S-333445551'))
  expect(status).toBe(201)
  const words = asked.map((text) => text.trim().split(/\s+/)[0])
  expect(words.slice(0, words.indexOf('commit') + 1)).toEqual([
    'select',
    'begin',
    'select',
    'with',
    'with',
    'commit',
  ])
})

it('answers a new student as they are read afterwards', async () => {
  const { body } = await world.registrar.post('/api/add-student-to-period', sent('S-333445552'))
  const { ignored, ...made } = body.data
  expect(ignored).toEqual([])
  expect(made).toEqual((await world.registrar.get(`/api/student-periods/${made.id}`)).body.data)
})

it('makes nobody when the database says that the student ID or the SSN is taken', async () => {
  const first = sent('S-333445553')
  await world.registrar.post('/api/add-student-to-period', first)
  const again = await world.registrar.post('/api/add-student-to-period', { ...first, sid: 'S-333445554' })
  expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['ssn']])
  const twice = await world.registrar.post('/api/add-student-to-period', first)
  expect(twice.status).toBe(409)
  const found = await house.owner
    .selectFrom('students')
    .select('id')
    .where('sid', '=', 'S-333445554')
    .execute()
  expect(found).toEqual([])
})
