import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { undoByJob } from '#server/testing/undo-job.ts'
import { buildCompany } from '#server/records/insurance-companies/factory.ts'
import { buildStudentPeriod } from './factory.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})

const path = '/api/student-periods/bulk-operations/update-other-field'
const build = async (values: object = {}): Promise<number> =>
  (
    await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      ...values,
    })
  ).id
const read = (id: number) =>
  services.owner.selectFrom('student_periods').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const historyOf = (id: number) =>
  services.owner.selectFrom('history').selectAll().where('student_period_id', '=', id).orderBy('id').execute()

describe('update-other-field', () => {
  it('sets one field for a selection, records each row, and can be undone', async () => {
    const [one, same] = [await build({ campus: 'Main' }), await build({ campus: 'Harbor' })]
    const selection = { period_id: world.periodId }
    const answer = await world.registrar.post(path, { selection, field: 'campus', value: ' Harbor ' })
    expect(answer.body.data).toMatchObject({ matched: 2, changed: 1, skipped_total: 0 })
    expect((await read(one)).campus).toBe('Harbor')
    expect(await historyOf(same)).toEqual([])
    const [entry] = await historyOf(one)
    expect(entry).toMatchObject({
      kind: 'student_period_changed',
      cause: 'bulk',
      actor_id: world.registrarId,
    })
    expect(entry?.changes).toEqual([{ field: 'campus', before: 'Main', after: 'Harbor' }])
    const undo = await world.registrar.post(`/api/changes/${answer.headers['x-change-id']}/undo`)
    expect(undo.body.data).toMatchObject({ reverted: 1, left_total: 0 })
    expect((await read(one)).campus).toBe('Main')
  })

  it.each([
    ['money', 'admin_fee', '12.5', '12.50'],
    ['a number', 'graduation_year', 2031, 2031],
    ['yes or no', 'medical_enroll_paid_in_full', true, true],
    ['a phone', 'dental_waive_insurance_phone', '(201) 555-0123', '+12015550123'],
    ['a choice', 'vision_waive_insurance_type', 'ppo', 'ppo'],
    ['a day', 'reverify_on', '2027-01-31', '2027-01-31'],
    ['nothing', 'program', '', null],
  ] as const)('accepts %s as the field does', async (_name, field, value, expected) => {
    const id = await build()
    const answer = await world.admin.post(path, { ids: [id], field, value })
    expect([answer.status, answer.body.errors]).toEqual([200, undefined])
    expect(Reflect.get(await read(id), field)).toBe(expected)
  })

  it('previews the changes with a sample, and saves nothing', async () => {
    for (let n = 0; n < 6; n += 1) await build({ campus: 'Main', student: { sid: `P-${n}` } })
    const body = { selection: { period_id: world.periodId }, field: 'campus', value: 'Harbor', dry_run: true }
    const { data } = (await world.registrar.post(path, body)).body
    expect(data).toMatchObject({ matched: 6, changed: 6 })
    expect(data.sample).toHaveLength(5)
    expect(data.sample[0]).toMatchObject({
      sid: 'P-0',
      name: expect.stringContaining(', '),
      changes: [{ field: 'campus', before: 'Main', after: 'Harbor' }],
    })
    expect((await read(data.sample[0].id)).campus).toBe('Main')
  })

  it('previews insurance companies by name', async () => {
    const from = await buildCompany(services.owner, { name: 'Former Health' })
    const to = await buildCompany(services.owner, { name: 'New Health' })
    const ids = [await build({ medical_waive_insurance_company_id: from }), await build()]
    const field = 'medical_waive_insurance_company_id'
    const preview = async (value: number | null) =>
      (await world.admin.post(path, { ids, field, value, dry_run: true })).body.data.sample.map(
        ({ changes }: { changes: unknown }) => changes,
      )
    const named = { field: 'medical_waive_insurance_company', before: 'Former Health' }
    expect(await preview(to)).toEqual([
      [{ ...named, after: 'New Health' }],
      [{ ...named, before: null, after: 'New Health' }],
    ])
    expect(await preview(null)).toEqual([[{ ...named, after: null }]])
    ids[0] = await build({
      medical_waive_insurance_company_id: from,
      medical_waive_verified_on: '2026-08-06',
    })
    expect((await preview(to)).at(-1)).toContainEqual({
      field: 'medical_waive_verified_on',
      before: '2026-08-06',
      after: null,
    })
  })

  it('skips rows whose dates would be out of order, and names them', async () => {
    const [late, early] = [
      await build({ loa_start_on: '2026-12-01' }),
      await build({ loa_start_on: '2026-10-01' }),
    ]
    const body = { ids: [late, early], field: 'loa_end_on', value: '2026-11-01' }
    const { data } = (await world.registrar.post(path, body)).body
    expect(data).toMatchObject({
      matched: 2,
      changed: 1,
      skipped: [{ id: late, reason: 'out_of_order' }],
      skipped_total: 1,
    })
    expect([(await read(late)).loa_end_on, (await read(early)).loa_end_on]).toEqual([null, '2026-11-01'])
  })

  it('refuses an outdated preview, and a foreign ID', async () => {
    const id = await build({ campus: 'Main' })
    const body = { ids: [id], field: 'campus', value: 'Harbor' }
    const stale = await world.registrar.post(path, { ...body, expected: { matched: 1, changed: 0 } })
    expect([stale.status, stale.body.code]).toEqual([409, 'stale'])
    const foreign = await buildSchoolWorld(services)
    expect((await foreign.registrar.post(path, body)).status).toBe(404)
    expect((await read(id)).campus).toBe('Main')
  })

  it('refuses fields that school admins can’t change, and changes nothing', async () => {
    const id = await build()
    for (const [field, value] of [
      ['admin_fee', '1.00'],
      ['medical_waive_verified_on', '2026-11-01'],
    ] as const) {
      const answer = await world.registrar.post(path, { ids: [id], field, value })
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([403, [field]])
    }
    expect((await read(id)).version).toBe(1)
  })

  it.each([
    ['a coverage status', 'medical_status', 'waived', 'field'],
    ['the academic status', 'academic_status', 'incoming', 'field'],
    ['the record status', 'status', 'inactive', 'field'],
    ['a field of the student', 'last_name', 'Smith', 'field'],
    ['a read-only field', 'medical_waive_insurance_company', 'Aetna', 'field'],
    ['an inherited field', 'constructor', 'x', 'field'],
    ['a value of another kind', 'graduation_year', 'soon', 'value'],
    ['a value out of bounds', 'graduation_year', 1900, 'value'],
    ['a date that doesn’t exist', 'reverify_on', '2026-02-30', 'value'],
    ['a company that doesn’t exist', 'dental_waive_insurance_company_id', 999_999_999, 'value'],
    ['no value', 'campus', undefined, 'value'],
  ])('refuses %s by name', async (_name, field, value, key) => {
    const id = await build()
    const answer = await world.admin.post(path, { ids: [id], field, value })
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [key]])
    expect((await read(id)).version).toBe(1)
  })
})

