import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { buildElectronicCompany } from '#server/records/insurance-companies/factory.ts'
import { sealSecret } from '#server/setup/schools/index.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { answerActive, startClearinghouse, type TestClearinghouse } from '#server/testing/clearinghouse.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { chooseSimulator } from '#server/review/verifications/factory.ts'
import { secretPlace } from '#server/review/verifications/queries/settings.ts'
import { sweepChecks } from '#server/review/verifications/schedule.ts'

let services: TestServices
let world: SchoolWorld
let clearinghouse: TestClearinghouse
beforeAll(async () => {
  services = await startTestServices({ OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' })
  clearinghouse = await startClearinghouse()
})
afterAll(async () => {
  await services.close()
  await clearinghouse.close()
})
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  await chooseSimulator(services.owner, world.schoolId, {
    provider: 'x12',
    address: clearinghouse.url,
    user_name: 'harborview',
    secret_cipher: sealSecret(
      services.services.keys,
      secretPlace(world.schoolId, clearinghouse.url),
      'correct horse',
    ),
  })
})

/** Adds students whose waivers are due today. */
const addWaivers = async (count: number): Promise<void> => {
  const company = await buildElectronicCompany(services.owner)
  for (let each = 0; each < count; each += 1)
    await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      medical_status: 'waived',
      medical_waive_insurance_company_id: company,
      medical_waive_member_subscriber_number: `HH${each}`,
      medical_waive_subscriber_relation: 'self',
      reverify_on: '2026-11-20',
    })
}

/** Makes the clearinghouse answer only when it’s told to. Returns how many wait, and the function that answers these. */
const holdAnswers = () => {
  let waiting: (() => void)[] = []
  clearinghouse.behavior = (...request) => {
    waiting.push(() => answerActive(...request))
  }
  return {
    count: () => waiting.length,
    answer: () => {
      const now = waiting
      waiting = []
      for (const go of now) go()
    },
  }
}

/** What is waited for comes for certain, on a busy machine later. */
const patient = { timeout: 60_000 }

it('keeps the checks that wait for a slow clearinghouse, so that no other run asks about them too', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    await addWaivers(20)
    const held = holdAnswers()
    const ask = { period_id: world.periodId }
    await world.admin.post('/api/period-reverifications/reverify-period', ask)
    const run = services.runJobs()
    await expect.poll(held.count, patient).toBe(8)
    // its answers take 40 seconds; of the next inquiries, too
    services.clock.advance(40)
    held.answer()
    await expect.poll(held.count, patient).toBe(8)
    vi.advanceTimersByTime(5000)
    const until = new Date(services.clock.now().getTime() + 60_000).toISOString()
    await expect.poll(leases, patient).toEqual(Array.from({ length: 12 }, () => until))
    services.clock.advance(40)
    expect(await sweepChecks(services.services)).toBe(0)
    held.answer()
    await expect.poll(held.count, patient).toBe(4)
    held.answer()
    await run
    expect(clearinghouse.received).toHaveLength(20)
  } finally {
    vi.useRealTimers()
  }
})

/** Returns the instants until which the unfinished checks are left to the run that works on them. */
const leases = async (): Promise<(string | null)[]> =>
  (
    await services.owner
      .selectFrom('eligibility_reports')
      .select('next_try_at')
      .where('retrieval_status', '=', 'pending')
      .where('school_id', '=', world.schoolId)
      .execute()
  ).map(({ next_try_at }) => next_try_at)

it('keeps the answers that couldn’t be saved, so that no one pays for them again', async () => {
  await addWaivers(3)
  clearinghouse.behavior = answerActive
  const asked = clearinghouse.received.length
  // a sequence counts failed attempts too
  await sql`create sequence failed_saves`.execute(services.owner)
  await sql`create function fail_once() returns trigger language plpgsql as $$
    begin
      if nextval('public.failed_saves') = 1 then raise exception 'The disk is full.'; end if;
      return new;
    end $$`.execute(services.owner)
  await sql`grant usage on sequence failed_saves to public`.execute(services.owner)
  await sql`create trigger fail_once before update of retrieval_status on eligibility_reports
    for each statement execute function fail_once()`.execute(services.owner)
  try {
    await world.admin.post('/api/period-reverifications/reverify-period', { period_id: world.periodId })
    await services.runJobs()
    expect(clearinghouse.received.length - asked).toBe(3)
    const saved = await services.owner
      .selectFrom('eligibility_reports')
      .select('retrieval_status')
      .where('school_id', '=', world.schoolId)
      .execute()
    expect(saved).toEqual([1, 2, 3].map(() => ({ retrieval_status: 'retrieved' })))
    expect(services.pauses).toContain(5000)
  } finally {
    await sql`drop function fail_once cascade`.execute(services.owner)
  }
})
