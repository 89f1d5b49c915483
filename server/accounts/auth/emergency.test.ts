import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '#server/accounts/users/factory.ts'
import { createClient, type TestClient } from '#server/testing/client.ts'
import { verifyChain } from '#server/platform/history/verify.ts'
import { importing } from '#server/testing/import-file.ts'
import { sealAllHistory } from '#server/testing/seal-all-history.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { issueEmergencyCode } from './index.ts'

let services: TestServices
let world: SchoolWorld
let email: string
let code: string
let client: TestClient
const reason = 'The identity provider is down and a student is in the hospital.'

const issue = async (whose: string) =>
  (await issueEmergencyCode({ db: services.owner, clock: services.clock }, whose))?.code ?? null
const enter = (body: { email?: string; code?: string; reason?: string } = {}, from = client) =>
  from.post('/emergency-sign-in', { email, code, reason, ...body })

beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  email = `safe-${world.adminId}@shipmate.example`
  await buildUser(services.owner, { permission: 'shipmate_admin', email, two_factor_confirmed_at: null })
  code = (await issue(email)) ?? ''
  client = createClient(services.app)
  // failures of other tests came from the same address
  await services.owner.deleteFrom('throttles').execute()
})

describe('emergency access', () => {
  it('signs in with the code as it’s typed, counts as both factors, and ends after 60 minutes', async () => {
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/)
    const { status, body } = await enter({
      email: email.toUpperCase(),
      code: code.toLowerCase().replaceAll('-', ' '),
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ email, two_factor_required: false })
    const end = services.clock.now().getTime() + 3_600_000
    expect(Date.parse(body.data.emergency_ends_at)).toBe(end)
    // an account without two-factor authentication can't do anything otherwise
    expect((await client.get('/api/activity/people')).status).toBe(200)
    for (let minutes = 10; minutes < 60; minutes += 10) {
      services.clock.advance(600)
      expect((await client.get('/api/me')).body.data.emergency_ends_at).toBe(body.data.emergency_ends_at)
    }
    services.clock.advance(599)
    expect((await client.get('/api/me')).status).toBe(200)
    services.clock.advance(1)
    expect((await client.get('/api/me')).status).toBe(401)
  })

  it('works once, and only with the latest code', async () => {
    const newer = (await issue(email)) ?? ''
    expect((await enter()).status).toBe(422)
    const [one, two] = await Promise.all([
      enter({ code: newer }, createClient(services.app)),
      enter({ code: newer }, createClient(services.app)),
    ])
    expect([one.status, two.status].sort()).toEqual([200, 422])
    expect((await enter({ code: newer })).status).toBe(422)
  })

  it('expires after a year', async () => {
    services.clock.advance(366 * 86_400)
    expect((await enter()).status).toBe(422)
    services.clock.advance(-366 * 86_400)
  })

  it('needs a reason', async () => {
    const { status, body } = await enter({ reason: '  ' })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['reason']])
    expect((await enter()).status).toBe(200)
  })

  it('answers every wrong input the same, records it, and slows it down', async () => {
    const disabled = `off-${world.adminId}@shipmate.example`
    const id = await buildUser(services.owner, { permission: 'shipmate_admin', email: disabled })
    const disabledCode = (await issue(disabled)) ?? ''
    await services.owner
      .updateTable('users')
      .set({ disabled_at: services.clock.now().toISOString() })
      .where('id', '=', id)
      .execute()
    const answers = [
      await enter({ code: 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA' }),
      await enter({ email: 'no.one@shipmate.example' }),
      await enter({ email: disabled, code: disabledCode }),
    ]
    const texts = answers.map(({ status, body }) => `${status} ${JSON.stringify(body.errors)}`)
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).toContain('This email address and code don’t match')
    const failures = await services.owner
      .selectFrom('access_log')
      .select(['action', 'outcome'])
      .where('detail', '=', 'emergency access')
      .where(
        'subject_id',
        'in',
        services.owner.selectFrom('users').select('id').where('email', 'in', [email, disabled]),
      )
      .execute()
    expect(failures).toHaveLength(2)
    await enter({ code: 'no' })
    await enter({ code: 'no' })
    expect((await enter()).status).toBe(429)
    services.clock.advance(61)
    expect((await enter()).status).toBe(200)
  })

  it('is only for active Shipmate Admins', async () => {
    const school = await services.owner
      .selectFrom('users')
      .select('email')
      .where('id', '=', world.registrarId)
      .executeTakeFirstOrThrow()
    expect(await issue(school.email)).toBeNull()
    expect(await issue('no.one@shipmate.example')).toBeNull()
  })

  it('emails every other Shipmate Admin at once, with the reason', async () => {
    await enter({ reason: 'Power <b>outage</b>' })
    const emails = await services.owner
      .selectFrom('emails')
      .select(['to_address', 'subject', 'body', 'html'])
      .where('kind', '=', 'emergency_access')
      .where('body', 'like', '%outage%')
      .execute()
    const { email: other } = await services.owner
      .selectFrom('users')
      .select('email')
      .where('id', '=', world.adminId)
      .executeTakeFirstOrThrow()
    expect(emails.map((one) => one.to_address)).toContain(other)
    expect(emails.map((one) => one.to_address)).not.toContain(email)
    expect(emails[0]?.body).toContain('Reason: Power <b>outage</b>')
    expect(emails[0]?.html).not.toContain('<b>outage')
  })

  it('marks everything that is done in it, and the seals still hold', async () => {
    const { student_id } = await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
    })
    await world.admin.get(`/api/students/${student_id}`)
    await enter()
    await client.get(`/api/students/${student_id}`)
    await client.post('/api/student-notes/create', { student_id, body: 'Told the hospital.' })
    await services.services.accesses.flush()
    const { body } = await world.admin.get('/api/activity?kind=emergency')
    const [entry] = body.data.rows
    expect(entry).toMatchObject({ kind: 'emergency', detail: reason, outcome: 'allowed' })
    const all = await world.admin.get(`/api/activity?emergency_id=${entry.emergency_id}`)
    expect(all.body.data.rows.map(({ kind }: { kind: string }) => kind)).toEqual([
      'change',
      'view',
      'emergency',
    ])
    await sealAllHistory(services)
    expect((await verifyChain(services.owner, 'access_log', services.services.keys)).breaks).toEqual([])
  })

  it('marks what its jobs change too, also when they run after its end', { timeout: 60_000 }, async () => {
    await sql`
      with made as (
        insert into students (school_id, first_name, last_name, dob, sid)
        select ${world.schoolId}, 'N', 'Many', '2000-01-01', 'many-' || n from generate_series(1, 10001) n
        returning id, school_id, sort_name
      ) insert into student_periods (school_id, period_id, student_id, sort_name)
      select school_id, ${world.periodId}, id, sort_name from made`.execute(services.owner)
    await enter()
    const roster = 'Student ID,First name,Last name,Date of birth\r\nE-1,Ana,Kim,01/02/2003\r\n'
    const imported = await importing(services, world).post(roster, {}, client)
    const bulk = await client.post('/api/student-periods/bulk-operations/update-coverage-statuses', {
      selection: { period_id: world.periodId },
      dental_status: 'declined',
    })
    expect([imported.status, bulk.status]).toEqual([202, 202])
    services.clock.advance(3601)
    await services.runJobs()
    services.clock.advance(-3601)
    const { change_id } = (await client.get(`/api/jobs/${bulk.body.data.job_id}`)).body.data
    const undone = await client.post(`/api/changes/${change_id}/undo`)
    expect(undone.status).toBe(202)
    await services.runJobs()
    const [{ emergency_id }] = (await world.admin.get('/api/activity?kind=emergency')).body.data.rows
    const all = await world.admin.get(`/api/activity?emergency_id=${emergency_id}&kind=change`)
    const kinds = all.body.data.rows.map(({ change }: { change: { kind: string } }) => change.kind)
    expect(kinds.sort()).toEqual(['change_undone', 'coverage_status_changed', 'import_applied'])
  })
})
