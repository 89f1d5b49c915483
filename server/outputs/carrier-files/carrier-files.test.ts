import { sql } from 'kysely'
import { X12Parser, type X12Interchange } from 'node-x12'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { encryptSsn, ssnColumns, ssnPlace } from '#server/platform/lib/crypt.ts'
import { readEnrollment } from '#server/testing/read-enrollment.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { clientOf, type TestClient } from '#server/testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { buildPerson, confirmed } from '#server/testing/sign-in.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { carrierFileTasks } from './jobs.ts'
import { enrolledStudent, exampleSettings } from './factory.ts'

let services: TestServices
let world: SchoolWorld
let admin: TestClient
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  const person = await buildPerson(services, { permission: 'shipmate_admin' })
  await confirmed(person)
  admin = person.client
  await saveSettings({ receiver_id: `R${world.schoolId}` })
})

const saveSettings = async (change: object = {}): Promise<void> => {
  const body = { ...exampleSettings, ...change }
  expect((await world.admin.put(`/api/periods/${world.periodId}/carrier-file`, body)).status).toBe(200)
}

interface Built {
  readonly id: number
  readonly student_id: number
}

const enroll = async (student: object = {}, record: object = {}): Promise<Built> => {
  const built = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    student: { ...enrolledStudent.student, ...student },
    ...enrolledStudent.record,
    ...record,
  })
  return { id: built.id, student_id: built.student_id }
}

const setSsn = (studentId: number, digits: string): Promise<unknown> =>
  services.owner
    .updateTable('students')
    .set(ssnColumns(services.services.keys, { id: studentId, school_id: world.schoolId }, digits))
    .where('id', '=', studentId)
    .execute()

const prepare = async (kind: 'full' | 'changes', ask: object = {}): Promise<number> => {
  const started = await world.admin.post(`/api/periods/${world.periodId}/carrier-files`, { kind, ...ask })
  expect([started.status, started.body.errors]).toEqual([202, undefined])
  await services.runJobs()
  return started.body.data.id
}
const run = async (id: number) => (await world.admin.get(`/api/carrier-files/${id}`)).body.data
const release = (id: number, client = admin) => client.post(`/api/carrier-files/${id}/release`, {})
const released = async (kind: 'full' | 'changes', ask: object = {}): Promise<number> => {
  const id = await prepare(kind, ask)
  expect((await release(id)).status).toBe(200)
  return id
}
const text = async (id: number): Promise<string> =>
  (await admin.get(`/api/carrier-files/${id}/file`)).bytes.toString()
const differences = async (id: number) =>
  (await world.admin.get(`/api/carrier-files/${id}/members`)).body.data
const overview = async () => (await world.admin.get(`/api/periods/${world.periodId}/carrier-files`)).body.data

