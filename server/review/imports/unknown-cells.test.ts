import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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

const roster = (...rows: string[]) =>
  ['Student ID,Last Name,First Name,Date of Birth,Gender', ...rows].join('\n')

const students = () =>
  services.owner
    .selectFrom('students')
    .select(['sid', 'last_name', 'first_name', 'gender'])
    .where('school_id', '=', world.schoolId)
    .orderBy('sid')
    .execute()

describe('a gender that isn’t known', () => {
  it.each([
    'U',
    'n',
    'Unknown',
    'Not Specified',
    'NOT REPORTED',
    'N/A',
    '-',
    '—',
    'Prefer not to say',
    'Declined to State',
  ])('written as “%s” stays empty, and the preview says so', async (gender) => {
    const run = await imports.run(roster(`G1,Winterbourne,Saoirse,02/03/2002,${gender}`))
    expect(run).toMatchObject({
      state: 'done',
      counts: { added: 1 },
      unknown: [{ column: 'Gender', field: 'gender', value: gender, rows: 1 }],
    })
    expect(await students()).toMatchObject([{ sid: 'G1', gender: null }])
  })

  it('doesn’t empty a saved one, and is counted by value', async () => {
    await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      student: {
        sid: 'G1',
        last_name: 'Winterbourne',
        first_name: 'Saoirse',
        dob: '2002-02-03',
        gender: 'female',
      },
    })
    const run = await imports.run(
      roster(
        'G1,Winterbourne,Saoirse,02/03/2002,U',
        'G2,Oakes,Bo,02/04/2002,U',
        'G3,Pell,Di,02/05/2002,Unknown',
      ),
    )
    expect(run.unknown).toMatchObject([
      { value: 'U', rows: 2 },
      { value: 'Unknown', rows: 1 },
    ])
    expect((await students())[0]).toMatchObject({ gender: 'female' })
  })

  it.each(['NB', 'Non-binary', 'Non binary', 'O', 'Other', 'X', 'Genderqueer', 'Another gender'])(
    '“%s” is X',
    async (gender) => {
      await imports.run(roster(`G1,Winterbourne,Saoirse,02/03/2002,${gender}`))
      expect(await students()).toMatchObject([{ gender: 'x' }])
    },
  )

  it.each(['banana', 'F/M', '7', '女', '?', '??'])('“%s” is refused', async (gender) => {
    const run = await imports.run(roster(`G1,Winterbourne,Saoirse,02/03/2002,${gender}`))
    expect(run.errors).toMatchObject([{ column: 'Gender', message: 'Enter F, M or X.' }])
  })
})

describe('a student with one name', () => {
  it.each([
    ['in the last name', 'Sukarto,'],
    ['with a dot', 'Sukarto,.'],
    ['with FNU', 'Sukarto,FNU'],
    ['with a dash for the last name', '-,Sukarto'],
    ['with LNU', 'LNU,Sukarto'],
    ['with N/A', 'Sukarto,n/a'],
    ['with “No First Name”', 'Sukarto,No First Name'],
  ])('%s is added', async (_where, names) => {
    const run = await imports.run(roster(`I1,${names},01/02/2001,F`))
    expect(run.counts).toMatchObject({ added: 1, refused: 0 })
    expect(await students()).toMatchObject([{ last_name: 'Sukarto', first_name: '' }])
  })

  it('is unchanged the next time, and keeps a first name that was added by hand', async () => {
    const file = roster('I1,Sukarto,FNU,01/02/2001,F')
    await imports.run(file)
    expect((await imports.run(file)).counts).toMatchObject({ unchanged: 1, changed: 0 })
    await services.owner
      .updateTable('students')
      .set({ first_name: 'Suharta' })
      .where('school_id', '=', world.schoolId)
      .execute()
    expect((await imports.run(file)).counts).toMatchObject({ unchanged: 1 })
    expect(await students()).toMatchObject([{ first_name: 'Suharta' }])
  })

  it('is noted by what the file says', async () => {
    const run = await imports.run(roster('I1,LNU,Sukarto,01/02/2001,F', 'I2,Oakes,.,01/03/2001,M'), {
      dry_run: 'true',
    })
    expect(run.unknown).toMatchObject([
      { column: 'Last Name', field: 'last_name', value: 'LNU', rows: 1 },
      { column: 'First Name', field: 'first_name', value: '.', rows: 1 },
    ])
  })

  it('keeps names in any script', async () => {
    await imports.run(roster('I1,王,伟,01/02/2001,F', 'I2,Ο’Σέι,,01/03/2001,M'))
    expect(await students()).toMatchObject([
      { last_name: '王', first_name: '伟' },
      { last_name: 'Ο’Σέι', first_name: '' },
    ])
  })

  it('needs a last name, or a word for having none', async () => {
    const run = await imports.run(
      roster('I1,,,01/02/2001,F', 'I2,-,FNU,01/03/2001,M', 'I3,,Sukarto,01/04/2001,M'),
    )
    expect(run.errors).toMatchObject([
      { row: 2, column: 'Last Name', message: 'Last name is required.' },
      { row: 3, column: 'Last Name', message: 'Last name is required.' },
      { row: 4, column: 'Last Name', message: 'Last name is required.' },
    ])
  })
})
