import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { holdLock } from '#server/testing/hold-lock.ts'
import { importing } from '#server/testing/import-file.ts'
import { pngOf } from '#server/testing/sample-files.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildRoster, rosterText } from '#server/review/imports/factory.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})

describe('a call whose connection is lost during its transaction', () => {
  it('returns 503: the failed rollback doesn’t hide the cause', async () => {
    const { id } = await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
    })
    const held = await holdLock(services, 'select from student_periods where id = $1 for update', [id])
    const answer = world.registrar.post('/api/student-periods/bulk-operations/update-coverage-statuses', {
      ids: [id],
      dental_status: 'declined',
    })
    const [waiting] = await held.waitedFor()
    await sql`select pg_terminate_backend(${waiting})`.execute(services.owner)
    const { status, body, headers } = await answer
    await held.release()
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'unavailable', '5'])
  })
})

describe('a database whose disk is full', () => {
  const noRoom = 'The server is out of disk space. Nothing was saved. Contact Shipmate support.'
  const fill = (table: string) =>
    sql`create or replace function refuse_as_full() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger full_disk before insert on ${sql.table(table)} execute function refuse_as_full()`.execute(
      services.owner,
    )
  afterEach(async () => {
    await sql`drop function if exists refuse_as_full cascade`.execute(services.owner)
  })

  it('returns a readable error to an upload', async () => {
    const { student_id } = await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
    })
    await fill('student_files')
    const answer = await world.registrar.upload(
      `/api/students/${student_id}/file`,
      {},
      { name: 'card.png', bytes: pngOf(20, 10) },
    )
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([507, 'no_room', noRoom])
  })

  it('ends an import with the cause', async () => {
    await fill('import_rows')
    const ended = await importing(services, world).run(rosterText(buildRoster(3)))
    expect(ended).toMatchObject({ state: 'failed', message: noRoom })
  })
})
