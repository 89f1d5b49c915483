import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readRecords } from '#server/platform/lib/csv.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})

const enrolled = (student: object, premium = '4678.37') =>
  buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    medical_status: 'enrolled',
    medical_enroll_premium: premium,
    student,
  })
const act = (id: number, name: string, body?: object) =>
  world.admin.post(`/api/bursar-batches/${id}/${name}`, body)
const make = async (): Promise<number> =>
  (await world.admin.post(`/api/periods/${world.periodId}/bursar-batches`, {})).body.data.id
const released = async (): Promise<number> => {
  const id = await make()
  await act(id, 'release')
  return id
}
const file = (id: number, format = 'csv') =>
  world.admin.get(`/api/bursar-batches/${id}/file?format=${format}`)

const recordsOf = async (text: string): Promise<string[][]> => {
  const records: string[][] = []
  for await (const some of readRecords([text], { delimiter: ',', batchSize: 100 })) records.push(...some)
  return records
}

describe('the file of a batch', () => {
  it('has the specified columns, and texts that no spreadsheet runs', async () => {
    await enrolled({ last_name: '=cmd()', first_name: 'Zoë "Z"', sid: '00123' })
    const id = await released()
    const { headers, text } = await file(id)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(text.split('\r\n')[0]).toBe(
      'batch,line,sid,last_name,first_name,coverage_type,item,action,amount,effective_on,reason',
    )
    expect(await recordsOf(text)).toEqual([
      expect.anything(),
      [
        '1',
        '1',
        '00123',
        "'=cmd()",
        'Zoë "Z"',
        'medical',
        'Premium',
        'charge',
        '4678.37',
        '08/01/2026',
        'Enrolled from 08/01/2026',
      ],
    ])
  })

  it('keeps negative amounts as numbers, in CSV and Excel', async () => {
    const { id } = await enrolled({})
    await released()
    await services.owner
      .updateTable('student_periods')
      .set({ medical_status: 'waived' })
      .where('id', '=', id)
      .execute()
    const batch = await released()
    expect((await file(batch)).text).toContain(',"reverse",-4678.37,"11/20/2026",')
    const { headers, bytes } = await file(batch, 'xlsx')
    expect(headers['content-disposition']).toContain('bursar-batch-2.xlsx')
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
  })

  it('has the same bytes each time, whatever happens to the records and the batch', async () => {
    await enrolled({ last_name: 'Abara' })
    await enrolled({ last_name: 'Zed' })
    const id = await released()
    const before = [await file(id), await file(id, 'xlsx')]
    await services.owner.updateTable('students').set({ last_name: 'Other' }).execute()
    await act(id, 'void', { reason: 'Sent twice.' })
    services.clock.advance(600)
    const after = [await file(id), await file(id, 'xlsx')]
    services.clock.advance(-600)
    expect(after.map(({ bytes }) => bytes.toString('hex'))).toEqual(
      before.map(({ bytes }) => bytes.toString('hex')),
    )
  })

  it('adds up to the totals on screen, to the cent, over several pages', async () => {
    await enrolled({ last_name: 'Odd' }, '0.07')
    await services.owner.transaction().execute(async (trx) => {
      await sql`insert into students (school_id, first_name, last_name, dob, sid)
        select ${world.schoolId}, 'N', 'S' || n, '2001-02-03', 'M' || ${world.schoolId} || '-' || n from generate_series(1, 2345) n`.execute(
        trx,
      )
      await sql`insert into student_periods (school_id, period_id, student_id, sort_name, medical_status, medical_enroll_premium)
        select school_id, ${world.periodId}, id, sort_name, 'enrolled', 100 + (id % 97) / 100.0 from students
        where school_id = ${world.schoolId} and last_name like 'S%'`.execute(trx)
    })
    const id = await released()
    const records = (await recordsOf((await file(id)).text)).slice(1)
    expect(records.map(([, line]) => Number(line))).toEqual(records.map((_, index) => index + 1))
    const cents = records.reduce((sum, record) => sum + BigInt((record[8] ?? '').replace('.', '')), 0n)
    const { batch, totals } = (await world.admin.get(`/api/bursar-batches/${id}`)).body.data
    expect([records.length, cents]).toEqual([totals.lines, BigInt(totals.total.replace('.', ''))])
    expect([batch.lines, batch.total, totals.charge]).toEqual([2346, totals.total, totals.total])
  })

  it('can be downloaded once the batch was released, and each download is logged', async () => {
    await enrolled({})
    const id = await make()
    expect((await file(id)).status).toBe(409)
    await act(id, 'release')
    await file(id)
    const log = await services.owner
      .selectFrom('access_log')
      .select(['action', 'subject_type', 'subject_id', 'school_id'])
      .where('school_id', '=', world.schoolId)
      .where('action', '=', 'download')
      .execute()
    expect(log).toEqual([
      { action: 'download', subject_type: 'bursar_batch', subject_id: id, school_id: world.schoolId },
    ])
  })

  it('isn’t there for a batch that was voided before its release', async () => {
    await enrolled({})
    const id = await make()
    await act(id, 'void', { reason: 'Too early.' })
    expect((await file(id)).status).toBe(409)
  })
})
