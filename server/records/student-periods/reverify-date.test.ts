import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildElectronicCompany } from '#server/records/insurance-companies/factory.ts'
import { publishActiveRule, publishForm, sendForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { chooseSimulator } from '#server/review/verifications/factory.ts'
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

const build = async (values: object): Promise<number> => {
  const { schoolId: school_id, periodId: period_id } = world
  return (await buildStudentPeriod(services.owner, { school_id, period_id, ...values })).id
}

const reverifyOn = async (id: number) =>
  (
    await services.owner
      .selectFrom('student_periods')
      .select('reverify_on')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).reverify_on

test('approving waivers sets the reverify date by their source of coverage, once waiver options are published', async () => {
  const waiver = (source: string) =>
    build({ medical_status: 'waiver_submitted', medical_waive_source_of_coverage: source })
  const early = await waiver('medicaid')
  const approve = (ids: readonly number[]) =>
    world.admin.post('/api/student-periods/bulk-operations/update-coverage-statuses', {
      ids,
      medical_status: 'waived',
    })
  expect((await approve([early])).body.data.changed).toBe(1)
  expect(await reverifyOn(early)).toBeNull()
  await publishActiveRule(world)
  const ids = await Promise.all(['medicaid', 'individual_plan', 'tricare'].map(waiver))
  expect((await approve(ids)).body.data.changed).toBe(3)
  expect(await Promise.all(ids.map(reverifyOn))).toEqual(['2026-12-20', '2027-02-20', null])
})

test('a decision takes the source from the form, and its preview shows the date', async () => {
  await publishForm(world, { fields: [{ name: 'medical_waive_source_of_coverage' }] })
  await publishActiveRule(world)
  const form = await sendForm({ services, world }, { medical_waive_source_of_coverage: 'cobra' })
  const lines = [{ coverage_type: 'medical', outcome: 'approve', reason_codes: [] }]
  const decision = { form_submission_id: form.id, lines }
  const preview = await world.admin.post('/api/decisions/preview', decision)
  expect(preview.body.data.lines[0].changes).toContainEqual({
    field: 'reverify_on',
    before: null,
    after: '2026-12-20',
  })
  expect((await world.admin.post('/api/decisions/together', decision)).status).toBe(201)
  expect(await reverifyOn(form.student_period_id)).toBe('2026-12-20')
})

test('a check that finds the plan active sets the next date', async () => {
  await publishActiveRule(world)
  await services.owner
    .updateTable('schools')
    .set({ is_demo: true })
    .where('id', '=', world.schoolId)
    .execute()
  await chooseSimulator(services.owner, world.schoolId)
  const company = await buildElectronicCompany(services.owner)
  const id = await build({
    medical_status: 'waived_needs_reverified',
    medical_waive_source_of_coverage: 'individual_plan',
    medical_waive_insurance_company_id: company,
    medical_waive_member_subscriber_number: 'HH1ACT',
    medical_waive_subscriber_relation: 'self',
    reverify_on: '2026-11-20',
  })
  await world.admin.post('/api/eligibility-reports', { student_period_id: id, coverage_type: 'medical' })
  await services.runJobs()
  expect(await reverifyOn(id)).toBe('2027-02-20')
})
