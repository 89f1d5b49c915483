import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { figures as allFigures } from '#contract/outputs/reports/figures.ts'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { sweepOrphans } from '#server/records/documents/index.ts'
import { verifyChain } from '#server/platform/history/verify.ts'
import { buildFile } from '#server/records/documents/factory.ts'
import { buildFormSubmission } from '#server/review/form-submissions/factory.ts'
import { buildStudentMessage } from '#server/review/student-messages/factory.ts'
import { buildReport } from '#server/review/verifications/factory.ts'
import { collect } from '#server/testing/collect.ts'
import { buildOutputsWorld, type OutputsWorld } from '#server/testing/outputs-world.ts'
import { confirmAdmin } from '#server/testing/confirm-admin.ts'
import { buildWholeStudent } from '#server/testing/whole-student.ts'
import { sealAllHistory } from '#server/testing/seal-all-history.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { endRetention } from './index.ts'
import { erasedTables, namingTables, otherTables } from './commands/erased-tables.ts'

let services: TestServices
let world: OutputsWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildOutputsWorld(services)
  await confirmAdmin({ services, adminId: world.adminId })
})
afterAll(() => services.close())

const reason = { reason: 'The student asked for it.' }

/** What only this student has. */
const personal = [
  'Zephyrine',
  'Quillfeather',
  'Quillfether',
  'QF-778812',
  'quill.example',
  '2025550177',
  'Peregrine Loop',
  'MEMQF4471',
  '219099999',
  'Ottoline',
  '123443212',
  'gallbladder',
]

interface Erasable {
  readonly id: number
  readonly yearId: number
  readonly formId: number
}

/** Enrolls a student, who then has something in every part of the record, also in the history. */
const buildKnownStudent = async (sid: string, ssn = '219-09-9999'): Promise<Erasable> => {
  const at = await world.enroll({ comment: 'Had gallbladder surgery' })
  const yearId = Number(at.split('/').at(-1))
  const { student_id: id } = (await world.read(at)) as { student_id: number }
  await world.put(`/api/students/${id}`, {
    first_name: 'Zephyrine',
    last_name: 'Quillfether',
    sid,
  })
  await world.put(`/api/students/${id}`, {
    last_name: 'Quillfeather',
    ssn,
    phone: '+12025550177',
    personal_email: 'z@quill.example',
    university_email: 'zq@quill.example',
    address_1: '17 Peregrine Loop',
  })
  await world.put(`${at}/insurance-details`, { medical_waive_member_subscriber_number: 'MEMQF4471' })
  await world.put(at, { signature: 'Zephyrine Q' })
  await world.put(at, {
    medical_status: 'enrolled_ech',
    dependents: [
      {
        type: 'child',
        first_name: 'Ottoline',
        last_name: 'Quillfeather',
        dob: '2020-02-02',
        ssn: '123-44-3212',
        covers: ['medical'],
      },
    ],
  })
  await world.registrar.post('/api/student-notes/create', { student_id: id, body: '<p>Zephyrine called</p>' })
  await world.admin.post(`/api/students/${id}/reveal-ssn`, { reason: 'Zephyrine asked' })
  const formId = await buildParts(id, yearId)
  return { id, yearId, formId }
}

