import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildElectronicCompany } from '#server/records/insurance-companies/factory.ts'
import { checkedAnswers, publishCheckedForm } from '#server/testing/checked-forms.ts'
import { publishActiveRule, sendForm, type SentForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { chooseSimulator } from '#server/review/verifications/factory.ts'

let services: TestServices
let world: SchoolWorld
let company: number
beforeAll(async () => {
  services = await startTestServices()
  company = await buildElectronicCompany(services.owner)
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  await chooseSimulator(services.owner, world.schoolId)
  await publishCheckedForm(world)
})

let sent = 0
const send = (memberId = 'HH1ACT'): Promise<SentForm> => {
  sent += 1
  const sid = `AUTO-${sent}`
  return sendForm(
    { services, world },
    {
      sid,
      student: { sid },
      ...checkedAnswers(company, memberId),
    },
  )
}

/** Runs the check that the form got when it arrived. */
const check = (): Promise<void> => services.runJobs()

const statusOf = async ({ student_period_id: id }: SentForm): Promise<string> =>
  (
    await services.owner
      .selectFrom('student_periods')
      .select('medical_status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).medical_status

const outcomesOf = ({ id }: SentForm) =>
  services.owner
    .selectFrom('decision_outcomes')
    .select(['outcome', 'decided_by_id', 'change_id', 'email_id', 'undone_at', 'is_chosen_for_review'])
    .where('submission_id', '=', id)
    .execute()

describe('automatic approval', () => {
  it('approves once the payer confirms the coverage, emails the student, says why, and is undone', async () => {
    await publishActiveRule(world, { trial_days: 0, second_review_percent: 100 })
    const form = await send()
    expect(await statusOf(form)).toBe('waiver_submitted')
    await check()
    expect(await statusOf(form)).toBe('waived')
    const [outcome, ...others] = await outcomesOf(form)
    expect(others).toEqual([])
    expect(outcome).toMatchObject({
      outcome: 'approve',
      decided_by_id: null,
      email_id: expect.any(Number),
      is_chosen_for_review: false,
    })
    const entries = await services.owner
      .selectFrom('history')
      .select(['kind', 'cause', 'reason', 'actor_id'])
      .where('change_id', '=', Number(outcome?.change_id))
      .orderBy('id')
      .execute()
    const reason =
      'Approved automatically: the insurance company confirmed the coverage, and every requirement is met.'
    const by = { cause: 'system', actor_id: null }
    expect(entries).toEqual([
      { ...by, kind: 'coverage_status_changed', reason },
      { ...by, kind: 'form_decided', reason },
      { ...by, kind: 'email_queued', reason: null },
    ])
    expect((await world.admin.post(`/api/changes/${outcome?.change_id}/undo`)).status).toBe(200)
    expect(await statusOf(form)).toBe('waiver_submitted')
    expect(await outcomesOf(form)).toMatchObject([{ undone_at: expect.any(String) }])
  })

  it.each<[string, object]>([
    ['in its trial', { trial_days: 1 }],
    ['that is off', { trial_days: 0, approves_automatically: false }],
  ])('%s leaves the form to staff', async (_when, options) => {
    await publishActiveRule(world, options)
    const form = await send()
    await check()
    expect([await statusOf(form), await outcomesOf(form)]).toEqual(['waiver_submitted', []])
  })

  it('acts when its trial is over, counted from when it was switched on', async () => {
    await publishActiveRule(world, { trial_days: 1 })
    await services.owner
      .updateTable('period_publications')
      .set({ published_at: '2026-11-19T15:00:00.000Z' })
      .where('period_id', '=', world.periodId)
      .where('kind', '=', 'waiver-configuration')
      .execute()
    // publishing other options again doesn’t begin a new trial
    await publishActiveRule(world, { trial_days: 1, appeal_days: 12 })
    const form = await send()
    await check()
    expect(await statusOf(form)).toBe('waived')
  })

  it.each(['HH1INA', 'HH1OTH', 'HH1MIS', 'HH1END'])('never acts for a member ID %s', async (memberId) => {
    await publishActiveRule(world, { trial_days: 0 })
    const form = await send(memberId)
    await check()
    expect([await statusOf(form), await outcomesOf(form)]).toEqual(['waiver_submitted', []])
  })

  it('leaves a form that someone is reviewing', async () => {
    await publishActiveRule(world, { trial_days: 0 })
    const form = await send()
    await world.admin.post(`/api/student-form-submissions/${form.id}/claim`, {})
    await check()
    expect(await statusOf(form)).toBe('waiver_submitted')
  })

  it('doesn’t act on what the simulator says at a real school', async () => {
    await services.owner
      .updateTable('schools')
      .set({ is_demo: false })
      .where('id', '=', world.schoolId)
      .execute()
    await publishActiveRule(world, { trial_days: 0 })
    const form = await send()
    await check()
    expect(await statusOf(form)).toBe('waiver_submitted')
  })
})
