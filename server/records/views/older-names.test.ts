import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
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

const filterBy = (value: string) => ({ operator: 'and', constraints: [{ match_mode: 'equals', value }] })
const older = {
  query: {
    search: 'student.program',
    filters: {
      'student_period.campus': filterBy('Main'),
      'student.program': filterBy('Older'),
      program: filterBy('Present'),
    },
    where: {
      operator: 'or',
      rules: [
        { field: 'student.academic_status', match_mode: 'isEmpty' },
        {
          operator: 'and',
          rules: [{ field: 'student_period.medical_status', match_mode: 'equals', value: 'waived' }],
        },
      ],
    },
    sort: '-student.graduation_year,student_name',
  },
  columns: {
    shown: ['student_name', 'student.program', 'student_period.dental_status'],
    widths: { 'student.program': 140 },
    pins: { 'student.loa_start_on': 'end' },
    density: 'compact',
  },
}
const present = {
  query: {
    search: 'student.program',
    filters: { campus: filterBy('Main'), program: filterBy('Present') },
    where: {
      operator: 'or',
      rules: [
        { field: 'academic_status', match_mode: 'isEmpty' },
        { operator: 'and', rules: [{ field: 'medical_status', match_mode: 'equals', value: 'waived' }] },
      ],
    },
    sort: '-graduation_year,student_name',
  },
  columns: {
    shown: ['student_name', 'program', 'dental_status'],
    widths: { program: 140 },
    pins: { loa_start_on: 'end' },
    density: 'compact',
  },
}

const stored = () =>
  services.owner
    .selectFrom('saved_views')
    .select(['query', 'columns'])
    .where('owner_id', '=', world.registrarId)
    .executeTakeFirstOrThrow()

it('a view with earlier field names is saved with the current names', async () => {
  const answer = await world.registrar.post('/api/views', {
    school_id: world.schoolId,
    name: 'Old',
    ...older,
  })
  expect([answer.status, answer.body.errors]).toEqual([201, undefined])
  expect(answer.body.data).toMatchObject({ ...present, broken: [] })
  expect(await stored()).toEqual(present)
})

it.each([
  ['a filter', { filters: { 'student.first_name': filterBy('A') } }, 'query.filters.student.first_name'],
  ['a sort', { sort: 'student.sid' }, 'query.sort'],
  [
    'a rule',
    { where: { operator: 'and', rules: [{ field: 'student.x', match_mode: 'isEmpty' }] } },
    'query.where.rules.0.field',
  ],
])('%s with a field that never was a student-period’s is refused', async (_name, query, field) => {
  const answer = await world.registrar.post('/api/views', { school_id: world.schoolId, name: 'Old', query })
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
})

it('a saved layout has the current names', async () => {
  const answer = await world.registrar.put('/api/preferences/student-list', { value: older.columns })
  expect([answer.status, answer.body.data.value]).toEqual([200, present.columns])
})
