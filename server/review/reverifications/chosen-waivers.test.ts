import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany } from '#server/records/insurance-companies/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { sealSecret } from '#server/setup/schools/index.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { chooseSimulator } from '#server/review/verifications/factory.ts'
import { secretPlace } from '#server/review/verifications/queries/settings.ts'

let services: TestServices
let world: SchoolWorld
let aetna: number
let cigna: number
beforeAll(async () => {
  services = await startTestServices()
  const electronic = { is_electronic: true, medical_payer_ids: ['62308'] }
  aetna = await buildCompany(services.owner, { name: 'Aetna', ...electronic })
  cigna = await buildCompany(services.owner, { name: 'Cigna', ...electronic })
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  const address = 'https://clearinghouse.example'
  await chooseSimulator(services.owner, world.schoolId, {
    provider: 'x12',
    address,
    user_name: 'harborview',
    secret_cipher: sealSecret(services.services.keys, secretPlace(world.schoolId, address), 'correct horse'),
    inquiry_cost_cents: 25,
  })
})

/** Adds a student who waived medical coverage with Aetna, due today. */
const waived = async (values: object = {}): Promise<number> => {
  const { id } = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    academic_status: 'continuing',
    medical_status: 'waived',
    medical_waive_insurance_company_id: aetna,
    medical_waive_member_subscriber_number: 'HH1ACT',
    medical_waive_subscriber_relation: 'self',
    medical_waive_source_of_coverage: 'individual_plan',
    reverify_on: '2026-11-20',
    ...values,
  })
  return id
}

const path = '/api/period-reverifications/reverify-period'
const start = (more: object = {}) => world.admin.post(path, { period_id: world.periodId, ...more })
const latest = async () =>
  (await world.admin.get(`/api/period-reverifications/latest/${world.periodId}`)).body.data

/** The coverage types on the list of a run. */
const listed = async (run: number): Promise<string[]> => {
  const items = await services.owner
    .selectFrom('reverification_items')
    .select(['student_period_id', 'coverage_type'])
    .where('reverification_id', '=', run)
    .execute()
  return items.map(({ student_period_id: id, coverage_type }) => `${id} ${coverage_type}`).sort()
}

/** The students of the view that the screen links to. */
const inView = async (): Promise<number[]> => {
  const list = `/api/student-periods/needs-reverification-in-period/${world.periodId}`
  return (await world.admin.get(list)).body.data.map(({ id }: { id: number }) => id).sort()
}

/** Previews a scope and then starts it: both take exactly these coverage types, at 25 cents each. */
const expectTaken = async (scope: object, taken: string[]): Promise<void> => {
  const preview = await start({ ...scope, dry_run: true })
  expect(preview.body.data).toMatchObject({ count: taken.length, cost_cents: 25 * taken.length })
  const { status, body } = await start({ ...scope, expected: { count: taken.length } })
  expect([status, await listed(body.data.id)]).toEqual([202, taken.sort()])
}