const buildParts = async (id: number, yearId: number): Promise<number> => {
  const place = { school_id: world.schoolId, student_id: id, student_period_id: yearId }
  const inYear = { ...place, period_id: world.periodId }
  await buildFile(services.owner, services.services.files, {
    ...place,
    name: 'Quillfeather card.pdf',
    kind: 'insurance_card_front',
    media_type: 'application/pdf',
    bytes: Buffer.from('%PDF-1.7 Quillfeather'),
    created_at: '2026-11-20T10:00:00Z',
    author_id: null,
  })
  await buildStudentMessage(services.owner, { ...inYear, name: 'Zephyrine', email: 'z@quill.example' })
  await buildReport(services.owner, { ...place, message: 'Zephyrine isn’t known.' })
  const formId = await buildFormSubmission(services.owner, {
    ...inYear,
    match_method: 'staff',
    first_name: 'Zephyrine',
    last_name: 'Quillfeather',
    sid: 'QF-778812',
    answers: [{ name: 'medical_waive_member_subscriber_number', value: 'MEMQF4471' }],
  })
  await services.owner
    .insertInto('emails')
    .values({
      kind: 'message',
      to_address: 'z@quill.example',
      to_name: 'Zephyrine Quillfeather',
      subject: 'For Zephyrine',
      body: 'Dear Zephyrine',
      created_at: '2026-11-20T10:00:00Z',
      send_at: '2026-11-20T10:00:00Z',
      state: 'sent',
      sent_at: '2026-11-20T10:00:01Z',
      via: 'mailbox',
      ...place,
    })
    .execute()
  return formId
}

/** Ends the policy year, as time would. */
const endYear = async (): Promise<void> => {
  await services.owner
    .updateTable('periods')
    .set({ starts_on: '2025-08-01', ends_on: '2026-07-31', state: 'closed' })
    .where('id', '=', world.periodId)
    .execute()
}

const reopenYear = async (): Promise<void> => {
  await services.owner
    .updateTable('periods')
    .set({ starts_on: '2026-08-01', ends_on: '2027-07-31', state: 'open' })
    .where('id', '=', world.periodId)
    .execute()
}

/** Returns the tables that have a personal value in any row, as text or as bytes. */
const tablesWith = async (texts: readonly string[]): Promise<string[]> => {
  const client = new pg.Client({ connectionString: services.url })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r'
     and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) order by 1`,
  )
  const patterns = texts.flatMap((text) => [`%${text}%`, `%${Buffer.from(text).toString('hex')}%`])
  const found: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await client.query(`select from ${name} t where t::text ilike any($1) limit 1`, [
      patterns,
    ])
    if (rowCount !== 0) found.push(name)
  }
  await client.end()
  return found
}

/** Returns the tables that an erasure handles and that have no row, so that nothing shows how it does. */
const emptyTables = async (): Promise<string[]> => {
  const empty: string[] = []
  for (const table of Object.keys(erasedTables)) {
    const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(services.owner)
    if (rows.length === 0) empty.push(table)
  }
  return empty
}

const verify = async () => {
  await sealAllHistory(services)
  const { keys } = services.services
  return {
    history: await verifyChain(services.owner, 'history', keys),
    accesses: await verifyChain(services.owner, 'access_log', keys),
  }
}

const erase = (id: number) => world.admin.post(`/api/students/${id}/erase`, reason)

/** Returns what reports and batches of the policy year add up to. */
const readSums = async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select (select count(*)::int from student_periods where deleted_at is null) as records,
      (select jsonb_object_agg(medical_status, many) from (
        select medical_status, count(*) as many from student_periods group by 1) each) as statuses,
      (select sum(medical_enroll_premium) from student_periods) as premiums,
      (select sum(amount) from bursar_lines) as charged,
      (select sum(total) from bursar_batches) as batched,
      (select sum(subscribers + dependents) from carrier_files) as insured,
      (select count(*)::int from dependents) as dependents`.execute(services.owner)
  const figures: unknown[] = []
  for (const figure of Object.keys(allFigures))
    for (const coverage of coverages) {
      const { body } = await world.admin.get(
        `/api/reports/figures?period_id=${world.periodId}&figure=${figure}&coverage=${coverage}`,
      )
      expect(body.data.rows).toBeDefined()
      figures.push(body.data)
    }
  return { ...rows[0], figures }
}

