import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { studentListColumns } from '#contract/platform/record/columns.ts'
import { studentPeriodFields } from '#contract/platform/record/student-period-fields.ts'
import { movedFromStudent } from '#contract/platform/record/older-names.ts'
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

const migration = readFileSync(
  join(import.meta.dirname, '../../platform/db/migrations/20261122_1402_rename_older_fields.sql'),
  'utf8',
)

/** Fields that are newer than the migration: nothing was saved with an earlier name of theirs. */
const addedSince = ['late_waiver_fee']

it('a migration renames what was saved with earlier names, and changes nothing else', async () => {
  const at = services.clock.now().toISOString()
  const place = { owner_id: world.registrarId, school_id: world.schoolId, created_at: at, updated_at: at }
  const json = ({ query, columns }: { query: object; columns: object | null }) => ({
    query: JSON.stringify(query),
    columns: columns && JSON.stringify(columns),
  })
  const every = {
    query: { sort: movedFromStudent.map((name) => `student.${name}`).join(',') },
    columns: { shown: Object.keys(studentListColumns).map((name) => `student_period.${name}`) },
  }
  const untouched = { query: { search: 'student.x', filters: {} }, columns: null }
  await services.owner
    .insertInto('saved_views')
    .values([
      { ...place, name: '1', ...json(older) },
      { ...place, name: '2', ...json(every) },
      { ...place, name: '3', ...json(untouched) },
    ])
    .execute()
  await services.owner
    .insertInto('user_preferences')
    .values({
      user_id: world.registrarId,
      key: 'student-list',
      value: JSON.stringify(older.columns),
      updated_at: at,
    })
    .execute()
  await sql.raw(migration).execute(services.owner)
  const [first, second, third] = await services.owner
    .selectFrom('saved_views')
    .select(['query', 'columns'])
    .where('owner_id', '=', world.registrarId)
    .orderBy('name')
    .execute()
  expect(first).toEqual(present)
  expect(second?.query).toEqual({ sort: movedFromStudent.join(',') })
  expect(third).toEqual(untouched)
  const left = JSON.stringify(second?.columns).match(/student_period\.\w+/g)
  // fields of the student, and computed columns, were never in the student-period
  const leftFields = left
    ?.map((name) => name.slice(15))
    .filter((name) => Object.hasOwn(studentPeriodFields, name))
  expect(leftFields).toEqual(addedSince)
  const { body } = await world.registrar.get('/api/preferences/student-list')
  expect(body.data.value).toEqual(present.columns)
})
