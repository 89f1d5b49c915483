import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import type { TestClient } from '#server/testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { undoByJob } from '#server/testing/undo-job.ts'

let services: TestServices
let world: SchoolWorld
let nurse: number
let pilot: number
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  nurse = await build('Nursing')
  pilot = await build('Aviation')
})

const build = async (program: string): Promise<number> =>
  (
    await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      program,
    })
  ).id

const add = (body: object, client: TestClient = world.registrar) =>
  client.post('/api/bulk-add-student-note', body)
const notes = () =>
  services.owner
    .selectFrom('student_notes')
    .select(['student_id', 'student_period_id', 'body', 'author_id', 'deleted_at'])
    .where('school_id', '=', world.schoolId)
    .orderBy('id')
    .execute()
const history = () =>
  services.owner
    .selectFrom('history')
    .select(['kind', 'cause', 'student_period_id'])
    .where('school_id', '=', world.schoolId)
    .where('subject_type', '=', 'student_note')
    .orderBy('id')
    .execute()
const undo = (client: TestClient, headers: Record<string, unknown>) =>
  client.post(`/api/changes/${String(headers['x-change-id'])}/undo`)

describe('a note about many students', () => {
  it('is added to each, with the policy year it was written in and a history entry', async () => {
    const answer = await add({ ids: [nurse, pilot], body: '<p onclick="x">Card came <b>late</b></p>' })
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { matched: 2, changed: 2, skipped: [], skipped_total: 0, moves: [] },
    ])
    const written = await notes()
    expect(written.map(({ student_period_id }) => student_period_id)).toEqual([nurse, pilot])
    expect(new Set(written.map(({ body }) => body))).toEqual(
      new Set(['<p>Card came <strong>late</strong></p>']),
    )
    expect(written.every(({ author_id }) => author_id === world.registrarId)).toBe(true)
    expect(await history()).toEqual(
      [nurse, pilot].map((id) => ({ kind: 'note_added', cause: 'bulk', student_period_id: id })),
    )
  })

  it('is added to the students that a selection matches; the preview shows 5', async () => {
    const selection = {
      period_id: world.periodId,
      filters: { program: { operator: 'and', constraints: [{ match_mode: 'equals', value: 'nursing' }] } },
    }
    const shown = await add({ selection, body: 'Called', dry_run: true })
    expect(shown.body.data).toMatchObject({ matched: 1, changed: 1, sample: [{ id: nurse }] })
    expect(shown.body.data.sample[0].changes).toEqual([
      { field: 'body', before: null, after: '<p>Called</p>' },
    ])
    expect(await notes()).toEqual([])
    await add({ selection, body: 'Called', expected: { matched: 1, changed: 1 } })
    expect((await notes()).map(({ student_period_id }) => student_period_id)).toEqual([nurse])
  })

  it('is refused if the preview is outdated', async () => {
    const selection = { period_id: world.periodId }
    const late = await add({ selection, body: 'Called', expected: { matched: 1, changed: 1 } })
    expect([late.status, late.body.code, late.body.data.matched]).toEqual([409, 'stale', 2])
    expect(await notes()).toEqual([])
  })

  it('is added once if a student has 2 selected years, without a year', async () => {
    const { student_id } = await services.owner
      .selectFrom('student_periods')
      .select('student_id')
      .where('id', '=', nurse)
      .executeTakeFirstOrThrow()
    const period_id = await buildPeriod(services.owner, {
      school_id: world.schoolId,
      starts_on: '2027-08-01',
      ends_on: '2028-07-31',
    })
    const next = await world.registrar.post('/api/student-periods', { student_id, period_id })
    const answer = await add({ ids: [nurse, next.body.data.id], body: 'Called' })
    expect(answer.body.data).toMatchObject({ matched: 2, changed: 1 })
    expect(await notes()).toMatchObject([{ student_id, student_period_id: null }])
  })

  it('can be undone except for changed notes, and the undo can be undone', async () => {
    const added = await add({ ids: [nurse, pilot], body: 'Called' })
    const [first] = await services.owner
      .selectFrom('student_notes')
      .select('id')
      .where('student_period_id', '=', nurse)
      .execute()
    await world.admin.put(`/api/student-notes/${first?.id}/pinned`, { pinned: true })
    const undone = await undo(world.registrar, added.headers)
    expect(undone.body.data).toMatchObject({
      reverted: 1,
      left: [{ reason: 'The note changed after that.' }],
    })
    expect((await notes()).map(({ deleted_at }) => deleted_at === null)).toEqual([true, false])
    await undo(world.registrar, undone.headers)
    expect((await notes()).map(({ deleted_at }) => deleted_at === null)).toEqual([true, true])
  })

  it('of more than 10,000 runs as a job and is undone as a whole', async () => {
    await sql`
      with made as (
        insert into students (school_id, first_name, last_name, dob, sid)
        select ${world.schoolId}, 'N', 'Many', '2000-01-01', 'many-' || n from generate_series(1, 10001) n
        returning id, sort_name)
      insert into student_periods (school_id, period_id, student_id, sort_name)
      select ${world.schoolId}, ${world.periodId}, id, sort_name from made`.execute(services.owner)
    const asked = await add({ selection: { period_id: world.periodId }, body: '<p>Called</p>' })
    expect(asked.status).toBe(202)
    await services.runJobs()
    const job = (await world.registrar.get(`/api/jobs/${asked.body.data.job_id}`)).body.data
    expect(job).toMatchObject({ state: 'done', result: { matched: 10_003, changed: 10_003 } })
    const undone = await undoByJob(services, world.registrar, job.change_id)
    expect(undone.result).toMatchObject({ reverted: 10_003, left_total: 0 })
    expect((await notes()).filter(({ deleted_at }) => deleted_at === null)).toEqual([])
  }, 60_000)

  it.each([
    [{ body: 'x' }, 'ids'],
    [{ ids: [1], body: '' }, 'body'],
    [{ ids: [1], body: '<script>x</script>' }, 'body'],
    [{ ids: [1], body: 'x'.repeat(10_001) }, 'body'],
    [{ selection: { period_id: 999_999_999 }, body: 'x' }, 'selection.period_id'],
  ])('is refused with the invalid field: %j', async (body, key) => {
    const answer = await add(body)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [key]])
  })

  it('is refused as a whole if one student is of another school', async () => {
    const other = await buildSchoolWorld(services)
    const foreign = await buildStudentPeriod(services.owner, {
      school_id: other.schoolId,
      period_id: other.periodId,
    })
    expect((await add({ ids: [nurse, foreign.id], body: 'x' })).status).toBe(404)
    expect(await notes()).toEqual([])
  })
})
