import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
  for (const [sid, last_name, first_name, dob] of people) {
    const student_id = await buildStudent(services.owner, {
      school_id: world.schoolId,
      sid,
      last_name,
      first_name,
      dob,
      prior_last_name: null,
    })
    const place = { school_id: world.schoolId, period_id: world.periodId }
    await buildStudentPeriod(services.owner, { ...place, student_id })
  }
})

type Person = readonly [sid: string, last: string, first: string, dob: string]
const people: readonly Person[] = [
  ['00A1', 'Brambleby', 'Odo', '2000-11-02'],
  ['00A2', 'Thistlewood', 'Ira', '1999-05-09'],
  ['00A3', 'Quillfeather', 'Ada', '2001-03-07'],
  ['00A4', 'Marchbanks', 'Una', '2002-08-12'],
  ['00A5', 'Okonjo', 'Ben', '1998-12-10'],
]
const file = (rows: readonly (readonly string[])[]): string =>
  ['Student ID,Last Name,First Name,Date of Birth', ...rows.map((row) => row.join(','))].join('\n')
/** Takes a column from other rows: the row at each place gets the value of the row named there. */
const from = (columns: readonly number[], order: readonly number[]) =>
  order.map(
    (place, row) =>
      people[row]?.map((cell, column) =>
        columns.includes(column) ? (people[place]?.[column] ?? '') : cell,
      ) ?? [],
  )
const sids = async () =>
  services.owner
    .selectFrom('students')
    .select(['sid', 'last_name'])
    .where('school_id', '=', world.schoolId)
    .orderBy('sid')
    .execute()
const post = async (id: number, what: string, body: unknown = {}) => {
  const answer = await world.registrar.post(`/api/imports/${id}/${what}`, body)
  await services.runJobs()
  return answer
}

describe('a file whose rows are about other people than their IDs say', () => {
  it.each<readonly [string, string, readonly (readonly string[])[], number]>([
    ['IDs shifted by a row', 'shifted_ids', from([0], [1, 2, 3, 4, 0]), 5],
    ['three IDs shifted', 'shifted_ids', from([0], [1, 2, 0, 3, 4]).slice(0, 3), 3],
    ['IDs in the order of something else', 'sorted_ids', from([0], [4, 3, 1, 0, 2]), 5],
    [
      'IDs of people the file doesn’t have',
      'other_people',
      people.slice(0, 3).map(([sid], row) => [sid, `New${row}`, 'Nora', '2003-01-01']),
      3,
    ],
    [
      'first and last names swapped',
      'swapped_names',
      people.map(([sid, last, first, dob]) => [sid, first, last, dob]),
      5,
    ],
    [
      'swapped names and no birth dates',
      'swapped_names',
      people.map(([sid, last, first]) => [sid, first, last, '']),
      5,
    ],
    ['names sorted alone', 'sorted_names', from([1, 2], [1, 0, 3, 4, 2]), 5],
    [
      'names sorted, and no birth dates',
      'other_people',
      from([1, 2], [1, 0, 3, 4, 2]).map((row) => [...row.slice(0, 3), '']),
      5,
    ],
    ['birth dates shifted', 'shifted_birth_dates', from([3], [1, 2, 3, 4, 0]), 5],
    [
      'days and months swapped',
      'shifted_birth_dates',
      people.map(([sid, last, first, dob]) => [
        sid,
        last,
        first,
        `${dob.slice(8)}/${dob.slice(5, 7)}/${dob.slice(0, 4)}`,
      ]),
      5,
    ],
  ])('is held: %s', async (_how, cause, rows, many) => {
    const before = await sids()
    const run = await imports.run(file(rows), { accept_valid_rows: 'true' })
    expect(run).toMatchObject({
      state: 'refused',
      may_apply: false,
      held: { cause, rows: many },
      applied: false,
    })
    const refused = await post(run.id, 'apply', { accept_valid_rows: true })
    expect(refused.status).toBe(409)
    expect(refused.body.code).toBe('stale')
    expect(await sids()).toEqual(before)
  })

  it('and is imported once someone says that it’s right, without the rows that no one confirms', async () => {
    const rows = [...from([0], [1, 2, 0, 3, 4]).slice(0, 3), ['N1', 'New', 'Nora', '2003-01-01']]
    const shown = await imports.run(file(rows), { dry_run: 'true' })
    expect(shown).toMatchObject({ state: 'done', may_apply: false, held: { cause: 'shifted_ids', rows: 3 } })
    const released = await post(shown.id, 'release')
    expect(released.body.data).toMatchObject({
      held: null,
      may_apply: true,
      counts: { added: 1, refused: 3 },
    })
    await post(shown.id, 'apply', { accept_valid_rows: true })
    expect(await imports.read(shown.id)).toMatchObject({ state: 'done', applied: true })
    expect((await sids()).map((one) => one.last_name)).toEqual([...people.map(([, last]) => last), 'New'])
  })

  it('but not for two such rows, or three corrected birth dates among many', async () => {
    const two = await imports.run(file(from([0], [1, 0, 2, 3, 4])), { dry_run: 'true' })
    expect(two).toMatchObject({ held: null, counts: { refused: 2, unchanged: 3 } })
    const swapped = people.map(([sid, last, first, dob], row) =>
      row < 2 ? [sid, first, last, dob] : [sid, last, first, dob],
    )
    expect(await imports.run(file(swapped), { dry_run: 'true' })).toMatchObject({
      held: null,
      counts: { changed: 2 },
    })
    const dates = people.map(([sid, last, first, dob], row) => [
      sid,
      last,
      first,
      row < 2 ? '1997-01-01' : dob,
    ])
    expect(await imports.run(file(dates), { dry_run: 'true' })).toMatchObject({
      held: null,
      counts: { changed: 2 },
    })
  })
})
