import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { coverageStatuses, statusCatalogue } from '#contract/platform/coverage/choices.ts'
import { statusKindOf, statusKinds } from '#contract/review/student-status/choices.ts'
import { createClient, type TestAnswer, type TestClient } from '#server/testing/client.ts'
import { publishForm, smallForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { buildSiteStudent, siteOf, type SiteStudent } from '#server/testing/student-site.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

// today is 2026-11-20; the waiver deadline was 2026-09-15
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
  await publishForm(world)
})

const setUp = async (kind: string, change: object): Promise<void> => {
  const path = `/api/periods/${world.periodId}/${kind}`
  const { data } = (await world.admin.get(path)).body
  const saved = await world.admin.put(path, { ...data, ...change })
  expect(saved.body.errors).toBeUndefined()
}
const premiums = {
  enrolled: '4678.00',
  enrolled_ech: null,
  enrolled_esp: null,
  enrolled_espch: null,
  enrolled_espch2: null,
  enrolled_efam: null,
}
const set = (values: object, id = student.id) =>
  services.owner.updateTable('student_periods').set(values).where('id', '=', id).execute()
const read = async (client: TestClient = student.client) => {
  const { status, body } = await client.get('/api/public/status')
  expect([status, body.message]).toEqual([200, undefined])
  return body.data
}
const medical = async () => (await read()).coverages[0]

interface Sent {
  readonly id: number
  readonly token: string
}
const send = async (more: object = {}, who: Pick<SiteStudent, 'sid' | 'dob'> = student): Promise<Sent> => {
  const form = { ...smallForm, sid: who.sid, dob: who.dob, ...more }
  const path = `/api/public/periods/${world.periodId}/form-submissions`
  const { body } = await createClient(services.app).post(path, form)
  const { id } = await services.owner
    .selectFrom('form_submissions')
    .select('id')
    .where('confirmation_number', '=', body.data.confirmation_number)
    .executeTakeFirstOrThrow()
  return { id, token: body.data.resume_token }
}
const decide = async ({ id }: Sent, more: object, coverage_type = 'medical'): Promise<void> => {
  const answer = await world.admin.post('/api/decisions', { form_submission_id: id, coverage_type, ...more })
  expect([answer.status, answer.body.errors]).toEqual([201, undefined])
}
const utp = { outcome: 'utp', reason_codes: ['card_front_missing'], note: 'The whole card, please.' }
const decline = { outcome: 'decline', reason_codes: ['other'], note: 'It ends in May.' }
const byForm = async ({ token }: Sent): Promise<TestClient> => {
  const client = createClient(services.app)
  expect((await site.open(client, { form_token: token })).status).toBe(201)
  return client
}
const nothing = { asked: null, otherwise: null, tier: null, premium: null, billed_by: null, appeal: null }

