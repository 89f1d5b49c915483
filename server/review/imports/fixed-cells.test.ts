import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { importing, type Importing } from '#server/testing/import-file.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildStudent } from '#server/records/students/factory.ts'

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

const header = 'Student ID,Last Name,First Name,Date of Birth,Gender,SSN,Academic Status'
const rows = [
  'S1,Lee,Ann,01/02/2001,Femal,,Returning',
  'S2,Roe,Bo,01/02/2001,Femal,,Returning',
  'S3,,Cy,01/02/2001,F,,Returning',
  'S4,Poe,Di,13/45/2001,F,,Retuning',
  'S5,Moe,Ed,01/02/2001,M,123456,Returning',
  'S6,Doe,Fay,01/02/2001,F,,Returning',
]
const file = [header, ...rows].join('\n')

const cellsOf = async (id: number) =>
  (await world.registrar.get(`/api/imports/${id}/rejected-cells`)).body.data
const fix = async (id: number, ...cells: readonly object[]) => {
  const answer = await world.registrar.post(`/api/imports/${id}/fix-cells`, { cells })
  await services.runJobs()
  return answer
}
const apply = async (id: number, body: object = {}) => {
  await world.registrar.post(`/api/imports/${id}/apply`, body)
  await services.runJobs()
  return imports.read(id)
}
const students = () =>
  services.owner
    .selectFrom('students')
    .select(['sid', 'last_name', 'gender', 'dob', 'ssn_last_four'])
    .where('school_id', '=', world.schoolId)
    .orderBy('sid')
    .execute()

it('rejected cells are listed with their texts, the same value together and without SSNs', async () => {
  const { id, errors } = await imports.run(file, { dry_run: 'true' })
  expect(await cellsOf(id)).toEqual([
    {
      column: 'Gender',
      field: 'gender',
      value: 'Femal',
      message: 'Enter F, M or X.',
      rows: 2,
      row: 2,
      name: 'Lee, Ann',
      nearest: 'Female',
    },
    expect.objectContaining({ column: 'Last Name', value: '', rows: 1, row: 4, nearest: null }),
    expect.objectContaining({ column: 'Academic Status', value: 'Retuning', row: 5, nearest: 'Returning' }),
    expect.objectContaining({ column: 'Date of Birth', value: '13/45/2001', row: 5 }),
    expect.objectContaining({ column: 'SSN', value: null, row: 6, name: 'Moe, Ed' }),
  ])
  expect(errors[0]).toEqual({ row: 2, column: 'Gender', message: 'Enter F, M or X.', value: 'Femal' })
  expect(JSON.stringify(errors)).not.toContain('123456')
})

it('cells are fixed in the preview: all with a value at once, or one, and the file is read again', async () => {
  const { id } = await imports.run(file, { dry_run: 'true' })
  const answer = await fix(
    id,
    { column: 'Gender', at: { value: 'Femal' }, to: 'Female' },
    { column: 'Last Name', at: { row: 4 }, to: 'Coe' },
    { column: 'Date of Birth', at: { value: '13/45/2001' }, to: '03/04/2001' },
    { column: 'SSN', at: { row: 6 }, to: '912-34-5678' },
  )
  expect(answer.status).toBe(202)
  expect(await imports.read(id)).toMatchObject({ may_apply: true, counts: { added: 5, refused: 1 } })
  expect(await cellsOf(id)).toMatchObject([{ column: 'Academic Status', value: 'Retuning' }])
  // what was fixed before stays
  await fix(id, { column: 'Academic Status', at: { value: 'Retuning' }, to: null })
  expect((await imports.read(id)).counts).toEqual({ added: 6, changed: 0, unchanged: 0, refused: 0 })
  expect(await students()).toEqual([])
  expect((await apply(id)).applied).toBe(true)
  expect(await students()).toMatchObject([
    { sid: 'S1', gender: 'female' },
    { sid: 'S2', gender: 'female' },
    { sid: 'S3', last_name: 'Coe' },
    { sid: 'S4', dob: '2001-03-04' },
    { sid: 'S5', ssn_last_four: '5678' },
    { sid: 'S6' },
  ])
})

it('a fixed cell leaves rows alone in which the same value is right, and what replaced it can be fixed again', async () => {
  const places = [
    'Student ID,Last Name,First Name,Date of Birth,ZIP,Country',
    'S1,Lee,Ann,01/02/2001,K1A,US',
    'S2,Roe,Bo,01/02/2001,K1A,CA',
  ]
  const { id } = await imports.run(places.join('\n'), { dry_run: 'true' })
  await fix(id, { column: 'ZIP', at: { value: 'K1A' }, to: '1' })
  expect(await cellsOf(id)).toMatchObject([{ column: 'ZIP', value: '1', rows: 1 }])
  await fix(id, { column: 'ZIP', at: { value: '1' }, to: '44101' })
  await apply(id)
  const zips = await services.owner
    .selectFrom('students')
    .select('zip')
    .where('school_id', '=', world.schoolId)
    .orderBy('sid')
    .execute()
  expect(zips).toEqual([{ zip: '44101' }, { zip: 'K1A' }])
})

it('an import that stopped at rejected rows becomes a preview: nothing is saved before someone applies it', async () => {
  const { id, state } = await imports.run(file)
  expect(state).toBe('refused')
  await fix(id, { column: 'Gender', at: { value: 'Femal' }, to: 'F' })
  expect(await imports.read(id)).toMatchObject({ state: 'done', dry_run: true, applied: false })
  expect(await students()).toEqual([])
})

it('rows that someone confirmed stay confirmed', async () => {
  await buildStudent(services.owner, {
    school_id: world.schoolId,
    sid: 'T1',
    last_name: 'Doe',
    first_name: 'Fay',
    dob: '2001-01-02',
    prior_last_name: null,
  })
  const { id, counts } = await imports.run(file, { dry_run: 'true' })
  expect(counts).toMatchObject({ added: 0, refused: 6 })
  await world.registrar.post(`/api/imports/${id}/confirm-rows`, { rows: [7], is_confirmed: true })
  expect((await imports.read(id)).counts).toMatchObject({ added: 1, refused: 5 })
  await fix(id, { column: 'Gender', at: { value: 'Femal' }, to: 'F' })
  expect(await imports.read(id)).toMatchObject({
    counts: { added: 3, refused: 3 },
    findings: { confirmed: 1 },
  })
})

it('cells that aren’t rejected can’t be changed, nor those of an import that was applied', async () => {
  const { id } = await imports.run(file, { dry_run: 'true' })
  expect((await fix(id, { column: 'Last Name', at: { value: 'Doe' }, to: 'Dow' })).status).toBe(409)
  expect((await fix(id, { column: 'Last Name', at: { row: 7 }, to: 'Dow' })).status).toBe(409)
  await apply(id, { accept_valid_rows: true })
  const late = await fix(id, { column: 'Gender', at: { value: 'Femal' }, to: 'F' })
  expect([late.status, late.body.message]).toEqual([409, 'This file was already imported.'])
})