it('every table about students is erased, or left with a reason', async () => {
  const { rows } = await sql<{ name: string }>`
    with recursive about as (
      select 'students'::regclass::oid as oid
      union
      select key.conrelid from pg_constraint key join about on about.oid = key.confrelid where key.contype = 'f'
    )
    select oid::regclass::text as name from about
    union
    select table_name from information_schema.columns where table_schema = 'public'
      and column_name in ('student_id', 'student_period_id', 'submission_id', 'form_submission_id')`.execute(
    services.owner,
  )
  const known = new Set([...Object.keys(erasedTables), ...Object.keys(otherTables)])
  expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})

it('nothing identifies an erased student, sums stay, and seals stay honest', async () => {
  await reopenYear()
  const { id, yearId, formId } = await buildKnownStudent('QF-778812')
  expect(await world.told('full')).toContain('self medical 2026-08-01 2027-07-31')
  await world.charged()
  await buildWholeStudent(services.owner, {
    schoolId: world.schoolId,
    studentId: id,
    studentPeriodId: yearId,
    formId,
    adminId: world.adminId,
    text: 'Zephyrine Quillfeather',
  })
  const { headers } = await world.put(`/api/students/${id}`, { middle_initial: 'Q' })
  expect((await erase(id)).body.message).toContain('is open or hasn’t ended')
  await endYear()
  await verify()
  const before = await readSums()
  const known = await tablesWith(personal)
  expect(known).toEqual(
    expect.arrayContaining([
      'students',
      'history',
      'access_log',
      'emails',
      'bursar_lines',
      'form_submissions',
    ]),
  )
  const preview = (await world.admin.get(`/api/students/${id}/retention`)).body.data
  expect(preview).toMatchObject({
    blocked: null,
    counts: { policy_years: 1, dependents: 1, notes: 1, forms: 1 },
  })

  expect(await emptyTables()).toEqual([])
  expect((await erase(id)).status).toBe(204)

  const left = await tablesWith(personal)
  expect(left.filter((table) => !(table in namingTables))).toEqual([])
  expect(await readSums()).toEqual(before)
  const chains = await verify()
  expect(chains.history).toMatchObject({ breaks: [], unsealed: 0 })
  expect(chains.history.erased).toBeGreaterThan(3)
  expect(chains.accesses).toMatchObject({ breaks: [], erased: 1 })
  await expectErased(id, yearId, formId, String(headers['x-change-id']))
})

const expectErased = async (id: number, yearId: number, formId: number, changeId: string): Promise<void> => {
  const student = (await world.admin.get(`/api/students/${id}`)).body.data
  expect(student).toMatchObject({ first_name: '', last_name: 'Erased student', ssn: null, phone: null })
  expect((await world.admin.get('/api/students/search-by-name?q=Quillfeather')).body.data).toEqual([])
  for (const path of [
    `/api/students/${id}/overview`,
    `/api/student-periods/${yearId}`,
    `/api/student-form-submissions/${formId}`,
    `/api/student-history-entries?student_id=${id}`,
    `/api/student-emails?student_id=${id}`,
    `/api/eligibility-reports?student_id=${id}`,
  ])
    expect([path, (await world.admin.get(path)).status]).toEqual([path, 200])
  for (const answer of [
    await world.admin.put(`/api/students/${id}`, { first_name: 'Ana' }),
    await world.admin.put(`/api/student-periods/${yearId}`, { program: 'Medicine' }),
    await world.registrar.post('/api/student-notes/create', { student_id: id, body: '<p>Called</p>' }),
    await world.admin.get(`/api/students/${id}/as-of?at=2026-11-20`),
    await world.admin.post(`/api/changes/${changeId}/undo`),
    await erase(id),
  ])
    expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('erased')])
  const again = await world.admin.post('/api/add-student-to-period', {
    period_id: world.periodId,
    first_name: 'Zephyrine',
    last_name: 'Quillfeather',
    dob: '2000-01-01',
    sid: 'QF-778812',
    ssn: '219099999',
  })
  expect(again.body.data.student_id).not.toBe(id)
}

