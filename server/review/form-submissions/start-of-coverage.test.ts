import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insuranceConfiguration } from '#contract/setup/period-documents/insurance-configuration.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { createClient } from '#server/testing/client.ts'
import { publishForm, smallForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
let id: number
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  const student = { first_name: 'Maya', last_name: 'Thompson', dob: '2003-04-05' }
  const row = { school_id: world.schoolId, period_id: world.periodId, student }
  id = (await buildStudentPeriod(services.owner, row)).id
  await publishForm(world, { type: 'enroll' })
  await publishForm(world)
  await change('dates', { enrollment_closes_on: '2026-09-15', waiver_deadline_on: '2026-12-31' })
})

const change = async (kind: string, more: object) => {
  const path = `/api/periods/${world.periodId}/${kind}`
  const { data } = (await world.admin.get(path)).body
  expect((await world.admin.put(path, { ...data, ...more })).status).toBe(200)
}
const send = async (more: object) => {
  const form = { ...smallForm, form_type: 'enroll', qualifying_event: 'marriage', ...more }
  const path = `/api/public/periods/${world.periodId}/form-submissions`
  expect((await createClient(services.app).post(path, form)).status).toBe(201)
}

interface Change {
  readonly field: string
  readonly after: string | null
}
const startIn = (changes: readonly Change[]) =>
  changes.find(({ field }) => field === 'medical_enroll_coverage_start_on')?.after

/** Returns the start that each preview shows: of the single approval and of the bulk one. */
const previews = async () => {
  const moves = (await world.admin.get(`/api/student-periods/${id}/status-moves`)).body.data
  const approval = moves.find(({ event }: { event: string }) => event === 'approve_enrollment')
  const bulk = await world.admin.post('/api/student-periods/bulk-operations/update-coverage-statuses', {
    ids: [id],
    medical_status: 'enrolled',
    dry_run: true,
  })
  return [startIn(approval.changes), startIn(bulk.body.data.sample[0].changes)]
}
const approve = async () =>
  (await world.admin.put(`/api/student-periods/${id}`, { medical_status: 'enrolled' })).body.data
    .medical_enroll_coverage_start_on

// today is November 20
describe('coverage of a student who enrolled after a life event', () => {
  it('starts on the date of the event, as the previews show', async () => {
    await send({ event_on: '2026-11-10' })
    expect(await previews()).toEqual(['2026-11-10', '2026-11-10'])
    expect(await approve()).toBe('2026-11-10')
  })

  it('starts on the first day of the event’s month if the policy year says so', async () => {
    await change('insurance-configuration', { qualifying_event_first_of_month: true })
    await send({ event_on: '2026-11-10' })
    expect(await previews()).toEqual(['2026-11-01', '2026-11-01'])
    expect(await approve()).toBe('2026-11-01')
  })

  it('starts by the latest enrollment form, whatever a waiver form says', async () => {
    await send({ form_type: 'waiver', event_on: '2026-11-12' })
    await send({ event_on: '2026-11-02' })
    await send({ event_on: '2026-11-05' })
    expect(await approve()).toBe('2026-11-05')
  })

  it('starts by a later form without an event, as if there had been none', async () => {
    await send({ event_on: '2026-11-02' })
    await change('dates', { enrollment_closes_on: '2026-11-30' })
    await send({ qualifying_event: null, event_on: null })
    await change('dates', { enrollment_closes_on: '2026-09-15' })
    expect(await approve()).toBe('2026-11-20')
  })

  it('starts by the school’s day, not by that of the server, when the form was sent', async () => {
    await send({ event_on: '2026-10-20' })
    // 31 days after the event until midnight in New York, which is 5 a.m. in UTC
    const sentAt = async (submitted_at: string) => {
      await services.owner
        .updateTable('form_submissions')
        .set({ submitted_at })
        .where('school_id', '=', world.schoolId)
        .execute()
      return (await previews())[0]
    }
    expect(await sentAt('2026-11-21T04:59:00Z')).toBe('2026-10-20')
    expect(await sentAt('2026-11-21T05:01:00Z')).toBe('2026-11-20')
  })
})

it('the insurance rules saved before the setting was added can be read and have it off', async () => {
  const { qualifying_event_first_of_month: _added, ...older } = insuranceConfiguration.empty
  await sql`insert into period_documents (school_id, period_id, kind, content, version, updated_at)
    values (${world.schoolId}, ${world.periodId}, 'insurance-configuration', ${JSON.stringify(older)}::jsonb, 4, now())`.execute(
    services.owner,
  )
  const read = await world.admin.get(`/api/periods/${world.periodId}/insurance-configuration`)
  expect(read.body.data).toEqual({ ...insuranceConfiguration.empty, version: 4 })
})