describe('a student sees', () => {
  it('their policy year, school and every coverage that is offered to them', async () => {
    await set({ vision_status: 'not_applicable' })
    await site.enter(student)
    const { school, period, first_name, coverages, forms } = await read()
    expect([first_name, forms]).toEqual(['Maya', []])
    expect(period).toMatchObject({ id: world.periodId, starts_on: '2026-08-01', ends_on: '2027-07-31' })
    expect(school).toEqual({ name: expect.any(String), slug: expect.any(String) })
    expect(coverages).toMatchObject([
      {
        coverage_type: 'medical',
        status: 'not_started',
        kind: 'not_started',
        since: null,
        can_decline: false,
      },
      { coverage_type: 'dental', status: 'not_started', kind: 'not_started', can_decline: true },
    ])
  })

  it('since when a status is what it is, by the day at their school', async () => {
    await site.enter(student)
    const { version } = (await world.admin.get(`/api/student-periods/${student.id}`)).body.data
    await world.admin.put(`/api/student-periods/${student.id}`, { dental_status: 'declined', version })
    const { coverages } = await read()
    expect(coverages.map(({ since }: { since: string | null }) => since)).toEqual([null, '2026-11-20', null])
  })

  it('when and for how much they will be enrolled by default, if the year does that', async () => {
    await setUp('medical-plan', { name: 'Harbor Gold', premiums })
    await setUp('dates', { waiver_deadline_on: '2026-12-01' })
    await site.enter(student)
    expect(await medical()).toMatchObject({
      kind: 'not_started',
      otherwise: { on: '2026-12-02', premium: '4678.00', starts_on: '2026-08-01', ends_on: '2027-07-31' },
    })
    await set({ medical_status: 'exempt' })
    expect(await medical()).toMatchObject({ kind: 'exempt', ...nothing })
    await set({ medical_status: 'not_started' })
    await setUp('enrollment-options', { medical_enrolls_by_default: false })
    expect(await medical()).toMatchObject({ otherwise: null })
  })

  it('that they can be enrolled by default from today on once the deadline is over, and not after the year', async () => {
    await site.enter(student)
    expect(await medical()).toMatchObject({ otherwise: { on: '2026-11-20' } })
    await setUp('about', { starts_on: '2025-08-01', ends_on: '2026-11-19' })
    expect(await medical()).toMatchObject({ otherwise: null })
  })

  it('that their days to respond come before a default enrollment, and a later deadline too', async () => {
    await setUp('enrollment-options', { default_also: ['waiver_utp'] })
    await decide(await send(), utp)
    await site.enter(student)
    expect(await medical()).toMatchObject({
      asked: { respond_by: '2026-12-20' },
      otherwise: { on: '2026-12-21' },
    })
    await setUp('dates', { waiver_deadline_on: '2027-01-10' })
    expect(await medical()).toMatchObject({ otherwise: { on: '2027-01-11' } })
    await setUp('enrollment-options', { default_also: [] })
    expect(await medical()).toMatchObject({ otherwise: null })
  })

  it('what their coverage costs, who bills it and when it starts and ends', async () => {
    await site.enter(student)
    await set({
      medical_status: 'enrolled_esp',
      medical_enroll_premium: '9000.00',
      medical_enroll_direct_pay_premium: '9000.00',
      medical_enroll_coverage_start_on: '2026-08-01',
      medical_enroll_coverage_end_on: '2027-07-31',
      reverify_on: '2027-02-01',
    })
    const span = { starts_on: '2026-08-01', ends_on: '2027-07-31', reverify_on: null }
    expect(await medical()).toMatchObject({
      kind: 'enrolled',
      tier: 'enrolled_esp',
      premium: '9000.00',
      billed_by: 'bursar',
      ...span,
    })
    await set({ medical_enroll_premium: null })
    expect(await medical()).toMatchObject({ premium: '9000.00', billed_by: 'carrier' })
    await set({ medical_status: 'waived' })
    expect(await medical()).toMatchObject({
      kind: 'waived',
      starts_on: null,
      ends_on: null,
      reverify_on: '2027-02-01',
      ...nothing,
    })
  })

  it('what they are to fix, with the reasons, the note and the day, until they have fixed it', async () => {
    const sent = await send()
    await site.enter(student)
    expect(await medical()).toMatchObject({ kind: 'waiting_for_us', asked: null })
    await decide(sent, utp)
    const asked = { reason_codes: ['card_front_missing'], note: 'The whole card, please.' }
    const { coverages, forms } = await read()
    expect(coverages[0]).toMatchObject({
      status: 'waiver_utp',
      kind: 'action_needed',
      since: '2026-11-20',
      asked: { form_id: sent.id, ...asked, respond_by: '2026-12-20' },
    })
    expect(forms).toMatchObject([
      {
        id: sent.id,
        can_fix: true,
        decisions: [{ outcome: 'needs_fix', ...asked, decided_on: '2026-11-20' }],
      },
    ])
    const { resume_token } = (await student.client.post(`/api/public/status/forms/${sent.id}/token`)).body
      .data
    const form = { ...smallForm, sid: student.sid, dob: student.dob, signature: 'Maya R. Thompson' }
    const path = `/api/public/form-submissions/${resume_token}`
    expect((await student.client.put(path, form)).status).toBe(200)
    expect((await read()).forms).toMatchObject([
      { can_fix: false, content: { signature: 'Maya R. Thompson' }, decisions: [{ outcome: 'waiting' }] },
    ])
    expect(await medical()).toMatchObject({ kind: 'waiting_for_us', asked: null })
  })

  it.each([
    ['waived', 'approved', {}],
    ['enrolled', 'closed', { override_reason: 'Her mother called.' }],
  ])('nothing to fix once staff set %s: the form is %s', async (medical_status, outcome, more) => {
    const sent = await send()
    await decide(sent, utp)
    const { version } = (await world.admin.get(`/api/student-periods/${student.id}`)).body.data
    const change = { medical_status, version, ...more }
    expect((await world.admin.put(`/api/student-periods/${student.id}`, change)).status).toBe(200)
    await site.enter(student)
    expect((await read()).forms).toMatchObject([
      { can_fix: false, decisions: [{ outcome, reason_codes: [], note: null, respond_by: null }] },
    ])
    expect(await medical()).toMatchObject({ status: medical_status, asked: null })
  })

  it('nothing to fix while they are enrolled by default or on leave', async () => {
    const sent = await send()
    await decide(sent, utp)
    await site.enter(student)
    for (const [medical_status, can_fix] of [
      ['enrolled', false],
      ['loa', false],
      ['waiver_utp', true],
    ] as const) {
      await set({ medical_status })
      expect((await read()).forms).toMatchObject([{ can_fix }])
    }
  })

  it('a declined waiver with the last day to appeal, and can appeal it by a token', async () => {
    const sent = await send()
    await decide(sent, decline)
    await site.enter(student)
    expect(await medical()).toMatchObject({
      kind: 'waiver_declined',
      appeal: { form_id: sent.id, until: '2026-12-04' },
    })
    const { resume_token } = (await student.client.post(`/api/public/status/forms/${sent.id}/token`)).body
      .data
    const appealed = await student.client.post(`/api/public/form-submissions/${resume_token}/appeal`, {
      comment: 'It covers the whole year.',
    })
    expect(appealed.status).toBe(201)
    const { coverages, forms } = await read()
    expect([coverages[0].appeal, forms[0].appeal_until]).toEqual([null, null])
    expect([coverages[0].kind, forms[0].decisions[0].outcome]).toEqual(['waiting_for_us', 'waiting'])
    expect(forms[0].decisions).toMatchObject([{ outcome: 'waiting' }])
  })

  it('what became of each form, the newest first, and never what staff noted for themselves', async () => {
    const first = await send()
    services.clock.advance(1200)
    const second = await send({ coverage_types: ['medical', 'dental'], signature: 'M. Thompson' })
    services.clock.advance(-1200)
    const { version } = (await world.admin.get(`/api/student-periods/${student.id}`)).body.data
    const change = { medical_status: 'exempt', override_reason: 'Her mother called.', version }
    expect((await world.admin.put(`/api/student-periods/${student.id}`, change)).status).toBe(200)
    await site.enter(student)
    const { forms } = await read()
    expect(forms).toMatchObject([
      {
        id: second.id,
        decisions: [
          { coverage_type: 'medical', outcome: 'closed', note: null },
          { coverage_type: 'dental', outcome: 'waiting' },
        ],
      },
      { id: first.id, decisions: [{ outcome: 'replaced' }] },
    ])
    expect(JSON.stringify(forms)).not.toContain('mother')
  })

  it('SSNs only as masks', async () => {
    await publishForm(world, { fields: [{ name: 'ssn' }] })
    await send({ ssn: '912-34-5678' })
    await site.enter(student)
    const { body, text } = await student.client.get('/api/public/status')
    expect(body.data.forms[0].content.answers).toContainEqual({ name: 'ssn', value: '***-**-5678' })
    expect(text).not.toMatch(/912-?34-?5678/)
  })

  it('each look and each token in the access log, as the student’s own', async () => {
    const sent = await send()
    await site.enter(student)
    await read()
    await student.client.post(`/api/public/status/forms/${sent.id}/token`)
    await services.services.accesses.flush()
    const { body } = await world.admin.get(`/api/students/${student.student_id}/accesses`)
    const own = { action: 'view', actor: null, subject: { type: 'status_page' }, detail: 'by a code' }
    expect(body.data).toMatchObject([own, own])
  })

  it('nothing of other students, schools and years', async () => {
    const friend = await buildSiteStudent(services, world)
    const foreign = await send({}, friend)
    await send({ sid: 'NO-ONE', first_name: 'Una' })
    await site.enter(student)
    expect((await read()).forms).toEqual([])
    const token = (id: number): Promise<TestAnswer> =>
      student.client.post(`/api/public/status/forms/${id}/token`)
    for (const id of [foreign.id, 999_999]) expect((await token(id)).status).toBe(404)
  })
})