describe('removing student-periods', () => {
  const deletePath = '/api/student-periods/bulk-operations/delete'
  const total = async (): Promise<number> =>
    (await world.admin.get(`/api/student-periods-by-period/${world.periodId}`)).body.meta.total

  it('removes a confirmed selection from the list, and undo restores it', async () => {
    const [one, other] = [await build({ campus: 'Main' }), await build({ campus: 'North' })]
    const selection = { period_id: world.periodId }
    const preview = await world.admin.post(deletePath, { selection, dry_run: true })
    expect(preview.body.data).toMatchObject({ matched: 2, changed: 2, moves: [] })
    expect(preview.body.data.sample).toHaveLength(2)
    expect(await total()).toBe(2)
    const expected = { matched: 2, changed: 2 }
    const answer = await world.admin.post(deletePath, { selection, expected, confirm_count: 2 })
    expect(answer.body.data).toMatchObject(expected)
    expect(await total()).toBe(0)
    expect((await world.admin.get(`/api/student-periods/${one}`)).status).toBe(404)
    expect(await historyOf(other)).toMatchObject([{ kind: 'student_period_removed', cause: 'bulk' }])
    const undo = await world.admin.post(`/api/changes/${answer.headers['x-change-id']}/undo`)
    expect(undo.body.data).toMatchObject({ reverted: 2, left_total: 0 })
    expect((await read(one)).campus).toBe('Main')
    expect(await total()).toBe(2)
  })

  it('leaves a student alone who was added to the period again when it’s undone', async () => {
    const id = await build()
    const { student_id } = await read(id)
    const answer = await world.admin.delete(`/api/student-periods/${id}`)
    expect(answer.status).toBe(204)
    await build({ student_id })
    const undo = await world.admin.post(`/api/changes/${answer.headers['x-change-id']}/undo`)
    expect(undo.body.data).toMatchObject({
      reverted: 0,
      left: [{ id, reason: 'The student was added to this policy year again.' }],
    })
    expect(await total()).toBe(1)
  })

  it('leaves nothing for other undos', async () => {
    const id = await build({ campus: 'Main' })
    const change = await world.registrar.put(`/api/student-periods/${id}`, { campus: 'North' })
    await world.admin.delete(`/api/student-periods/${id}`)
    const undo = await world.registrar.post(`/api/changes/${change.headers['x-change-id']}/undo`)
    expect(undo.body.data).toMatchObject({ reverted: 0, left: [{ id, reason: 'The record was removed.' }] })
  })

  it.each([
    ['no preview', { confirm_count: 1 }, 'expected'],
    ['no number', { expected: { matched: 1, changed: 1 } }, 'confirm_count'],
    ['another number', { expected: { matched: 1, changed: 1 }, confirm_count: 2 }, 'confirm_count'],
  ])('of a selection needs the count: %s', async (_name, more, field) => {
    await build()
    const answer = await world.admin.post(deletePath, { selection: { period_id: world.periodId }, ...more })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
    expect(await total()).toBe(1)
  })

  it('by IDs checks a count that is sent, and refuses an outdated preview', async () => {
    const ids = [await build()]
    const wrong = await world.admin.post(deletePath, { ids, confirm_count: 2 })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['confirm_count']])
    const selection = { period_id: world.periodId }
    const stale = await world.admin.post(deletePath, {
      selection,
      expected: { matched: 2, changed: 2 },
      confirm_count: 2,
    })
    expect([stale.status, stale.body.data.matched, await total()]).toEqual([409, 1, 1])
    expect((await world.admin.post(deletePath, { ids })).body.data).toMatchObject({ matched: 1, changed: 1 })
  })

  it('is for Shipmate Admins', async () => {
    const id = await build()
    expect((await world.registrar.delete(`/api/student-periods/${id}`)).status).toBe(403)
    expect((await world.registrar.post(deletePath, { ids: [id] })).status).toBe(403)
  })

  it('of more than 10,000 rows runs as a job', async () => {
    await sql`
      with made as (
        insert into students (school_id, first_name, last_name, dob, sid)
        select ${world.schoolId}, 'N', 'Many', '2000-01-01', 'many-' || n from generate_series(1, 10001) n
        returning id, sort_name)
      insert into student_periods (school_id, period_id, student_id, sort_name)
      select ${world.schoolId}, ${world.periodId}, id, sort_name from made`.execute(services.owner)
    const ask = {
      selection: { period_id: world.periodId },
      expected: { matched: 10_001, changed: 10_001 },
      confirm_count: 10_001,
    }
    const answer = await world.admin.post(deletePath, ask)
    expect(answer.status).toBe(202)
    await services.runJobs()
    const job = (await world.admin.get(`/api/jobs/${answer.body.data.job_id}`)).body.data
    expect([job.state, job.result.changed, await total()]).toEqual(['done', 10_001, 0])
    const undo = await undoByJob(services, world.admin, job.change_id)
    expect([undo.result.reverted, await total()]).toEqual([10_001, 10_001])
  }, 60_000)
})

