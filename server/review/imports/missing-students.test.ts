import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildStudent } from '#server/records/students/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { importing, type Importing } from '#server/testing/import-file.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
let imports: Importing
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  imports = importing(services, world)
})

const know = async (sid: string, more: Readonly<Record<string, string>> = {}, status = 'active') => {
  const student_id = await buildStudent(services.owner, {
    school_id: world.schoolId,
    sid,
    last_name: `Last${sid}`,
    first_name: 'First',
    dob: '2001-01-01',
    prior_last_name: null,
    ...more,
  })
  const place = { school_id: world.schoolId, period_id: world.periodId }
  return buildStudentPeriod(services.owner, { ...place, student_id, status })
}
const row = (sid: string, last = `Last${sid}`, dob = '01/01/2001') => [sid, last, 'First', dob].join(',')
const file = (...rows: string[]) => ['Student ID,Last Name,First Name,Date of Birth', ...rows].join('\n')
const listMissing = (id: number) => world.registrar.post(`/api/imports/${id}/missing-students`, {})
const filters = (value: boolean) =>
  encodeURIComponent(
    JSON.stringify({ missing_from_roster: { constraints: [{ match_mode: 'equals', value }] } }),
  )
const missingNow = async (value = true): Promise<string[]> => {
  const { body } = await world.registrar.get(
    `/api/student-periods-by-period/${world.periodId}?filters=${filters(value)}&columns=sid,missing_from_roster&sort=sid`,
  )
  return body.data.map(({ sid }: { sid: string }) => sid)
}

it('students of the policy year who aren’t in a whole roster are a filter of the list, and nobody is removed', async () => {
  for (const sid of ['A1', 'A2', 'A3', 'A4', 'A5']) await know(sid)
  await know('A6', {}, 'inactive')
  const run = await imports.run(file(row('A1'), row('a2', 'LastA2'), row('N1')))
  expect(run).toMatchObject({ applied: true, counts: { added: 1, unchanged: 2 }, missing: null })
  expect(await missingNow()).toEqual([])
  const listed = await listMissing(run.id)
  expect(listed.body.data.missing).toBe(3)
  expect(await missingNow()).toEqual(['A3', 'A4', 'A5'])
  expect(await missingNow(false)).toEqual(['A1', 'A2', 'N1'])
  const inactive = await world.registrar.post('/api/student-periods/bulk-operations/update-student-status', {
    selection: {
      period_id: world.periodId,
      filters: { missing_from_roster: { constraints: [{ match_mode: 'equals', value: true }] } },
    },
    academic_status: 'withdrawn',
    dry_run: true,
  })
  expect(inactive.body.data).toMatchObject({ matched: 3 })
  expect((await imports.read(run.id)).missing).toBe(3)
})

it('a preview with nothing to import can be the whole roster too', async () => {
  for (const sid of ['A1', 'A2', 'A3']) await know(sid)
  const shown = await imports.run(file(row('A1')), { dry_run: 'true' })
  expect((await listMissing(shown.id)).body.data.missing).toBe(2)
  expect(await missingNow()).toEqual(['A2', 'A3'])
})

it('who is in the file under another ID, in a rejected row or in a stopped one isn’t missing', async () => {
  await know('00451200')
  await know('A2')
  await know('A3')
  await know('A4')
  await know('A5', { last_name: 'Okonjo' })
  const run = await imports.run(
    file(
      row('451200', 'Last00451200'),
      row('A2', 'LastA2', 'not a date'),
      row('A3', 'Someone', '02/02/2002'),
      row('N9', 'Okonjo'),
    ),
    { accept_valid_rows: 'true' },
  )
  expect(run.counts).toEqual({ added: 0, changed: 0, unchanged: 1, refused: 3 })
  await listMissing(run.id)
  expect(await missingNow()).toEqual(['A4'])
})

it('a later whole roster replaces what the earlier one said; a held file isn’t one', async () => {
  for (const sid of ['A1', 'A2', 'A3']) await know(sid)
  const first = await imports.run(file(row('A1')))
  await listMissing(first.id)
  const second = await imports.run(file(row('A2')))
  await listMissing(second.id)
  expect(await missingNow()).toEqual(['A1', 'A3'])
  expect((await imports.read(first.id)).missing).toBeNull()
  const swapped = ['A1', 'A2', 'A3'].map((sid) => [sid, 'First', `Last${sid}`, '01/01/2001'].join(','))
  const held = await imports.run(file(...swapped), { dry_run: 'true' })
  expect((await listMissing(held.id)).status).toBe(409)
  expect(await missingNow()).toEqual(['A1', 'A3'])
})

it('a file whose rows are no longer saved can’t be the whole roster', async () => {
  await know('A1')
  const run = await imports.run(file(row('A1')))
  await services.owner.deleteFrom('import_rows').where('import_id', '=', run.id).execute()
  expect((await listMissing(run.id)).status).toBe(409)
  expect(await missingNow()).toEqual([])
})
