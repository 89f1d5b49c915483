import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeSsn, encrypt, openSsn, sealSsn, ssnPlace } from '../lib/crypt.ts'
import { createLog } from '../lib/log.ts'
import { buildStudentPeriod } from '../student-periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '../testing/school-world.ts'
import { startTestHouse, type TestHouse } from '../testing/test-house.ts'
import { bindSsns } from './bind-ssns.ts'

let house: TestHouse
let world: SchoolWorld
beforeAll(async () => {
  house = await startTestHouse()
  world = await buildSchoolWorld(house)
})
afterAll(() => house.close())

const build = () => buildStudentPeriod(house.owner, { school_id: world.schoolId, period_id: world.periodId })
const keep = (id: number, columns: { ssn_cipher: Buffer; ssn_index: Buffer; ssn_last_four: string }) =>
  house.owner.updateTable('students').set(columns).where('id', '=', id).execute()
const cipherIn = async (table: string, student: number): Promise<Buffer> => {
  const { rows } = await sql<{ ssn_cipher: Buffer }>`
    select ssn_cipher from ${sql.table(table)} where student_id = ${student}`.execute(house.owner)
  return rows[0]!.ssn_cipher
}

it('SSNs of an older version are bound to their students wherever they are kept, once', async () => {
  const { keys } = house.house
  const { id: periodId, student_id: id } = await build()
  const old = { ...sealSsn(keys, { id, school_id: world.schoolId }, '219099999') }
  await keep(id, { ...old, ssn_cipher: encrypt(keys, 'students.ssn', '219099999') })
  const { rows } = await sql<{ id: number }>`
    insert into changes (at, actor_id, cause, kind, school_id)
    values (now(), ${world.registrarId}, 'person', 'student_changed', ${world.schoolId}) returning id`.execute(
    house.owner,
  )
  await sql`
    insert into replaced_ssns (change_id, student_id, ssn_cipher, ssn_index, ssn_last_four)
    select ${rows[0]!.id}::bigint, id, ssn_cipher, ssn_index, ssn_last_four from students where id = ${id}`.execute(
    house.owner,
  )
  await sql`
    insert into dependents (school_id, student_period_id, type, first_name, last_name, dob, ssn_cipher, ssn_last_four)
    values (${world.schoolId}, ${periodId}, 'child', 'Mia', 'Abara', '2020-01-01',
      ${encrypt(keys, 'dependents.ssn', '312099999')}, '9999')`.execute(house.owner)
  const log = createLog('silent')
  await bindSsns(house.owner, keys, log)
  const bound = async () => {
    const { ssn_cipher } = await house.owner
      .selectFrom('students')
      .select('ssn_cipher')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { ssn_cipher: child } = await house.owner
      .selectFrom('dependents')
      .select('ssn_cipher')
      .where('student_period_id', '=', periodId)
      .executeTakeFirstOrThrow()
    return [ssn_cipher!, await cipherIn('replaced_ssns', id), child!] as const
  }
  const [own, former, child] = await bound()
  expect(openSsn(keys, ssnPlace('students', id), own)).toBe('219099999')
  expect(openSsn(keys, ssnPlace('students', id), former)).toBe('219099999')
  expect(openSsn(keys, ssnPlace('dependents', id), child)).toBe('312099999')
  await bindSsns(house.owner, keys, log)
  expect(await bound()).toEqual([own, former, child])
})

it('an SSN that was put into another student’s row opens for nobody', async () => {
  const { keys } = house.house
  const [one, other] = [await build(), await build()]
  const cipher = closeSsn(keys, ssnPlace('students', one.student_id), '219091111')
  expect(() => openSsn(keys, ssnPlace('students', other.student_id), cipher)).toThrow(/authenticate/)
  expect(() => openSsn(keys, ssnPlace('dependents', one.student_id), cipher)).toThrow(/authenticate/)
  expect(() =>
    openSsn(keys, ssnPlace('students', one.student_id), encrypt(keys, 'students.ssn', '219091111')),
  ).toThrow('not bound')
})