describe('a full file', () => {
  it('is read back by an independent parser, segment by segment', async () => {
    const jane = await enroll(
      {
        first_name: 'Jane',
        last_name: 'Doe',
        // without, the factory gives some students one
        prior_last_name: null,
        sid: 'A1',
        dob: '2003-04-05',
        gender: 'female',
      },
      { medical_status: 'enrolled_esp', academic_status: 'continuing' },
    )
    await setSsn(jane.student_id, '912345678')
    const spouse = {
      type: 'spouse',
      first_name: 'Sam',
      last_name: 'Doe',
      covers: ['medical'],
      dob: '2002-01-31',
    }
    const place = ssnPlace('dependents', jane.student_id)
    await services.owner
      .insertInto('dependents')
      .values({
        ...spouse,
        school_id: world.schoolId,
        student_period_id: jane.id,
        ssn_cipher: encryptSsn(services.services.keys, place, '923456789'),
        ssn_last_four: '6789',
      })
      .execute()
    const written = await text(await released('full'))
    const [group] = (new X12Parser(true).parse(written) as X12Interchange).functionalGroups
    const [transaction] = group?.transactions ?? []
    const segments = transaction?.segments.map(({ tag, elements }) =>
      [tag, ...elements.map(({ value }) => value)].join('*'),
    )
    expect(segments?.filter((one) => !/^(PER|REF\*DX|DTP\*35[01])/.test(one))).toEqual([
      expect.stringMatching(/^BGN\*00\*000000001\*\d{8}\*\d{4}\*{4}4$/),
      'REF*38*805015',
      expect.stringMatching(/^DTP\*007\*D8\*\d{8}$/),
      'QTY*TO*2',
      'QTY*ET*1',
      'QTY*DT*1',
      expect.stringMatching(/^N1\*P5\*.+\*FI\*311234567$/),
      'N1*IN*Northstar Student Health*FI*36-7654321',
      'N1*TV*Shipmate Administrators*94*SA-100',
      'INS*Y*18*030*XN*A***FT*F',
      'REF*0F*A1',
      'REF*1L*805015',
      'DTP*356*D8*20260815',
      expect.stringMatching(/^NM1\*IL\*1\*Doe\*Jane\*.*\*34\*912345678$/),
      'N3*12 Harbor Street',
      'N4*Columbus*OH*43210',
      'DMG*D8*20030405*F',
      expect.stringMatching(/^NM1\*M8\*2\*/),
      'HD*030**HLT*SHIP-3*ESP',
      'DTP*348*D8*20260815',
      'AMT*P3*4678',
      'INS*N*01*030*XN*A',
      'REF*0F*A1',
      'REF*1L*805015',
      'DTP*356*D8*20260815',
      'NM1*IL*1*Doe*Sam****34*923456789',
      'DMG*D8*20020131*U',
      'HD*030**HLT*SHIP-3*ESP',
      'DTP*348*D8*20260815',
    ])
    // our own reader checks SE, GE, IEA and QTY
    expect(readEnrollment(written).members).toHaveLength(2)
    expect(written.slice(written.indexOf('~GE*') + 1)).toBe('GE*1*1~IEA*1*000000001~')
    const { rows } = await sql<{ cipher: Buffer; differences: string }>`
      select cipher, differences::text from carrier_file_members where school_id = ${world.schoolId}`.execute(
      services.owner,
    )
    expect(rows.map((row) => `${row.cipher.toString('latin1')} ${row.differences}`).join()).not.toContain(
      '912345678',
    )
  })

  it(
    'with over 10,000 members has several transaction sets, each with its counts',
    { timeout: 120_000 },
    async () => {
      const first = await enroll({ sid: 'B0' })
      await sql`
      with made as (
        insert into students (school_id, first_name, last_name, dob, sid, address_1, city, state, zip, country)
        select ${world.schoolId}, 'Ann', 'Lee ' || n, '2004-01-01', 'B' || n, '1 A St', 'Lima', 'OH', '45801', 'US'
        from generate_series(1, 10000) n returning id, sort_name)
      insert into student_periods (school_id, period_id, student_id, sort_name, medical_status,
        medical_enroll_coverage_start_on)
      select ${world.schoolId}, ${world.periodId}, id, sort_name, 'enrolled', '2026-08-15' from made`.execute(
        services.owner,
      )
      const id = await released('full')
      const [group] = (new X12Parser(true).parse(await text(id)) as X12Interchange).functionalGroups
      const sets = group?.transactions ?? []
      expect(
        sets.map(({ header, trailer, segments }) => ({
          control: [header.valueOf(2), trailer.valueOf(2)],
          reference: segments[0]?.valueOf(2),
          quantities: segments.filter(({ tag }) => tag === 'QTY').map((one) => one.valueOf(2)),
          members: segments.filter(({ tag }) => tag === 'INS').length,
          uncounted: Number(trailer.valueOf(1)) - segments.length,
        })),
      ).toEqual([
        {
          control: ['0001', '0001'],
          reference: '000000001-1',
          quantities: ['10000', '10000', '0'],
          members: 10_000,
          uncounted: 2,
        },
        {
          control: ['0002', '0002'],
          reference: '000000001-2',
          quantities: ['1', '1', '0'],
          members: 1,
          uncounted: 2,
        },
      ])
      expect(group?.trailer.valueOf(1)).toBe('2')
      const sids = sets.flatMap(({ segments }) =>
        segments.flatMap((one) => (one.tag === 'REF' && one.valueOf(1) === '0F' ? [one.valueOf(2)] : [])),
      )
      expect(new Set(sids).size).toBe(10_001)
      expect(await run(id)).toMatchObject({ subscribers: 10_001, progress: { done: 10_001, total: 10_001 } })
      await services.owner
        .updateTable('student_periods')
        .set({ medical_enroll_premium: '9.00' })
        .where('id', '=', first.id)
        .execute()
      expect(await run(await prepare('changes'))).toMatchObject({ subscribers: 1, counts: { change: 1 } })
    },
  )
})

