import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deleteExpired } from '#server/app/housekeeping.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { clientOf, createClient, type TestAnswer, type TestClient } from '#server/testing/client.ts'
import { sendForm, publishForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { buildSiteStudent, siteOf, type SiteStudent } from '#server/testing/student-site.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
let site: ReturnType<typeof siteOf>
let student: SiteStudent
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  site = siteOf(services, world)
  student = await buildSiteStudent(services, world)
})

const cookie = 'shipmate_status'
const read = (client: TestClient): Promise<TestAnswer> => client.get('/api/public/status')
const statusOf = async (client: TestClient): Promise<number> => (await read(client)).status
const sessions = () =>
  services.owner
    .selectFrom('status_sessions')
    .selectAll()
    .where('school_id', '=', world.schoolId)
    .orderBy('id')
    .execute()
const cookieLine = ({ headers }: TestAnswer): string =>
  [headers['set-cookie']]
    .flat()
    .map(String)
    .find((line) => line.includes(cookie)) ?? ''
/** What someone outside sees of a refusal. */
const seen = ({ status, body, text }: TestAnswer) => [status, { ...body, request_id: null }, text.length]
/** Returns another code than this one. */
const other = (digits: string): string => String((Number(digits) + 1) % 1_000_000).padStart(6, '0')