describe('needs-reverification-in-period', () => {
  it('lists records that are due by waiver or date, with the list’s rules', async () => {
    const marked = await build({ medical_status: 'waived_needs_reverified', program: 'Pharmacy' })
    await build({ medical_status: 'waiver_inactive', program: 'Nursing (BSN)' })
    await build({ medical_status: 'waived_aged_out', program: 'Nursing (BSN)', reverify_on: '2026-11-20' })
    const waived = { medical_status: 'waived', program: 'Nursing (BSN)' } as const
    const due = await build({ ...waived, reverify_on: '2026-11-20' })
    await build({ ...waived, reverify_on: '2026-11-21' })
    await build({ reverify_on: '2026-11-20', program: 'Nursing (BSN)' })
    await build({ medical_status: 'waived_needs_reverified', status: 'inactive' })
    const reverify = `/api/student-periods/needs-reverification-in-period/${world.periodId}`
    const { body } = await world.admin.get(`${reverify}?sort=id`)
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([marked, due])
    expect(body.meta.total).toBe(2)
    const rules = [{ field: 'program', match_mode: 'startsWith', value: 'nurs' }]
    const where = encodeURIComponent(JSON.stringify({ operator: 'and', rules }))
    const narrowed = await world.admin.get(`${reverify}?where=${where}`)
    expect(narrowed.body.data.map(({ id }: { id: number }) => id)).toEqual([due])
  })
})
