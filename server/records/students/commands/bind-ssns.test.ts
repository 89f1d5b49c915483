import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { encryptSsn, encrypt, decryptSsn, ssnColumns, ssnPlace } from '#server/platform/lib/crypt.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { bindSsns } from './bind-ssns.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
})
afterAll(() => services.close())

const build = () =>
  buildStudentPeriod(services.owner, { school_id: world.schoolId, period_id: world.periodId })
const keep = (id: number, columns: { ssn_cipher: Buffer; ssn_index: Buffer; ssn_last_four: string }) =>
  services.owner.updateTable('students').set(columns).where('id', '=', id).execute()
const cipherIn = async (table: string, student: number): Promise<Buffer> => {
  const { rows } = await sql<{ ssn_cipher: Buffer }>`
    select ssn_cipher from ${sql.table(table)} where student_id = ${student}`.execute(services.owner)
  return rows[0]!.ssn_cipher
}

it('SSNs of an older version are bound to their students in every table, once', async () => {
  const { keys } = services.services
  const { id: periodId, student_id: id } = await build()
  const old = { ...ssnColumns(keys, { id, school_id: world.schoolId }, '219099999') }
  await keep(id, { ...old, ssn_cipher: encrypt(keys, 'students.ssn', '219099999') })
  const { rows } = await sql<{ id: number }>`
    insert into changes (at, actor_id, cause, kind, school_id)
    values (now(), ${world.registrarId}, 'person', 'student_changed', ${world.schoolId}) returning id`.execute(
    services.owner,
  )
  await sql`
    insert into replaced_ssns (change_id, student_id, school_id, ssn_cipher, ssn_index, ssn_last_four)
    select ${rows[0]!.id}::bigint, id, school_id, ssn_cipher, ssn_index, ssn_last_four from students where id = ${id}`.execute(
    services.owner,
  )
  await sql`
    insert into dependents (school_id, student_period_id, type, first_name, last_name, dob, ssn_cipher, ssn_last_four)
    values (${world.schoolId}, ${periodId}, 'child', 'Mia', 'Abara', '2020-01-01',
      ${encrypt(keys, 'dependents.ssn', '312099999')}, '9999')`.execute(services.owner)
  const log = createLog('silent')
  await bindSsns(services.owner, keys, log)
  const bound = async () => {
    const { ssn_cipher } = await services.owner
      .selectFrom('students')
      .select('ssn_cipher')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { ssn_cipher: child } = await services.owner
      .selectFrom('dependents')
      .select('ssn_cipher')
      .where('student_period_id', '=', periodId)
      .executeTakeFirstOrThrow()
    return [ssn_cipher!, await cipherIn('replaced_ssns', id), child!] as const
  }
  const [own, former, child] = await bound()
  expect(decryptSsn(keys, ssnPlace('students', id), own)).toBe('219099999')
  expect(decryptSsn(keys, ssnPlace('students', id), former)).toBe('219099999')
  expect(decryptSsn(keys, ssnPlace('dependents', id), child)).toBe('312099999')
  await bindSsns(services.owner, keys, log)
  expect(await bound()).toEqual([own, former, child])
})

it('an SSN moved to another student’s row can’t be decrypted', async () => {
  const { keys } = services.services
  const [one, other] = [await build(), await build()]
  const cipher = encryptSsn(keys, ssnPlace('students', one.student_id), '219091111')
  expect(() => decryptSsn(keys, ssnPlace('students', other.student_id), cipher)).toThrow(/authenticate/)
  expect(() => decryptSsn(keys, ssnPlace('dependents', one.student_id), cipher)).toThrow(/authenticate/)
  expect(() =>
    decryptSsn(keys, ssnPlace('students', one.student_id), encrypt(keys, 'students.ssn', '219091111')),
  ).toThrow('doesn’t belong to')
})
