import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildStudentPeriod } from '../student-periods/factory.ts'
import { hold } from '../testing/hold.ts'
import { importing } from '../testing/import-file.ts'
import { pngOf } from '../testing/sample-files.ts'
import { buildSchoolWorld, type SchoolWorld } from '../testing/school-world.ts'
import { startTestHouse, type TestHouse } from '../testing/test-house.ts'
import { buildRoster, rosterText } from '../imports/factory.ts'

let house: TestHouse
let world: SchoolWorld
beforeAll(async () => {
  house = await startTestHouse()
})
afterAll(() => house.close())
beforeEach(async () => {
  world = await buildSchoolWorld(house)
})

describe('a call whose connection is lost inside its transaction', () => {
  it('is answered 503: the rollback, which fails too, does not hide why', async () => {
    const { id } = await buildStudentPeriod(house.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
    })
    const held = await hold(house, 'select from student_periods where id = $1 for update', [id])
    const answer = world.registrar.post('/api/student-periods/bulk-operations/update-coverage-statuses', {
      ids: [id],
      dental_status: 'declined',
    })
    const [waiting] = await held.waitedFor()
    await sql`select pg_terminate_backend(${waiting})`.execute(house.owner)
    const { status, body, headers } = await answer
    await held.release()
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'unavailable', '5'])
  })
})

describe('a database whose disk is full', () => {
  const noRoom = 'The server has no disk space left. Nothing was saved. Tell the provider of Shipmate.'
  const fill = (table: string) =>
    sql`create or replace function refuse_as_full() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger full_disk before insert on ${sql.table(table)} execute function refuse_as_full()`.execute(
      house.owner,
    )
  afterEach(async () => {
    await sql`drop function if exists refuse_as_full cascade`.execute(house.owner)
  })

  it('answers an upload with words', async () => {
    const { student_id } = await buildStudentPeriod(house.owner, {
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

  it('ends an import with its cause', async () => {
    await fill('import_rows')
    const ended = await importing(house, world).run(rosterText(buildRoster(3)))
    expect(ended).toMatchObject({ state: 'failed', message: noRoom })
  })
})
