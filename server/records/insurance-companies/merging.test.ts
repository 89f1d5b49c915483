import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { undoByJob } from '#server/testing/undo-job.ts'
import { buildCompany } from './factory.ts'

let services: TestServices
let world: SchoolWorld
let other: SchoolWorld
let from: number
let into: number
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  other = await buildSchoolWorld(services)
  from = await buildCompany(services.owner, {
    name: named('Aetna Inc'),
    aliases: [named('Aetna US')],
    medical_payer_ids: ['60054', '60099'],
  })
  into = await buildCompany(services.owner, { name: named('Aetna'), medical_payer_ids: ['60054'] })
})

const named = (name: string): string => `${name} ${world.schoolId}`
const at = (id: number): string => `/api/insurance-companies/${id}`
const merge = (body: object = {}) => world.admin.post(`${at(from)}/merge`, { merge_into_id: into, ...body })
const undo = (headers: Record<string, unknown>) =>
  world.admin.post(`/api/changes/${String(headers['x-change-id'])}/undo`)
const use = async (values: object, of = world, periodId = of.periodId): Promise<number> =>
  (await buildStudentPeriod(services.owner, { school_id: of.schoolId, period_id: periodId, ...values })).id
const companiesOf = async (id: number) => {
  const row = await services.owner
    .selectFrom('student_periods')
    .select([
      'medical_waive_insurance_company_id as medical',
      'dental_waive_insurance_company_id as dental',
      'vision_waive_insurance_company_id as vision',
      'version',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [row.medical, row.dental, row.vision]
}
const read = async (id: number) => (await world.admin.get(at(id))).body.data
const historyOf = (id: number) =>
  services.owner
    .selectFrom('history')
    .select(['kind', 'cause', 'changes', 'change_id'])
    .where('student_period_id', '=', id)
    .orderBy('id')
    .execute()

describe('a merge', () => {
  it('shows in a preview how many records of which schools and policy years change, and changes nothing', async () => {
    const past = await buildPeriod(services.owner, {
      school_id: world.schoolId,
      starts_on: '2025-08-01',
      ends_on: '2026-07-31',
    })
    const id = await use({
      medical_waive_insurance_company_id: from,
      dental_waive_insurance_company_id: from,
    })
    await use({ medical_waive_insurance_company_id: from })
    await use({ vision_waive_insurance_company_id: from }, world, past)
    await use({ medical_waive_insurance_company_id: from }, other)
    await use({ medical_waive_insurance_company_id: into })
    const { status, body, headers } = await merge({ dry_run: true })
    expect([status, headers['x-change-id']]).toEqual([200, undefined])
    expect(body.data).toMatchObject({
      into: { id: into, name: named('Aetna') },
      student_periods: 4,
      lines: { medical: 3, dental: 1, vision: 1 },
      gained: [
        { field: 'aliases', values: [named('Aetna Inc'), named('Aetna US')] },
        { field: 'medical_payer_ids', values: ['60099'] },
      ],
    })
    const counted = body.data.periods.map(
      (one: { period_id: number; student_periods: number; lines: object }) => [
        one.period_id,
        one.student_periods,
        one.lines,
      ],
    )
    expect(counted).toHaveLength(3)
    expect(counted).toContainEqual([world.periodId, 2, { medical: 2, dental: 1, vision: 0 }])
    expect(counted).toContainEqual([past, 1, { medical: 0, dental: 0, vision: 1 }])
    expect(counted).toContainEqual([other.periodId, 1, { medical: 1, dental: 0, vision: 0 }])
    expect(await companiesOf(id)).toEqual([from, from, null])
    expect((await world.admin.get(at(from))).status).toBe(200)
  })

  it('is one change with an entry per record, and undo restores everything', async () => {
    const both = await use({
      medical_waive_insurance_company_id: from,
      dental_waive_insurance_company_id: into,
    })
    const far = await use({ vision_waive_insurance_company_id: from }, other)
    const { body, headers } = await merge({ expected: { student_periods: 2 } })
    expect(body.data.student_periods).toBe(2)
    expect(await companiesOf(both)).toEqual([into, into, null])
    expect(await companiesOf(far)).toEqual([null, null, into])
    expect((await world.admin.get(at(from))).status).toBe(404)
    expect(await read(into)).toMatchObject({
      usage: 2,
      aliases: [named('Aetna Inc'), named('Aetna US')],
      medical_payer_ids: ['60054', '60099'],
    })
    const changeId = Number(headers['x-change-id'])
    for (const [id, field] of [
      [both, 'medical_waive_insurance_company_id'],
      [far, 'vision_waive_insurance_company_id'],
    ] as const)
      expect(await historyOf(id)).toEqual([
        {
          kind: 'student_period_changed',
          cause: 'bulk',
          change_id: changeId,
          changes: [{ field, before: from, after: into }],
        },
      ])

    const undone = await undo(headers)
    expect(undone.body.data).toMatchObject({ reverted: 4, left: [], left_total: 0 })
    expect(await companiesOf(both)).toEqual([from, into, null])
    expect(await companiesOf(far)).toEqual([null, null, from])
    expect(await read(from)).toMatchObject({ name: named('Aetna Inc'), usage: 2 })
    expect(await read(into)).toMatchObject({ aliases: [], medical_payer_ids: ['60054'], usage: 1 })

    const again = await undo(undone.headers)
    expect(again.body.data).toMatchObject({ reverted: 4, left_total: 0 })
    expect(await companiesOf(both)).toEqual([into, into, null])
    expect((await read(into)).aliases).toEqual([named('Aetna Inc'), named('Aetna US')])
    expect((await world.admin.get(at(from))).status).toBe(404)
  })

  it('is undone except for what changed later, and reports that', async () => {
    const third = await buildCompany(services.owner)
    const touched = await use({ medical_waive_insurance_company_id: from })
    const still = await use({ medical_waive_insurance_company_id: from })
    const { headers } = await merge()
    await world.admin.put(at(into), { aliases: [named('Aetna Inc'), named('Aetna US'), named('Later')] })
    await world.registrar.put(`/api/student-periods/${touched}/insurance-details`, {
      medical_waive_insurance_company_id: third,
    })
    const undone = await undo(headers)
    expect(undone.body.data).toMatchObject({
      reverted: 3,
      left: [{ id: touched, subject_type: 'student_period', reason: 'It changed after that.' }],
    })
    expect(await companiesOf(touched)).toEqual([third, null, null])
    expect(await companiesOf(still)).toEqual([from, null, null])
    expect((await read(into)).aliases).toEqual([named('Later')])
  })

  it('can’t be undone while another company has the name', async () => {
    const used = await use({ medical_waive_insurance_company_id: from })
    const { headers } = await merge()
    await world.admin.put(at(into), { aliases: [] })
    await world.admin.post('/api/insurance-companies/create', { name: named('Aetna Inc') })
    const undone = await undo(headers)
    expect([undone.status, undone.body.code]).toEqual([409, 'stale'])
    expect(await companiesOf(used)).toEqual([into, null, null])
  })

  it('with an outdated preview changes nothing and returns the new one', async () => {
    await use({ medical_waive_insurance_company_id: from })
    const answer = await merge({ expected: { student_periods: 0 } })
    expect([answer.status, answer.body.data.student_periods]).toEqual([409, 1])
    expect((await world.admin.get(at(from))).status).toBe(200)
  })

  it('needs another existing company', async () => {
    for (const merge_into_id of [from, 999_999_999])
      expect((await merge({ merge_into_id })).body.errors).toEqual({
        merge_into_id: ['The selected merge into id is invalid.'],
      })
    expect((await merge({ force: true })).body.errors.force).toBeDefined()
    expect((await world.registrar.post(`${at(from)}/merge`, { merge_into_id: into })).status).toBe(403)
  })

  it.each([
    ['query', (): [string, object?] => [`${at(from)}?merge_into_id=${into}`]],
    ['body', (): [string, object?] => [at(from), { merge_into_id: into }]],
  ])('is also what a removal with a replacement in its %s does', async (_, asked) => {
    const used = await use({ dental_waive_insurance_company_id: from })
    expect((await world.admin.delete(at(from))).status).toBe(409)
    const answer = await world.admin.delete(...asked())
    expect(answer.status).toBe(204)
    expect(await companiesOf(used)).toEqual([null, into, null])
    expect((await undo(answer.headers)).body.data.reverted).toBe(3)
  })

  it('a removal with a replacement that doesn’t exist is refused by field', async () => {
    const answer = await world.admin.delete(`${at(from)}?merge_into_id=999999999`)
    expect(Object.keys(answer.body.errors)).toEqual(['merge_into_id'])
  })

  it('of more than 10,000 records runs as a job, and can be undone', { timeout: 60_000 }, async () => {
    await sql`
      with made as (
        insert into students (school_id, first_name, last_name, dob, sid)
        select ${world.schoolId}, 'N', 'Many', '2000-01-01', 'many-' || n from generate_series(1, 10001) n
        returning id, sort_name)
      insert into student_periods (school_id, period_id, student_id, sort_name, medical_waive_insurance_company_id)
      select ${world.schoolId}, ${world.periodId}, id, sort_name, ${from} from made`.execute(services.owner)
    expect((await world.admin.delete(`${at(from)}?merge_into_id=${into}`)).body.code).toBe('in_use')
    const answer = await merge({ expected: { student_periods: 10_001 } })
    expect([answer.status, answer.body.data]).toEqual([202, { job_id: expect.any(Number) }])
    await services.runJobs()
    const job = (await world.admin.get(`/api/jobs/${answer.body.data.job_id}`)).body.data
    expect(job).toMatchObject({
      kind: 'merge-insurance-companies',
      state: 'done',
      result: { changed: 10_001 },
    })
    expect((await read(into)).usage).toBe(10_001)
    const undone = await undoByJob(services, world.admin, job.change_id)
    expect(undone.result).toMatchObject({ reverted: 10_003, left_total: 0 })
    expect((await read(from)).usage).toBe(10_001)
  })
})

describe('unmatched names', () => {
  const typed = async (search: string) =>
    (await world.admin.get(`/api/insurance-companies/typed-names?search=${encodeURIComponent(search)}`)).body
  const assign = (names: string[], more: object = {}) =>
    world.admin.post(`${at(into)}/assign-names`, { names, ...more })

  it('are listed with spellings and counts, most used first, and with the company that has the name', async () => {
    const key = named('Northstar')
    await use({ medical_waive_insurance_name_other: key, dental_waive_insurance_name_other: key })
    await use({ medical_waive_insurance_name_other: key })
    await use({ vision_waive_insurance_name_other: key.toUpperCase() }, other)
    await use({ medical_waive_insurance_name_other: named('aetna inc') })
    // next to a company, the typed name is only a remark
    await use({ medical_waive_insurance_name_other: key, medical_waive_insurance_company_id: into })
    const { data, meta } = await typed(String(world.schoolId))
    expect(meta.total).toBe(2)
    expect(data).toEqual([
      {
        name: key,
        spellings: [key.toUpperCase()],
        student_periods: 3,
        lines: { medical: 2, dental: 1, vision: 1 },
        company: null,
      },
      {
        name: named('aetna inc'),
        spellings: [],
        student_periods: 1,
        lines: { medical: 1, dental: 0, vision: 0 },
        company: { id: from, name: named('Aetna Inc') },
      },
    ])
    expect((await world.registrar.get('/api/insurance-companies/typed-names')).status).toBe(403)
  })

  it('are matched in every spelling, with a preview and undo', async () => {
    const key = named('Northstar')
    const one = await use({ medical_waive_insurance_name_other: key })
    const two = await use({ dental_waive_insurance_name_other: key.toUpperCase() }, other)
    const preview = await assign([key], { dry_run: true })
    expect(preview.body.data).toMatchObject({
      student_periods: 2,
      lines: { medical: 1, dental: 1, vision: 0 },
    })
    expect((await assign([key], { expected: { student_periods: 7 } })).status).toBe(409)
    const { headers } = await assign([key], { expected: { student_periods: 2 } })
    expect(await companiesOf(one)).toEqual([into, null, null])
    expect(await companiesOf(two)).toEqual([null, into, null])
    expect((await typed(key)).meta.total).toBe(0)
    expect((await historyOf(two))[0]?.changes).toEqual([
      { field: 'dental_waive_insurance_company_id', before: null, after: into },
      { field: 'dental_waive_insurance_name_other', before: key.toUpperCase(), after: null },
    ])
    expect((await undo(headers)).body.data).toMatchObject({ reverted: 2, left_total: 0 })
    expect((await typed(key)).data[0].student_periods).toBe(2)
  })
})