it('every status has a kind, except that of coverage that isn’t offered', () => {
  const kinds = coverageStatuses.map((status) => [status, statusKindOf(status)] as const)
  expect(kinds.filter(([, kind]) => kind === null)).toEqual([['not_applicable', null]])
  expect(new Set(kinds.flatMap(([, kind]) => kind ?? []))).toEqual(new Set(statusKinds))
  const waiting = kinds.flatMap(([status, kind]) => (kind === 'waiting_for_us' ? status : []))
  for (const status of waiting)
    expect([status, statusCatalogue[status].actors.some((one) => one === ('student' as string))]).toEqual([
      status,
      false,
    ])
})

describe('a form’s token', () => {
  it('shows only that form until it’s decided, the same whether or not it was matched', async () => {
    await send({ coverage_types: ['dental'] })
    const matched = await send()
    const unmatched = await send({ sid: 'NO-ONE', first_name: 'Una' })
    const [one, other] = [await read(await byForm(matched)), await read(await byForm(unmatched))]
    for (const [shown, { id }] of [
      [one, matched],
      [other, unmatched],
    ] as const)
      expect(shown).toMatchObject({
        session: { opened_by: 'form' },
        first_name: null,
        coverages: [],
        forms: [{ id, can_fix: false }],
      })
    expect(Object.keys(one)).toEqual(Object.keys(other))
  })

  it('doesn’t say by an outcome whose form it is: not if a later one replaced it, nor if nothing can come of it', async () => {
    const withdrawn = await buildSiteStudent(services, world, {
      academic_status: 'withdrawn',
      medical_status: 'not_applicable',
    })
    const first = await send()
    await send({ signature: 'M. Thompson' })
    const outcomes = []
    for (const sent of [first, await send({}, withdrawn), await send({ sid: 'NO-ONE', first_name: 'Una' })])
      outcomes.push((await read(await byForm(sent))).forms[0].decisions[0].outcome)
    expect(outcomes).toEqual(['waiting', 'waiting', 'waiting'])
    await site.enter(student)
    expect((await read()).forms[1].decisions).toMatchObject([{ outcome: 'replaced' }])
  })

  it('shows what was decided about that form, and nothing of the student’s other coverage and forms', async () => {
    const dental = await send({ coverage_types: ['dental'] })
    const sent = await send({ coverage_types: ['medical', 'vision'] })
    await decide(sent, utp)
    const client = await byForm(sent)
    const { coverages, forms } = await read(client)
    expect(coverages).toMatchObject([{ coverage_type: 'medical', kind: 'action_needed', can_decline: false }])
    expect(forms.map(({ id }: Sent) => id)).toEqual([sent.id])
    expect((await client.post(`/api/public/status/forms/${dental.id}/token`)).status).toBe(404)
    expect((await client.post(`/api/public/status/forms/${sent.id}/token`)).status).toBe(201)
  })

  it('declines no coverage', async () => {
    const client = await byForm(await send())
    const answer = await client.post('/api/public/status/decline-coverage', { coverage_type: 'dental' })
    expect(answer.status).toBe(403)
  })

  it('of another policy year, of an unfinished form or ended opens nothing', async () => {
    const sent = await send()
    const elsewhere = siteOf(services, await buildSchoolWorld(services))
    const path = `/api/public/periods/${world.periodId}/form-submissions`
    const unfinished = await student.client.post(path, { form_type: 'waiver', progress: 'in_progress' })
    const { resume_token } = unfinished.body.data
    const answers = [
      await elsewhere.open(student.client, { form_token: sent.token }),
      await site.open(student.client, { form_token: resume_token }),
      await site.open(student.client, { form_token: 'x'.repeat(43) }),
    ]
    for (const { status, body } of answers)
      expect([status, Object.keys(body.errors)]).toEqual([422, ['form_token']])
  })

  it('is noted in the access log as such', async () => {
    const sent = await send()
    await read(await byForm(sent))
    await services.services.accesses.flush()
    const rows = await services.owner
      .selectFrom('access_log')
      .select(['action', 'actor_id', 'student_id', 'subject_type', 'subject_id', 'detail'])
      .where('school_id', '=', world.schoolId)
      .execute()
    expect(rows).toEqual([
      {
        action: 'view',
        actor_id: null,
        student_id: null,
        subject_type: 'status_page',
        subject_id: sent.id,
        detail: 'by a form’s token',
      },
    ])
  })
})