it('a student on legal hold, or at a school on hold, isn’t erased until it’s released', async () => {
  await reopenYear()
  const at = await world.enroll()
  const { student_id: id } = (await world.read(at)) as { student_id: number }
  await endYear()
  for (const [held, text] of [
    [`/api/students/${id}/legal-hold`, 'This student is on legal hold.'],
    [
      `/api/schools/${world.schoolId}/legal-hold`,
      'is on legal hold. Release the hold before you erase a record.',
    ],
  ] as const) {
    expect((await world.registrar.post(held, reason)).status).toBe(403)
    expect((await world.admin.post(held, reason)).status).toBe(204)
    expect((await world.admin.post(held, reason)).status).toBe(409)
    expect((await erase(id)).body.message).toContain(text)
    expect((await world.admin.post(`${held}/release`, reason)).status).toBe(204)
    expect((await world.admin.post(`${held}/release`, reason)).status).toBe(409)
  }
  const { body } = await world.admin.get(`/api/student-history-entries?student_id=${id}`)
  expect(body.data.map((one: { kind: string }) => one.kind)).toEqual(
    expect.arrayContaining(['legal_hold_placed', 'legal_hold_released']),
  )
  expect((await erase(id)).status).toBe(204)
})

it('an undo of many records leaves erased ones, and the others are undone', async () => {
  await reopenYear()
  const [one, other] = [await world.enroll(), await world.enroll()]
  const ids = [one, other].map((at) => Number(at.split('/').at(-1)))
  const change = { ids, field: 'program', value: 'Nursing' }
  const { headers } = await world.admin.post(
    '/api/student-periods/bulk-operations/update-other-field',
    change,
  )
  const { student_id: id } = (await world.read(one)) as { student_id: number }
  await endYear()
  expect((await erase(id)).status).toBe(204)
  expect(
    (await world.admin.post('/api/student-periods/bulk-operations/update-other-field', change)).status,
  ).toBe(409)
  const { body } = await world.admin.post(`/api/changes/${String(headers['x-change-id'])}/undo`)
  expect(body.data).toMatchObject({ reverted: 1, left: [{ id: ids[0], name: 'Erased student' }] })
})