describe('a changes file', () => {
  it('says what changed since the last released file, and who', async () => {
    const ana = await enroll({ first_name: 'Ana', last_name: 'Lopez', sid: 'C1' })
    const bo = await enroll({ first_name: 'Bo', last_name: 'Ng', sid: 'C2' })
    const cy = await enroll({ first_name: 'Cy', last_name: 'Orr', sid: 'C3' })
    const base = await released('full')
    await world.admin.put(`/api/students/${ana.student_id}`, { zip: '43085' })
    await services.owner
      .updateTable('student_periods')
      .set({ deleted_at: '2026-11-20T10:00:00Z' })
      .where('id', '=', bo.id)
      .execute()
    const kim = { type: 'child', first_name: 'Kim', last_name: 'Orr', dob: '2020-02-02', covers: ['medical'] }
    await world.admin.put(`/api/student-periods/${cy.id}`, { dependents: [kim] })
    await services.owner
      .updateTable('student_periods')
      .set({ medical_status: 'enrolled_ech' })
      .where('id', '=', cy.id)
      .execute()
    await enroll({ first_name: 'Di', last_name: 'Poe', sid: 'C4' })
    const id = await prepare('changes')
    expect(await run(id)).toMatchObject({
      state: 'ready',
      subscribers: 4,
      dependents: 1,
      counts: { add: 2, change: 2, term: 1 },
      changed_students: 4,
      compared_with: { id: base },
      control_number: null,
    })
    expect(
      (await differences(id)).map((one: { sid: string; differences: { person: string; kind: string }[] }) => [
        one.sid,
        ...one.differences.map(({ person, kind }) => `${person} ${kind}`),
      ]),
    ).toEqual([
      ['C1', 'Ana Lopez details'],
      ['C2', 'Bo Ng ended'],
      ['C3', 'Cy Orr changed', 'Kim Orr added'],
      ['C4', 'Di Poe added'],
    ])
    await release(id)
    expect(
      readEnrollment(await text(id)).members.map(({ name, maintenance }) => [name.first, maintenance]),
    ).toEqual([
      ['Ana', '001'],
      ['Bo', '024'],
      ['Cy', '001'],
      ['Kim', '021'],
      ['Di', '021'],
    ])
    const empty = await prepare('changes')
    expect(await run(empty)).toMatchObject({ state: 'ready', subscribers: 0, counts: {} })
    expect((await release(empty)).status).toBe(422)
  })

  it('has the tier and the premium of a spouse whom staff added', async () => {
    const path = `/api/periods/${world.periodId}/medical-plan`
    const { data } = (await world.admin.get(path)).body
    const premiums = { ...data.premiums, enrolled: '4678.00', enrolled_esp: '9356.00' }
    await world.admin.put(path, { ...data, premiums, proration: 'monthly' })
    const { id } = await enroll({ first_name: 'Ana', last_name: 'Lopez', sid: 'E1' })
    await released('full')
    const sam = {
      type: 'spouse',
      first_name: 'Sam',
      last_name: 'Lopez',
      dob: '2002-02-02',
      covers: ['medical'],
    }
    await world.admin.put(`/api/student-periods/${id}`, { dependents: [sam] })
    const written = (await text(await released('changes'))).split('~')
    // 4,678 and 9 of 12 months of 4,678
    expect(written.filter((line) => /^(HD|AMT|INS)\*/.test(line))).toEqual([
      expect.stringMatching(/^INS\*Y\*18\*001/),
      'HD*001**HLT*SHIP-3*ESP',
      'AMT*P3*8186.5',
      expect.stringMatching(/^INS\*N\*01\*021/),
      'HD*021**HLT*SHIP-3*ESP',
    ])
  })

  it('isn’t compared with test files, discarded files or files to another receiver', async () => {
    await enroll()
    const test = await released('full', { is_test: true })
    expect(await text(test)).toMatch(/^ISA.{98}\*T\*/)
    const discarded = await prepare('full')
    expect((await world.admin.post(`/api/carrier-files/${discarded}/discard`, {})).status).toBe(204)
    const first = await released('changes')
    expect(await run(first)).toMatchObject({ counts: { add: 1 }, compared_with: null, control_number: 2 })
    await saveSettings({ receiver_id: `OTHER${world.schoolId}` })
    expect(await run(await released('changes'))).toMatchObject({ counts: { add: 1 }, control_number: 1 })
    const { rows } = await sql`select from carrier_file_members where file_id = ${discarded}`.execute(
      services.owner,
    )
    expect(rows).toEqual([])
  })
})