describe('a session', () => {
  it('is opened by the emailed code, with a cookie that scripts and other sites don’t get', async () => {
    await site.ask(student)
    const digits = await site.digitsFor(student.email)
    const answer = await site.answer(student, `${digits.slice(0, 3)} ${digits.slice(3)}`)
    expect([answer.status, answer.body.data]).toEqual([
      201,
      {
        opened_by: 'code',
        expires_at: new Date(services.clock.now().getTime() + 8 * 3_600_000).toISOString(),
        idle_minutes: 30,
      },
    ])
    expect(cookieLine(answer)).toMatch(/^shipmate_status=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    const { body, headers } = await read(student.client)
    expect([body.data.first_name, headers['cache-control']]).toEqual(['Maya', 'no-store'])
    expect(student.client.cookies.has('shipmate_session')).toBe(false)
  })

  it('has a cookie only for this host under https', async () => {
    const secure = await startTestServices({ PUBLIC_URL: 'https://app.example.org' })
    const place = await buildSchoolWorld(secure)
    const one = await buildSiteStudent(secure, place)
    const its = siteOf(secure, place)
    await its.ask(one)
    expect(cookieLine(await its.answer(one))).toMatch(
      /^__Host-shipmate_status=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    await secure.close()
  })

  it('gets a new secret when it’s opened: no one can plant one, and the browser’s former session ends', async () => {
    const planted = 'x'.repeat(43)
    student.client.cookies.set(cookie, planted)
    await site.enter(student)
    const first = student.client.cookies.get(cookie)!
    expect(first).not.toBe(planted)
    services.clock.advance(61)
    await site.enter(student)
    expect(student.client.cookies.get(cookie)).not.toBe(first)
    for (const former of [planted, first]) {
      const thief = createClient(services.app)
      thief.cookies.set(cookie, former)
      expect(await statusOf(thief)).toBe(401)
    }
    expect(await sessions()).toHaveLength(1)
    expect(JSON.stringify(await sessions())).not.toContain(first)
  })

  it('ends after 30 minutes without activity', async () => {
    await site.enter(student)
    services.clock.advance(29 * 60)
    expect(await statusOf(student.client)).toBe(200)
    services.clock.advance(29 * 60)
    expect(await statusOf(student.client)).toBe(200)
    services.clock.advance(30 * 60)
    const { status, body } = await read(student.client)
    expect([status, body.code]).toEqual([401, 'unauthenticated'])
  })

  it('ends after 8 hours, however active it is', async () => {
    await site.enter(student)
    for (let quarter = 1; quarter < 32; quarter += 1) {
      services.clock.advance(15 * 60)
      expect(await statusOf(student.client)).toBe(200)
    }
    services.clock.advance(15 * 60)
    expect(await statusOf(student.client)).toBe(401)
  })

  it('ends at once when the student ends it', async () => {
    await site.enter(student)
    const token = student.client.cookies.get(cookie)!
    expect((await student.client.delete('/api/public/status-sessions')).status).toBe(204)
    expect(student.client.cookies.has(cookie)).toBe(false)
    student.client.cookies.set(cookie, token)
    expect(await statusOf(student.client)).toBe(401)
    expect((await createClient(services.app).delete('/api/public/status-sessions')).status).toBe(204)
  })

  it('and codes are deleted when they have ended, and no others', async () => {
    await site.enter(student)
    const late = await buildSiteStudent(services, world)
    services.clock.advance(29 * 60)
    await site.enter(late)
    await site.ask(await buildSiteStudent(services, world))
    services.clock.advance(60)
    await deleteExpired(services.services)
    expect(await sessions()).toMatchObject([{ student_id: late.student_id }])
    const codes = () =>
      services.owner.selectFrom('status_codes').select('id').where('school_id', '=', world.schoolId).execute()
    expect(await codes()).toHaveLength(1)
    services.clock.advance(9 * 60)
    await deleteExpired(services.services)
    expect(await codes()).toHaveLength(0)
  })
})

describe('a session ends', () => {
  it('for both students when they are merged', async () => {
    const double = await buildSiteStudent(services, world)
    await site.enter(student)
    await site.enter(double)
    const merged = await world.admin.post(`/api/students/${student.student_id}/merge`, {
      other_id: double.student_id,
      version: 1,
      other_version: 1,
      fields: [],
      other_period_ids: [],
    })
    expect([merged.status, merged.body.errors]).toEqual([200, undefined])
    for (const { client } of [student, double]) expect(await statusOf(client)).toBe(401)
    expect(await sessions()).toEqual([])
  })

  it('with its record, its student, its policy year and its school', async () => {
    const gone = { deleted_at: services.clock.now().toISOString() }
    await site.enter(student)
    const { owner } = services
    const set = async (
      values: object,
      table: 'student_periods' | 'students' | 'periods' | 'schools',
      id: number,
    ) => {
      await owner.updateTable(table).set(values).where('id', '=', id).execute()
      return statusOf(student.client)
    }
    expect(await set(gone, 'student_periods', student.id)).toBe(401)
    expect(await set({ deleted_at: null }, 'student_periods', student.id)).toBe(200)
    const friend = await buildSiteStudent(services, {
      ...world,
      periodId: await buildPeriod(services.owner, { school_id: world.schoolId }),
    })
    expect(await set({ student_id: friend.student_id }, 'student_periods', student.id)).toBe(401)
    expect(await set({ student_id: student.student_id }, 'student_periods', student.id)).toBe(200)
    expect(await set(gone, 'students', student.student_id)).toBe(401)
    expect(await set({ deleted_at: null }, 'students', student.student_id)).toBe(200)
    expect(await set({ state: 'draft' }, 'periods', world.periodId)).toBe(401)
    expect(await set({ state: 'closed' }, 'periods', world.periodId)).toBe(200)
    expect(await set({ archived_at: gone.deleted_at }, 'schools', world.schoolId)).toBe(401)
  })
})

describe('a code', () => {
  it('works once, also for many requests at the same moment', async () => {
    await site.ask(student)
    const digits = await site.digitsFor(student.email)
    const many = Array.from({ length: 5 }, () =>
      site.answer({ ...student, client: createClient(services.app) }, digits),
    )
    const statuses = (await Promise.all(many)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 422, 422, 422, 422])
    expect(await sessions()).toHaveLength(1)
  })

  it('has 5 tries, also for requests at the same moment', async () => {
    await site.ask(student)
    const digits = await site.digitsFor(student.email)
    const wrong = Array.from({ length: 12 }, () => site.answer(student, other(digits)))
    for (const { status } of await Promise.all(wrong)) expect(status).toBe(422)
    const { tries } = await services.owner
      .selectFrom('status_codes')
      .select('tries')
      .where('student_period_id', '=', student.id)
      .executeTakeFirstOrThrow()
    expect(tries).toBe(5)
    expect((await site.answer(student, digits)).status).toBe(422)
    expect(await sessions()).toEqual([])
  })

  it('works after 4 wrong tries', async () => {
    await site.ask(student)
    const digits = await site.digitsFor(student.email)
    for (let time = 0; time < 4; time += 1)
      expect((await site.answer(student, other(digits))).status).toBe(422)
    expect((await site.answer(student, digits)).status).toBe(201)
  })

  it('of one student opens no other’s status', async () => {
    const friend = await buildSiteStudent(services, world)
    await site.ask(student)
    await site.ask(friend)
    const [mine, theirs] = [await site.digitsFor(student.email), await site.digitsFor(friend.email)]
    if (mine === theirs) return
    expect((await site.answer(friend, mine)).status).toBe(422)
    expect((await site.answer(student, theirs)).status).toBe(422)
    expect((await site.answer(student, mine)).status).toBe(201)
    expect((await read(student.client)).body.data.session.opened_by).toBe('code')
  })

  it('doesn’t work after 10 minutes, nor once the address that it went to was corrected', async () => {
    await site.ask(student)
    const digits = await site.digitsFor(student.email)
    await services.owner
      .updateTable('students')
      .set({ university_email: 'right@university.example' })
      .where('id', '=', student.student_id)
      .execute()
    expect((await site.answer(student, digits)).status).toBe(422)
    services.clock.advance(61)
    await site.ask(student)
    const again = await site.digitsFor('right@university.example')
    services.clock.advance(600)
    expect((await site.answer(student, again)).status).toBe(422)
  })
})

describe('a refusal', () => {
  it('is the same for a wrong, used or missing code and an unknown student, in even time', async () => {
    await site.ask(student)
    const digits = await site.digitsFor(student.email)
    const wrong = seen(await site.answer(student, other(digits)))
    expect(wrong.slice(0, 2)).toMatchObject([422, { errors: { code: [expect.any(String)] } }])
    expect((await site.answer(student, digits)).status).toBe(201)
    const fresh = await buildSiteStudent(services, world)
    const refused = [student, fresh, { ...student, sid: 'NO-ONE' }, { ...student, dob: '2003-04-06' }]
    for (const one of refused) {
      const [startedAt, before] = [performance.now(), services.pauses.length]
      expect(seen(await site.answer(one, digits))).toEqual(wrong)
      const paused = services.pauses.slice(before)
      expect(paused).toHaveLength(1)
      expect(performance.now() - startedAt + paused[0]!).toBeGreaterThan(245)
    }
  })

  it('is noted in the access log of the student', async () => {
    await site.ask(student)
    await site.answer(student, other(await site.digitsFor(student.email)))
    await services.services.accesses.flush()
    const { body } = await world.admin.get(`/api/students/${student.student_id}/accesses`)
    expect(body.data).toMatchObject([
      { action: 'refused', outcome: 'refused', actor: null, detail: 'wrong code' },
    ])
  })

  it.each([
    [{}, ['sid', 'dob', 'code']],
    [{ sid: 'A', dob: '2003-04-05' }, ['code']],
    [{ sid: 'A', dob: '2003-04-05', code: '12345' }, ['code']],
    [{ form_token: 'x'.repeat(43), sid: 'A' }, ['sid']],
    [{ form_token: 'x' }, ['form_token']],
    [{ form_token: 'x'.repeat(43) }, ['form_token']],
  ])('of %o names %o', async (body, fields) => {
    const answer = await site.open(student.client, body)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, fields])
  })

  it('follows too many tries from one network', async () => {
    await site.answer(student, '000000')
    const counter = services.owner.updateTable('throttles').where('key', 'like', 'status-tries:%')
    await counter.set({ hits: 300 }).execute()
    expect((await site.answer(student, '000000')).status).toBe(429)
    await counter.set({ hits: 0 }).execute()
  })
})

