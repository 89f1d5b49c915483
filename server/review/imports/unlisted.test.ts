import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importing } from '#server/testing/import-file.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
})
afterAll(() => services.close())

const rows = [
  ['S1', 'Nursing', 'Main', '2028'],
  ['S2', 'nursing ', 'Mian', '2028'],
  ['S3', 'Nursng', 'Nowhere', '2031'],
  ['S4', 'Nursng', '', '2029'],
  ['S5', 'Archery', 'Main', '2029'],
]
const file = [
  'Student ID,Last Name,First Name,Date of Birth,Program,Campus,Class Year',
  ...rows.map(([sid, ...rest]) => [sid, 'Lee', 'Ann', '2001-02-03', ...rest].join(',')),
].join('\r\n')

const option = (value: string, is_retired = false) => ({ key: value.toLowerCase(), value, is_retired })

it('an import into a year whose options can’t be read has no warnings about values', async () => {
  const { id } = (
    await world.admin.post('/api/periods', {
      school_id: world.schoolId,
      name: 'Of a newer program',
      starts_on: '2027-08-01',
      ends_on: '2028-07-31',
    })
  ).body.data
  await sql`insert into period_documents (school_id, period_id, kind, content, version, updated_at)
    values (${world.schoolId}, ${id}, 'enroll-form/dropdowns-and-notices', '{"options": []}', 3, now())`.execute(
    services.owner,
  )
  const run = await importing(services, { ...world, periodId: id }).run(file, { dry_run: 'true' })
  expect(run).toMatchObject({ state: 'done', counts: { added: 5, refused: 0 }, unlisted: [] })
})

it('an import warns about values that aren’t in the period’s lists, and accepts them', async () => {
  const imports = importing(services, world)
  const path = `/api/periods/${world.periodId}/enroll-form/dropdowns-and-notices`
  const { data } = (await world.admin.get(path)).body
  expect((await imports.run(file, { dry_run: 'true' })).unlisted).toEqual([])

  const saved = await world.admin.put(path, {
    ...data,
    options: {
      ...data.options,
      program: [option('Nursing'), option('Law')],
      graduation_year: [option('2028'), option('2029', true)],
    },
  })
  expect(saved.status).toBe(200)
  const run = await imports.run(file, { dry_run: 'true' })
  expect(run).toMatchObject({ state: 'done', counts: { added: 5, refused: 0 }, errors: [] })
  // nothing about campuses: the period lists none
  expect(run.unlisted).toEqual([
    { column: 'Program', field: 'program', value: 'Nursng', rows: 2, nearest: 'Nursing' },
    { column: 'Program', field: 'program', value: 'Archery', rows: 1, nearest: null },
    { column: 'Class Year', field: 'graduation_year', value: '2031', rows: 1, nearest: null },
  ])
})