describe('declining a coverage', () => {
  const declineCoverage = (coverage_type: string): Promise<TestAnswer> =>
    student.client.post('/api/public/status/decline-coverage', { coverage_type })

  it('works for optional coverage, as the student’s own change, and closes the open form', async () => {
    await publishForm(world, { type: 'enroll' })
    await send({ form_type: 'enroll', coverage_types: ['dental'] })
    await site.enter(student)
    const answer = await declineCoverage('dental')
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      {
        coverage_type: 'dental',
        status: 'declined',
        kind: 'declined',
        since: '2026-11-20',
        can_decline: false,
      },
    ])
    const [entry] = await services.owner
      .selectFrom('history')
      .select(['kind', 'cause', 'actor_id', 'changes'])
      .where('student_period_id', '=', student.id)
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(entry).toEqual({
      kind: 'coverage_status_changed',
      cause: 'student',
      actor_id: null,
      changes: [{ field: 'dental_status', before: 'enrollment_submitted', after: 'declined' }],
    })
    expect((await read()).forms).toMatchObject([{ decisions: [{ outcome: 'closed' }] }])
  })

  it('is refused for required coverage, and from a status that doesn’t allow it', async () => {
    await site.enter(student)
    await set({ dental_status: 'enrolled' })
    for (const coverage of ['medical', 'dental']) {
      const { status, body } = await declineCoverage(coverage)
      expect([status, body.code]).toEqual([409, 'stale'])
    }
    expect((await read()).coverages).toMatchObject([
      { status: 'not_started', can_decline: false },
      { status: 'enrolled', can_decline: false },
      { status: 'not_started', can_decline: true },
    ])
  })

  it('works for medical coverage where the year marks it voluntary', async () => {
    await services.owner
      .updateTable('periods')
      .set({ medical_is_voluntary: true })
      .where('id', '=', world.periodId)
      .execute()
    await site.enter(student)
    expect((await declineCoverage('medical')).body.data.status).toBe('declined')
  })
})

describe('in the demo', () => {
  it('the code and the link of an unfinished form are printed, because no mail server sends them', async () => {
    const demo = await startTestServices({ DEMO: 'on' })
    const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const last = () => String(printed.mock.calls.at(-1)?.[0])
    try {
      const own = await buildSchoolWorld(demo)
      const { sid, dob } = await buildSiteStudent(demo, own)
      await publishForm(own)
      const client = createClient(demo.app)
      const path = `/api/public/periods/${own.periodId}`
      await client.post(`${path}/status-codes`, { sid, dob })
      expect(last()).toMatch(/^Code for \S+: \d{3} \d{3}\n$/)
      const form = { form_type: 'waiver', progress: 'in_progress' }
      const { resume_token } = (await client.post(`${path}/form-submissions`, form)).body.data
      await client.post(`/api/public/form-submissions/${resume_token}/links`, { email: 'maya@home.example' })
      expect(last()).toMatch(/^Form for maya@home.example: \S+\/waive#form=\S+\n$/)
    } finally {
      printed.mockRestore()
      await demo.close()
    }
  })
})