describe('a student who withdraws', () => {
  it.each([
    ['on day 20 of coverage ends with its start, as if it had never begun', '2026-11-01', '2026-11-01'],
    ['on day 98 ends with the policy year', '2026-08-15', '2027-07-31'],
  ])('%s', async (_when, starts, ends) => {
    const { id } = await enroll({}, { medical_enroll_coverage_start_on: starts })
    await released('full')
    const path = '/api/student-periods/bulk-operations/update-student-status'
    await world.admin.post(path, { ids: [id], academic_status: 'withdrawn' })
    const told = readEnrollment(await text(await released('changes'))).members
    expect(told).toMatchObject([{ maintenance: '024', coverages: [{ ends }] }])
  })
})

describe('what the carrier would reject', () => {
  it('is listed by student and field, and the student is left out', async () => {
    await enroll({ last_name: 'Able', sid: 'D1', zip: null }, { medical_enroll_coverage_start_on: null })
    await enroll({ last_name: 'Baker', sid: 'D2' })
    await saveSettings({ receiver_id: `R${world.schoolId}`, ssns: 'required' })
    const id = await prepare('full')
    const { body } = await world.admin.get(`/api/carrier-files/${id}/problems`)
    expect(body.data.map(({ sid, code, field }: Record<string, string>) => [sid, code, field])).toEqual([
      ['D1', 'no_ssn', 'ssn'],
      ['D1', 'no_zip', 'zip'],
      ['D1', 'no_start', 'medical_enroll_coverage_start_on'],
      ['D2', 'no_ssn', 'ssn'],
    ])
    expect(await run(id)).toMatchObject({ left_out: 2, problems: 4, subscribers: 0, includes_ssns: true })
  })

  it('are missing settings, before anything is prepared', async () => {
    await saveSettings({ sponsor_ein: null, carrier_id: null })
    const { status, body } = await world.admin.post(`/api/periods/${world.periodId}/carrier-files`, {
      kind: 'full',
    })
    expect([status, body.errors]).toEqual([
      422,
      { kind: ['Fill in the settings first: School’s EIN, Carrier ID.'] },
    ])
    expect((await overview()).missing_settings).toEqual(['sponsor_ein', 'carrier_id'])
  })
})

