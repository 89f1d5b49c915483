import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '#server/platform/lib/log.ts'
import { buildRequestWorld, type RequestWorld } from '#server/testing/request-world.ts'
import { createClient } from '#server/testing/client.ts'
import { login } from '#server/testing/sign-in.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

/** Values placed in all kinds of input, then searched for in all logs. */
const canaries = {
  ssn: '912-34-5678',
  digits: '912345678',
  lastName: 'Quetzalcoatlus',
  firstName: 'Archaeopteryx',
  birthday: '1999-12-24',
  member: 'MEMBER-ZX81',
  email: 'canary@nest.example',
  password: 'tweet tweet tweet tweet',
  search: 'Pterodactyl',
} as const

let written = ''
let services: TestServices
let world: RequestWorld
beforeAll(async () => {
  const log = createLog('trace', { write: (line: string) => (written += line) })
  services = await startTestServices({}, log)
  world = await buildRequestWorld(services)
  await sql`create function break_loudly() returns trigger language plpgsql
    as $$ begin raise exception 'no % here', new using detail = new::text, hint = new::text; end $$`.execute(
    services.owner,
  )
})
afterAll(() => services.close())

const breakTable = async (table: string, work: () => Promise<void>): Promise<void> => {
  await sql`create trigger broken before insert or update on ${sql.table(table)}
    for each row execute function break_loudly()`.execute(services.owner)
  await work()
  await sql`drop trigger broken on ${sql.table(table)}`.execute(services.owner)
}

const student = {
  sid: 'CANARY-1',
  first_name: canaries.firstName,
  last_name: canaries.lastName,
  dob: canaries.birthday,
  ssn: canaries.ssn,
}
const add = (values: object = {}) =>
  world.registrar.post('/api/add-student-to-period', { period_id: world.periodId, ...student, ...values })

const finds = (): string[] => Object.values(canaries).filter((canary) => written.includes(canary))

describe('the log', () => {
  it('has no personal data, whatever fails', async () => {
    await breakTable('students', async () => {
      expect((await add()).status).toBe(500)
    })
    await breakTable('student_periods', async () => {
      const change = { medical_waive_member_subscriber_number: canaries.member }
      const path = `/api/student-periods/${world.studentPeriodId}/insurance-details`
      expect((await world.registrar.put(path, change)).status).toBe(500)
    })
    expect((await add()).status).toBe(201)
    expect((await add()).status).toBe(409)
    // with the same SSN, which is held
    expect((await add({ sid: 'CANARY-2', first_name: 'Other' })).status).toBe(201)
    expect((await add({ unknown: canaries.ssn })).status).toBe(422)
    await world.registrar.get(`/api/students/search-by-name?q=${canaries.search}`)
    await world.registrar.get(`/api/students/search-by-name?q=${canaries.search}&${canaries.lastName}=1`)
    await world.guest.get(`/api/${canaries.lastName}?ssn=${canaries.ssn}`)
    await breakTable('throttles', async () => {
      expect((await login(createClient(services.app), canaries.email, canaries.password)).status).toBe(500)
    })
    await breakTable('access_log', async () => {
      expect((await login(createClient(services.app), canaries.email, canaries.password)).status).toBe(500)
    })
    expect(written.match(/"level":50/g)?.length).toBeGreaterThanOrEqual(4)
    expect(finds()).toEqual([])
  })

  it('says where an error occurred, with the request’s ID', async () => {
    written = ''
    await breakTable('students', async () => {
      const answer = await add({ sid: 'CANARY-3', first_name: 'Third', ssn: null })
      expect(answer.body).toEqual({
        code: 'server_error',
        message: 'Server Error',
        request_id: expect.any(String),
      })
      const line = JSON.parse(written.trim().split('\n').at(-1) ?? '{}')
      expect(line).toMatchObject({
        request_id: answer.body.request_id,
        route: '/api/add-student-to-period',
        err: { type: 'error', code: 'P0001' },
      })
      expect(line.err.stack.join('\n')).toContain('server/records/student-periods/')
    })
    expect(finds()).toEqual([])
  })

  it('has one line per entry, whatever is sent', async () => {
    written = ''
    await world.guest.get('/api/x%0d%0a{"level":60}', { 'user-agent': 'evil' })
    await breakTable('schools', async () => {
      await world.admin.post('/api/schools/create', { name: 'a\r\n{"level":60,"msg":"forged"}' })
    })
    for (const line of written.trim().split('\n')) expect(JSON.parse(line).level).toBeLessThan(60)
  })
})
