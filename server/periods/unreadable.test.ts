import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { documentName } from '#contract/document.ts'
import { periodDocuments } from '#contract/periods/documents.ts'
import { buildStudentPeriod } from '../student-periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '../testing/school-world.ts'
import { startTestHouse, type TestHouse } from '../testing/test-house.ts'

let house: TestHouse
let world: SchoolWorld
beforeAll(async () => {
  house = await startTestHouse()
})
afterAll(() => house.close())
beforeEach(async () => {
  world = await buildSchoolWorld(house)
})

/** As a newer program may keep them. */
const foreign = {
  'medical-plan': { name: { en: 'Gold', es: 'Oro' } },
  dates: { coverage_terms: 'by quarter' },
  faqs: { items: { en: [] } },
  'enroll-form/dropdowns-and-notices': { options: [] },
} as const

const keepAs = async (kind: string, content: object) => {
  await sql`insert into period_documents (school_id, period_id, kind, content, version, updated_at)
    values (${world.schoolId}, ${world.periodId}, ${kind}, ${JSON.stringify(content)}::jsonb, 3, now())`.execute(
    house.owner,
  )
}
const keep = (kind: keyof typeof foreign) => keepAs(kind, foreign[kind])
const kept = async (kind: string) => {
  const { rows } = await sql<{ content: unknown; version: number }>`
    select content, version from period_documents where period_id = ${world.periodId} and kind = ${kind}`.execute(
    house.owner,
  )
  return rows[0]
}
const at = (rest = '') => `/api/periods/${world.periodId}${rest}`

describe('a document that is kept in a shape that this program does not know', () => {
  it('is named in the whole period, which has all the others', async () => {
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

  it('is neither read nor written over, and says so', async () => {
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
    'is %s with a part that only a newer program knows: no save loses that part',
    async (kind) => {
      const { version: _version, ...content } = (await world.admin.get(at(`/${kind}`))).body.data
      await keepAs(kind, { ...content, part_of_tomorrow: 'kept' })
      const read = await world.admin.get(at(`/${kind}`))
      expect([read.status, read.body.code]).toEqual([500, 'unknown_content'])
      expect((await world.admin.put(at(`/${kind}`), content)).body.code).toBe('unknown_content')
      expect(await kept(kind)).toEqual({ content: { ...content, part_of_tomorrow: 'kept' }, version: 3 })
    },
  )

  it('is none of an older program, which did not know a part yet: that is as in an empty one', async () => {
    const { version: _version, ...content } = (await world.admin.get(at('/faqs'))).body.data
    await keepAs('faqs', {})
    expect((await world.admin.get(at('/faqs'))).body.data).toEqual({ ...content, version: 3 })
    expect((await world.admin.put(at('/faqs'), content)).status).toBe(200)
  })

  it('is something to mend in the set-up, where the rest is looked over and compared', async () => {
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

  it('leaves what the period is to be changed, and tells whoever had read it that it changed', async () => {
    await keep('dates')
    const { data: about } = (await world.admin.get(at('/about'))).body
    const saved = await world.admin.put(at('/about'), { ...about, ends_on: '2027-08-31' })
    expect(saved.status).toBe(200)
    expect(await kept('dates')).toEqual({ content: foreign.dates, version: 4 })
  })

  it('holds up nothing of the students but what it decides', async () => {
    await keep('medical-plan')
    await keep('enroll-form/dropdowns-and-notices')
    const { id } = await buildStudentPeriod(house.owner, {
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

  it('refuses what it decides by its name: coverage that begins says the plan of its line', async () => {
    await keep('medical-plan')
    const { id } = await buildStudentPeriod(house.owner, {
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