it('what the settings keep for some years ends then, except for students on hold', async () => {
  await reopenYear()
  const known = await buildKnownStudent('QF-2', '219-09-9992')
  const held = await buildKnownStudent('QF-3', '219-09-9993')
  const { retention, ...settings } = services.services.settings
  const runWith = (years: Partial<typeof retention>) =>
    endRetention({ ...services.services, settings: { ...settings, retention: { ...retention, ...years } } })
  const left = async (id: number) => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from student_files where student_id = ${id}) as documents,
        (select count(*)::int from emails where student_id = ${id} and body <> '') as texts,
        (select count(*)::int from students where id = ${id} and erased_at is null) as records`.execute(
      services.owner,
    )
    return rows[0]
  }
  const whole = { documents: 1, texts: 1, records: 1 }
  await world.admin.post(`/api/students/${held.id}/legal-hold`, reason)
  // registered years ago, as their policy year
  await services.owner
    .updateTable('students')
    .set({ created_at: '2024-08-01' })
    .where('erased_at', 'is', null)
    .execute()
  expect(await runWith({ records: 1, documents: 1, emails: 1 })).toBe(0)
  const periods = services.owner.updateTable('periods').where('id', '=', world.periodId)
  await periods.set({ starts_on: '2024-08-01', ends_on: '2025-07-31', state: 'closed' }).execute()
  expect(await runWith({ records: null })).toBe(0)
  expect(await runWith({ records: 2 })).toBe(0)
  await runWith({ documents: 1 })
  expect(await left(known.id)).toEqual({ ...whole, documents: 0 })
  await runWith({ emails: 1 })
  expect(await left(known.id)).toEqual({ documents: 0, texts: 0, records: 1 })
  await runWith({ records: 1 })
  expect(await left(known.id)).toEqual({ documents: 0, texts: 0, records: 0 })
  expect(await left(held.id)).toEqual(whole)
  const { body } = await world.admin.get(
    `/api/student-history-entries?student_id=${known.id}&kind=student_erased`,
  )
  expect(body.data).toMatchObject([{ cause: 'system', reason: '1 year after the last policy year.' }])
  expect((await verify()).history.breaks).toEqual([])
  await world.admin.post(`/api/students/${held.id}/legal-hold/release`, reason)
  await runWith({ records: 1 })
  expect(await left(held.id)).toEqual({ documents: 0, texts: 0, records: 0 })
})

it('a student is erased from the history of another one, with whom they were merged for a while', async () => {
  await reopenYear()
  const { id } = await buildKnownStudent('QF-778813', '219-09-9998')
  const { student_id: other } = (await world.read(await world.enroll({}))) as { student_id: number }
  const versionOf = async (of: number): Promise<number> =>
    (await world.admin.get(`/api/students/${of}`)).body.data.version
  const merged = await world.admin.post(`/api/students/${other}/merge`, {
    other_id: id,
    version: await versionOf(other),
    other_version: await versionOf(id),
    fields: [],
    // their record has a dependent, whose coverage would end
    other_period_ids: [world.periodId],
  })
  expect(merged.status).toBe(200)
  await world.admin.post(`/api/changes/${String(merged.headers['x-change-id'])}/undo`)
  await endYear()
  expect((await erase(id)).status).toBe(204)
  const { body } = await world.admin.get(`/api/student-history-entries?student_id=${other}`)
  expect(JSON.stringify(body)).toContain('merged_student')
  expect(JSON.stringify(body)).not.toContain('QF-778813')
  expect((await verify()).history.breaks).toEqual([])
})

it('the stored documents of an erased student are deleted', async () => {
  const { rows: before } = await sql<{ many: number }>`
    select count(*)::int as many from student_files`.execute(services.owner)
  expect(before[0]?.many).toBe(0)
  // files have the time of the machine
  services.clock.advance(30 * 86_400)
  await sweepOrphans(services.services)
  const names = await collect(services.services.files.list('documents', new Date('2099-01-01')))
  expect(names).toEqual([])
})

/** Runs a statement as someone who controls the database and turns its triggers off. */
const forge = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> => {
  const forger = new pg.Client({ connectionString: services.url })
  await forger.connect()
  await forger.query('set session_replication_role = replica')
  const { rows } = await forger.query<T>(text, values)
  await forger.end()
  return rows
}

it('an edited entry isn’t accepted as erased, and an erasure that erased otherwise is noticed', async () => {
  await verify()
  const [entry] = await forge<{ id: number; reason: string | null; hash: Buffer }>(
    `select h.id, h.reason, s.hash from history h join history_seals s on s.entry_id = h.id
     where not exists (select from erased_entries e where e.entry_id = h.id) order by h.id desc limit 1`,
  )
  await forge(`update history set reason = 'forged' where id = $1`, [entry?.id])
  expect((await verify()).history.breaks).toMatchObject([{ why: 'edited' }])
  await forge(
    `insert into erased_entries select 'history', $1, change_id, $2, signature
     from erased_entries where log = 'history' limit 1`,
    [entry?.id, entry?.hash],
  )
  expect((await verify()).history.breaks).toMatchObject([
    { why: 'not erased by Shipmate' },
    { why: 'erased otherwise' },
  ])
  await forge(`delete from erased_entries where entry_id = $1`, [entry?.id])
  await forge(`update history set reason = $2 where id = $1`, [entry?.id, entry?.reason])
  expect((await verify()).history.breaks).toEqual([])
  // an entry that was erased and edited after that
  const [erased] = await forge<{ id: number }>(
    `update history set reason = 'forged' where id = (
       select entry_id from erased_entries where log = 'history' order by entry_id limit 1) returning id`,
  )
  expect((await verify()).history.breaks).toEqual([
    { entry_id: Number(erased?.id), why: 'not erased by Shipmate' },
  ])
})
