import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildFormSubmission } from '#server/review/form-submissions/factory.ts'
import { rowsRead } from '#server/testing/rows-read.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildStudentPeriod } from '../factory.ts'
import { readSignedForms } from './signed-forms.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
})
afterAll(() => services.close())

const many = 3000

/** Adds a form whose entry of its arrival comes before those of many other forms. Returns its record. */
const buildOldForm = async (): Promise<number> => {
  const { owner } = services
  const place = { school_id: world.schoolId, period_id: world.periodId }
  const record = await buildStudentPeriod(owner, place)
  const form = await buildFormSubmission(owner, {
    ...place,
    student_id: record.student_id,
    student_period_id: record.id,
    match_method: 'sid_and_birth_date',
  })
  await sql`
    with act as (insert into changes (at, cause, kind) values (now(), 'student', 'form_submitted') returning id)
    insert into history (change_id, at, cause, subject_type, subject_id, school_id, kind, changes)
    select act.id, now(), 'student', 'form_submission', ${form}::bigint + n, ${world.schoolId}::bigint, 'form_submitted', '[]'
    from act, generate_series(0, ${many}) n`.execute(owner)
  await sql`analyze history`.execute(owner)
  return record.id
}

it('a form is read without reading the history of others', async () => {
  const id = await buildOldForm()
  const read = await rowsRead(services, world.registrarId, 'history', async (context) => {
    expect((await readSignedForms(context, [id])).get(id)).toHaveLength(1)
  })
  expect(read).toBeLessThanOrEqual(5)
})