describe('a release', () => {
  it('and a download need a confirmed password, and are disclosures of each student', async () => {
    const ana = await enroll()
    const other = await enroll({}, { medical_status: 'waived' })
    const id = await prepare('full')
    const plain = await clientOf(services, world.adminId)
    expect((await release(id, plain)).status).toBe(423)
    expect((await admin.get(`/api/carrier-files/${id}/file`)).status).toBe(404)
    expect((await release(id)).body.data).toMatchObject({
      state: 'released',
      control_number: 1,
      downloads: 0,
    })
    expect((await plain.get(`/api/carrier-files/${id}/file`)).status).toBe(423)
    const first = await text(id)
    expect(await text(id)).toBe(first)
    expect((await run(id)).downloads).toBe(2)
    const accesses = async ({ student_id }: Built) =>
      (await world.admin.get(`/api/students/${student_id}/accesses`)).body.data
        .filter(({ subject }: { subject: { type: string } | null }) => subject?.type === 'carrier_file')
        .map(({ action, detail }: { action: string; detail: string }) => [action, detail])
    const detail = 'to Northstar Student Health for enrollment, with SSNs'
    expect(await accesses(ana)).toEqual([
      ['download', detail],
      ['download', detail],
      ['export', detail],
    ])
    expect(await accesses(other)).toEqual([])
  })

  it('happens once, and nothing changes afterwards', async () => {
    await enroll()
    const id = await prepare('full')
    const answers = await Promise.all([release(id), release(id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await world.admin.post(`/api/carrier-files/${id}/discard`, {})).status).toBe(409)
    const { job_id } = await services.owner
      .selectFrom('carrier_files')
      .select('job_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    for (const { run: again } of carrierFileTasks)
      await again(services.services, { job_id }, { isLast: false })
    expect(await run(id)).toMatchObject({ state: 'released', control_number: 1 })
  })

  it('counts on between a sender and a receiver, whichever schools send at once', async () => {
    const shared = { sender_id: 'SHARED', receiver_id: `S${world.schoolId}` }
    const prepared: number[] = []
    for (let nth = 0; nth < 3; nth += 1) {
      await saveSettings(shared)
      await enroll()
      prepared.push(await prepare('full'))
      world = await buildSchoolWorld(services)
    }
    const sent = await Promise.all(prepared.map((id) => release(id)))
    expect(sent.map(({ body }) => body.data.control_number).sort()).toEqual([1, 2, 3])
  })
})

describe('preparing', () => {
  it('is refused while one is being prepared, and replaces one that’s ready', async () => {
    await enroll()
    const path = `/api/periods/${world.periodId}/carrier-files`
    const first = await world.admin.post(path, { kind: 'full' })
    expect((await world.admin.post(path, { kind: 'full' })).status).toBe(409)
    expect((await overview()).open).toMatchObject({ id: first.body.data.id, state: 'queued' })
    await services.runJobs()
    const second = await prepare('changes')
    expect((await run(first.body.data.id)).state).toBe('discarded')
    expect(await overview()).toMatchObject({ open: { id: second, state: 'ready' }, runs: [], covered: 1 })
  })

  it('ends as failed, with the reason, when its author lost access', async () => {
    await enroll()
    const { body } = await world.admin.post(`/api/periods/${world.periodId}/carrier-files`, { kind: 'full' })
    await services.owner
      .updateTable('users')
      .set({ permission: 'school_admin' })
      .where('id', '=', world.adminId)
      .execute()
    await services.runJobs()
    const found = (await admin.get(`/api/carrier-files/${body.data.id}`)).body.data
    expect(found).toMatchObject({ state: 'failed', message: 'You no longer have access to these records.' })
  })

  it('tells how many students were edited since the last released file', async () => {
    const [ana, before] = [await enroll(), { updated_at: '2026-11-19T10:00:00Z' }]
    await services.owner.updateTable('students').set(before).where('id', '=', ana.student_id).execute()
    await services.owner.updateTable('student_periods').set(before).where('id', '=', ana.id).execute()
    await released('full')
    expect((await overview()).edited_since).toBe(0)
    services.clock.advance(60)
    await world.admin.put(`/api/students/${ana.student_id}`, { city: 'Dayton' })
    await world.admin.put(`/api/students/${(await enroll({}, { medical_status: 'waived' })).student_id}`, {
      city: 'Dayton',
    })
    expect((await overview()).edited_since).toBe(1)
  })
})