describe('a page of another site', () => {
  const foreign = { origin: 'https://evil.example' }
  it('can neither ask for codes, open or end sessions, get tokens nor decline', async () => {
    await publishForm(world)
    const form = await sendForm({ services, world })
    await site.enter(student)
    const path = `/api/public/periods/${world.periodId}`
    const calls = [
      ['POST', `${path}/status-codes`, { sid: student.sid, dob: student.dob }],
      ['POST', `${path}/status-sessions`, { form_token: form.token }],
      ['DELETE', '/api/public/status-sessions', undefined],
      ['POST', `/api/public/status/forms/${form.id}/token`, undefined],
      ['POST', '/api/public/status/decline-coverage', { coverage_type: 'dental' }],
    ] as const
    for (const [method, url, body] of calls)
      expect((await student.client.send(method, url, { body, headers: foreign })).status).toBe(403)
    const own = { origin: 'http://localhost:3000' }
    const declined = calls.at(-1)!
    expect((await student.client.send('POST', declined[1], { body: declined[2], headers: own })).status).toBe(
      200,
    )
  })

  it('can’t send a form that the browser sends without asking', async () => {
    await site.enter(student)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
      expect(
        (
          await student.client.send('POST', '/api/public/status/decline-coverage', {
            body: '{"coverage_type":"dental"}',
            headers: { 'content-type': type },
          })
        ).status,
      ).toBe(415)
  })
})

describe('sessions of students and of users', () => {
  it('open nothing of each other, whatever cookie has their secrets', async () => {
    await site.enter(student)
    const staff = await clientOf(services, world.adminId)
    const [theirs, own] = [staff.cookies.get('shipmate_session')!, student.client.cookies.get(cookie)!]
    expect(await statusOf(staff)).toBe(401)
    expect((await student.client.get('/api/me')).status).toBe(401)
    staff.cookies.set(cookie, theirs)
    expect(await statusOf(staff)).toBe(401)
    student.client.cookies.set('shipmate_session', own)
    expect((await student.client.get('/api/me')).status).toBe(401)
  })

  it('live in one browser: a student’s neither needs, changes nor ends the user’s', async () => {
    const staff = await clientOf(services, world.adminId)
    const secret = staff.cookies.get('shipmate_session')
    await site.enter({ ...student, client: staff })
    expect(await statusOf(staff)).toBe(200)
    await staff.delete('/api/public/status-sessions')
    expect((await staff.get('/api/me')).status).toBe(200)
    expect(staff.cookies.get('shipmate_session')).toBe(secret)
  })

  it('don’t make a view of a user’s student the student’s, nor the reverse, in the access log', async () => {
    const staff = await clientOf(services, world.adminId)
    await site.enter({ ...student, client: staff })
    await read(staff)
    await services.services.accesses.flush()
    const { body } = await world.admin.get(`/api/students/${student.student_id}/accesses`)
    expect(body.data).toMatchObject([
      { action: 'view', actor: null, subject: { type: 'status_page', id: student.id }, detail: 'by a code' },
    ])
  })
})
