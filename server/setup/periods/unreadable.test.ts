import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { documentName } from '#contract/platform/document.ts'
import { periodDocuments } from '#contract/setup/period-documents/documents.ts'
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

/** Content as a newer version might save it. */
const foreign = {
  'medical-plan': { name: { en: 'Gold', es: 'Oro' } },
  dates: { coverage_terms: 'by quarter' },
  faqs: { items: { en: [] } },
  'enroll-form/dropdowns-and-notices': { options: [] },
} as const

const keepAs = async (kind: string, content: object) => {
  await sql`insert into period_documents (school_id, period_id, kind, content, version, updated_at)
    values (${world.schoolId}, ${world.periodId}, ${kind}, ${JSON.stringify(content)}::jsonb, 3, now())`.execute(
    services.owner,
  )
}
const keep = (kind: keyof typeof foreign) => keepAs(kind, foreign[kind])
const kept = async (kind: string) => {
  const { rows } = await sql<{ content: unknown; version: number }>`
    select content, version from period_documents where period_id = ${world.periodId} and kind = ${kind}`.execute(
    services.owner,
  )
  return rows[0]
}
const at = (rest = '') => `/api/periods/${world.periodId}${rest}`

describe('a document saved in a format that this version doesn’t know', () => {
  it('is named in the full period, which has all others', async () => {
    await keep('medical-plan')
    await keep('faqs')
    const [whole, part] = [await world.admin.get(at()), await world.registrar.get(at())]
    expect([whole.status, part.status]).toEqual([200, 200])
    expect(whole.body.data.unreadable).toEqual(['medical_plan', 'faqs'])
    const present = Object.keys(whole.body.data)
    expect(
      periodDocuments.map(({ kind }) => kind).filter((kind) => !present.includes(documentName(kind))),
    ).toEqual(['medical-plan', 'faqs'])
    expect(part.body.data.unreadable).toEqual(['medical_plan'])
  })

  it('is neither returned nor overwritten, with an explanation', async () => {
    const { data: empty } = (await world.admin.get(at('/medical-plan'))).body
    await keep('medical-plan')
    const read = await world.admin.get(at('/medical-plan'))
    expect([read.status, read.body.code]).toEqual([500, 'unknown_content'])
    expect(read.body.message).toContain('“Medical plan”')
    const { version: _version, ...content } = empty
    expect((await world.admin.put(at('/medical-plan'), content)).body.code).toBe('unknown_content')
    expect(await kept('medical-plan')).toEqual({ content: foreign['medical-plan'], version: 3 })
    expect((await world.admin.get(at('/dental-plan'))).status).toBe(200)
  })

  it.each(periodDocuments.map(({ kind }) => kind))(
    'is %s with a part that only a newer version knows: saving doesn’t remove it',
    async (kind) => {
      const { version: _version, ...content } = (await world.admin.get(at(`/${kind}`))).body.data
      await keepAs(kind, { ...content, part_of_tomorrow: 'kept' })
      const read = await world.admin.get(at(`/${kind}`))
      expect([read.status, read.body.code]).toEqual([500, 'unknown_content'])
      expect((await world.admin.put(at(`/${kind}`), content)).body.code).toBe('unknown_content')
      expect(await kept(kind)).toEqual({ content: { ...content, part_of_tomorrow: 'kept' }, version: 3 })
    },
  )

  it('doesn’t include a document of an older version, which reads like one with an empty part', async () => {
    const { version: _version, ...content } = (await world.admin.get(at('/faqs'))).body.data
    await keepAs('faqs', {})
    expect((await world.admin.get(at('/faqs'))).body.data).toEqual({ ...content, version: 3 })
    expect((await world.admin.put(at('/faqs'), content)).status).toBe(200)
  })

  it('is an issue of the setup, where the other documents are checked and compared', async () => {
    const made = await world.admin.post('/api/periods', {
      school_id: world.schoolId,
      name: 'Before',
      starts_on: '2025-08-01',
      ends_on: '2026-07-31',
    })
    await keep('medical-plan')
    await keep('dates')
    const checks = await world.admin.get(at('/checks'))
    expect(checks.status).toBe(200)
    const found = checks.body.data.map(
      (one: { kind: string; document: string }) => `${one.kind} ${one.document}`,
    )
    expect(found).toContain('not_readable medical-plan')
    expect(found).toContain('not_readable dates')
    expect(found).toContain('premium_missing dental-plan')
    expect(found).not.toContain('premium_missing medical-plan')
    const comparison = await world.admin.get(at('/comparison'))
    expect(comparison.status).toBe(200)
    expect(comparison.body.data.other.id).toBe(made.body.data.id)
    expect(comparison.body.data.unreadable).toEqual([
      { document: 'dates', label: 'Dates' },
      { document: 'medical-plan', label: 'Medical plan' },
    ])
    expect(comparison.body.data.differences.map(({ document }: { document: string }) => document)).toEqual([
      'about',
    ])
  })

  it('doesn’t block changes to the period, which reach clients that had read it', async () => {
    await keep('dates')
    const { data: about } = (await world.admin.get(at('/about'))).body
    const saved = await world.admin.put(at('/about'), { ...about, ends_on: '2027-08-31' })
    expect(saved.status).toBe(200)
    expect(await kept('dates')).toEqual({ content: foreign.dates, version: 4 })
  })

  it('affects only the students’ data that depends on it', async () => {
    await keep('medical-plan')
    await keep('enroll-form/dropdowns-and-notices')
    const { id } = await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
    })
    const record = `/api/student-periods/${id}`
    expect((await world.registrar.put(record, { campus: 'North' })).status).toBe(200)
    const values = await world.registrar.get(
      `/api/student-periods-by-period/${world.periodId}/values?field=campus`,
    )
    expect(values.body.data).toMatchObject([{ value: 'North', quantity: 1 }])
    const move = (field: string) =>
      world.admin.put(record, { [field]: 'enrolled', override_reason: 'By telephone' })
    expect((await move('dental_status')).status).toBe(200)
    for (const academic_status of ['leave_of_absence', 'continuing'])
      expect((await world.registrar.put(record, { academic_status })).status).toBe(200)
  })

  it('is named when a status change needs its plan', async () => {
    await keep('medical-plan')
    const { id } = await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      medical_status: 'enrollment_submitted',
      dental_status: 'enrollment_submitted',
    })
    const approve = (field: string) => world.admin.put(`/api/student-periods/${id}`, { [field]: 'enrolled' })
    expect((await approve('dental_status')).status).toBe(200)
    const refused = await approve('medical_status')
    expect([refused.status, refused.body.code]).toEqual([500, 'unknown_content'])
    expect(refused.body.message).toContain('“Medical plan”')
  })
})