describe('the scope of a reverification', () => {
  it('is several sources of coverage', async () => {
    const cobra = await waived({ medical_waive_source_of_coverage: 'cobra' })
    const tricare = await waived({ medical_waive_source_of_coverage: 'tricare' })
    await waived()
    await waived({ medical_waive_source_of_coverage: null })
    const scope = { sources_of_coverage: ['cobra', 'tricare'] }
    await expectTaken(scope, [`${cobra} medical`, `${tricare} medical`])
    expect(await latest()).toMatchObject(scope)
  })

  it('is an insurance company, of the coverage type that is waived with it', async () => {
    const both = await waived({ dental_status: 'waived', dental_waive_insurance_company_id: cigna })
    const dental = await waived({
      medical_waive_insurance_company_id: cigna,
      dental_status: 'waived',
      dental_waive_insurance_company_id: aetna,
    })
    await waived({ medical_waive_insurance_company_id: null })
    await expectTaken({ insurance_company_id: aetna }, [`${both} medical`, `${dental} dental`])
    expect(await latest()).toMatchObject({ insurance_company: { id: aetna, name: 'Aetna' } })
  })

  it('is several coverage types', async () => {
    const id = await waived({ dental_status: 'waived', vision_status: 'waived' })
    await expectTaken({ coverage_types: ['dental', 'vision'] }, [`${id} dental`, `${id} vision`])
    expect(await latest()).toMatchObject({ coverage_types: ['dental', 'vision'], insurance_company: null })
  })

  it('is what is due by a date, that date included', async () => {
    const today = await waived()
    const later = await waived({ reverify_on: '2026-12-01' })
    const marked = await waived({ medical_status: 'waived_needs_reverified', reverify_on: null })
    await waived({ reverify_on: '2026-12-02' })
    await waived({ reverify_on: '2026-12-01', medical_waive_verified_on: '2026-12-01' })
    await waived({ reverify_on: null })
    const scope = { only_due: true, due_by: '2026-12-01' }
    await expectTaken(
      scope,
      [today, later, marked].map((id) => `${id} medical`),
    )
    expect(await latest()).toMatchObject(scope)
  })

  it('is what is due by today if only what is due is asked for, and has no date otherwise', async () => {
    const due = await waived()
    await waived({ reverify_on: '2026-11-21' })
    await expectTaken({ only_due: true }, [`${due} medical`])
    const run = await latest()
    expect(run).toMatchObject({ only_due: true, due_by: '2026-11-20', with_ended: false })
    await world.admin.post(`/api/period-reverifications/${run.id}/stop`, {})
    await start()
    expect(await latest()).toMatchObject({ only_due: false, due_by: null, sources_of_coverage: null })
  })

  it('has a date only if only what is due is asked for', async () => {
    await waived()
    const { status, body } = await start({ due_by: '2026-12-01' })
    const message = 'Choose only waivers that are due, or leave the date empty.'
    expect([status, body.errors]).toEqual([422, { due_by: [message] }])
  })

  it('leaves out waivers that are inactive or aged out, unless they’re chosen', async () => {
    const due = await waived()
    const inactive = await waived({ medical_status: 'waiver_inactive', reverify_on: null })
    const agedOut = await waived({ medical_status: 'waived_aged_out' })
    expect((await start({ dry_run: true })).body.data.count).toBe(1)
    expect((await start({ only_due: true, dry_run: true })).body.data.count).toBe(1)
    expect(await inView()).toEqual([due])
    await expectTaken(
      { only_due: true, with_ended: true },
      [due, inactive, agedOut].map((id) => `${id} medical`),
    )
    expect(await latest()).toMatchObject({ with_ended: true })
  })

  it('joins all of its parts', async () => {
    const parts = { medical_waive_source_of_coverage: 'cobra', reverify_on: '2026-12-01' }
    const taken = await waived({
      ...parts,
      dental_status: 'waived',
      dental_waive_insurance_company_id: aetna,
    })
    await waived({ ...parts, medical_waive_insurance_company_id: cigna })
    await waived({ ...parts, medical_waive_source_of_coverage: 'tricare' })
    await waived({ ...parts, reverify_on: '2026-12-02' })
    await waived({ ...parts, medical_status: 'waiver_inactive' })
    const scope = {
      coverage_types: ['medical'],
      sources_of_coverage: ['cobra'],
      insurance_company_id: aetna,
      only_due: true,
      due_by: '2026-12-01',
    }
    await expectTaken(scope, [`${taken} medical`])
    expect(await latest()).toMatchObject({ total: 1 })
  })

  it('is checked again when it starts: another count is refused', async () => {
    await waived()
    await waived({ medical_waive_insurance_company_id: cigna })
    const { status } = await start({ insurance_company_id: aetna, expected: { count: 2 } })
    expect([status, await latest()]).toEqual([409, null])
  })
})
