import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { QueueName } from '#contract/review/form-submissions/choices.ts'
import { queues } from '#contract/review/form-submissions/queues.ts'
import { keysOf } from '#server/platform/lib/pick.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { clientOf } from '#server/testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildUser } from '#server/accounts/users/factory.ts'
import { buildFormSubmission } from './factory.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})

type FormValues = Omit<Parameters<typeof buildFormSubmission>[1], 'school_id' | 'period_id'>
type StudentValues = Parameters<typeof buildStudentPeriod>[1]['student']

const place = () => ({ school_id: world.schoolId, period_id: world.periodId })
const build = (values: FormValues = {}) => buildFormSubmission(services.owner, { ...place(), ...values })
/** Creates a form of a student on the roster, whose status waits for it. */
const matched = async (values: FormValues = {}, student: StudentValues = {}): Promise<number> => {
  const medical_status = 'waiver_submitted'
  const { id, student_id } = await buildStudentPeriod(services.owner, { ...place(), student, medical_status })
  return build({ student_id, student_period_id: id, match_method: 'sid_and_birth_date', ...values })
}
const ask = (call: string, query: Record<string, unknown> = {}, client = world.admin) => {
  const given = Object.entries({ period_id: world.periodId, ...query })
  const text = given.map(([key, value]): [string, string] => [
    key,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
  return client.get(`/api/${call}?${new URLSearchParams(text).toString()}`)
}
const list = async (query: Record<string, unknown> = {}): Promise<number[]> => {
  const [rows, ids] = [
    await ask('student-form-submissions', query),
    await ask('student-form-submission-ids', query),
  ]
  expect([rows.status, ids.status]).toEqual([200, 200])
  const listed = rows.body.data.map(({ id }: { id: number }) => id)
  if (query['page'] === undefined) expect(ids.body.data).toEqual(listed)
  return listed
}
const decide = async (submission_id: number, values: object): Promise<void> => {
  await services.owner
    .updateTable('student_periods')
    .set({ medical_status: 'waiver_utp' })
    .where('id', 'in', (db) =>
      db.selectFrom('form_submissions').select('student_period_id').where('id', '=', submission_id),
    )
    .execute()
  const { id } = await services.owner
    .insertInto('changes')
    .values({ at: '2026-11-20T14:30:00Z', cause: 'person', kind: 'form_submitted', is_undoable: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  await services.owner
    .insertInto('decision_outcomes')
    .values({
      school_id: world.schoolId,
      submission_id,
      coverage_type: 'medical',
      outcome: 'utp',
      from_status: 'waiver_submitted',
      to_status: 'waiver_utp',
      decided_at: '2026-11-20T14:30:00Z',
      change_id: id,
      ...values,
    })
    .execute()
}

describe('the list', () => {
  it('starts with the highest risk, then the nearest deadline, then the oldest form', async () => {
    const calm = await matched({ deadline_on: '2026-11-24' })
    const late = await matched({ risk: 8, deadline_on: '2026-11-30' })
    const soon = await matched({ risk: 8, deadline_on: '2026-11-24' })
    const undated = await matched({ risk: 8 })
    const oldest = await matched({
      risk: 8,
      deadline_on: '2026-11-30',
      submitted_at: '2026-11-19T14:00:00Z',
    })
    expect(await list()).toEqual([soon, oldest, late, undated, calm])
  })

  it('shows a matched form under its student and another one as sent', async () => {
    const id = await matched(
      { last_name: 'Tompson', claimed_by_id: world.adminId, claimed_until: '2026-11-20T15:05:00Z' },
      { first_name: 'Maya', last_name: 'Thompson', sid: 'S1' },
    )
    const other = await build({
      sid: 'S2',
      claimed_by_id: world.adminId,
      claimed_until: '2026-11-20T15:00:00Z',
    })
    const { data, meta } = (await ask('student-form-submissions', { sort: 'id' })).body
    expect(data).toMatchObject([
      { id, name: 'Thompson, Maya', sid: 'S1', claimed_by: { id: world.adminId } },
      { id: other, name: 'Thompson, Maya', sid: 'S2', student_id: null, claimed_by: null },
    ])
    expect(data[1]).toEqual({
      id: other,
      form_type: 'waiver',
      student_id: null,
      student_period_id: null,
      name: 'Thompson, Maya',
      sid: 'S2',
      coverage_types: ['medical'],
      decided_coverages: [],
      progress: 'complete',
      confirmation_number: expect.stringMatching(/^W-TEST/),
      submitted_at: '2026-11-20T14:00:00.000Z',
      seen_at: null,
      decision: 'open',
      recommendation: null,
      risk: 0,
      eligibility: null,
      deadline_on: null,
      claimed_by: null,
      superseded_by: null,
      open_coverages: ['medical'],
      plan_change_coverages: [],
      version: 1,
    })
    expect(meta).toMatchObject({ total: 2, current_page: 1, per_page: 50 })
  })

  it('is sorted by any column, with empty values last', async () => {
    const lopez = await matched({ risk: 1 }, { last_name: 'Lopez', first_name: 'Ana' })
    const adams = await matched({ seen_at: '2026-11-20T14:00:00Z' }, { last_name: 'Adams' })
    const zhou = await build({ last_name: 'Zhou', coverage_types: ['dental'] })
    expect(await list({ sort: 'student_name' })).toEqual([adams, lopez, zhou])
    expect(await list({ sort: '-student_name' })).toEqual([zhou, lopez, adams])
    // equal forms are in the order of their names
    expect(await list({ sort: 'form_type' })).toEqual([adams, lopez, zhou])
    expect((await list({ sort: '-seen_at' }))[0]).toBe(adams)
    expect((await list({ sort: 'coverage_types,id' }))[0]).toBe(zhou)
    expect(await list({ sort: 'eligibility' })).toEqual([adams, lopez, zhou])
  })

  it('is searched by names, student ID, email and confirmation number', async () => {
    const lopez = await matched(
      { last_name: 'Lopes', confirmation_number: 'W-4K7M-22QX' },
      { last_name: 'López', first_name: 'Ana', sid: 'N-77', university_email: 'ana.l@university.example' },
    )
    await matched({}, { last_name: 'Smith', first_name: 'Bo', sid: 'N-78' })
    for (const search of ['lopez', 'lopes ana', 'N-77', 'W-4K7M', 'w4k7m22', 'ana.l@univ'])
      expect([search, await list({ search })]).toEqual([search, [lopez]])
    for (const search of ['opez', '4K7M-22', 'N-79', '%'])
      expect([search, await list({ search })]).toEqual([search, []])
  })

  it('is filtered by column', async () => {
    const waiver = await matched({ risk: 4, deadline_on: '2026-11-24', recommendation: 'approve' })
    const enroll = await matched({ form_type: 'enroll', decided_coverages: ['medical'] })
    const where = (field: string, match_mode: string, value: unknown) =>
      list({ filters: { [field]: { operator: 'and', constraints: [{ match_mode, value }] } } })
    expect(await where('form_type', 'equals', 'enroll')).toEqual([enroll])
    expect(await where('decision', 'in', ['open', 'partly'])).toEqual([waiver])
    expect(await where('risk', 'gte', 4)).toEqual([waiver])
    expect(await where('deadline_on', 'dateIs', '2026-11-24')).toEqual([waiver])
    expect(await where('recommendation', 'isEmpty', null)).toEqual([enroll])
    expect(await where('submitted_at', 'dateIs', '2026-11-20')).toEqual([waiver, enroll])
    const wrong = await ask('student-form-submissions', {
      filters: { ssn: { operator: 'and', constraints: [{ match_mode: 'equals', value: '1' }] } },
    })
    expect(wrong.status).toBe(422)
  })

  it('has pages that add up to the IDs of the same query', async () => {
    const all: number[] = []
    for (let index = 0; index < 5; index += 1) all.push(await matched({ risk: 9 - index }))
    const pages = [
      await list({ page: 1, per_page: 2 }),
      await list({ page: 2, per_page: 2 }),
      await list({ page: 3, per_page: 2 }),
    ]
    expect(pages.flat()).toEqual(all)
    expect((await ask('student-form-submission-ids', { page: 2, per_page: 2 })).body.data).toEqual(all)
  })

  it('has only the forms of its policy year, and accepts no other one', async () => {
    const own = await matched()
    const period_id = await buildPeriod(services.owner, { school_id: world.schoolId })
    await buildFormSubmission(services.owner, { school_id: world.schoolId, period_id })
    expect(await list()).toEqual([own])
    const calls = [
      'student-form-submissions',
      'student-form-submission-ids',
      'student-form-submissions/unseen-quantity',
      'student-form-submissions/queues',
    ]
    for (const call of calls) {
      const answer = await ask(call, { period_id: 999_999 })
      expect([call, answer.status, Object.keys(answer.body.errors)]).toEqual([call, 422, ['period_id']])
      expect((await ask(call, {}, world.registrar)).status).toBe(403)
      expect((await ask(call, { period_id: '' })).status).toBe(422)
    }
    expect((await ask('student-form-submissions', { queue: 'other' })).status).toBe(422)
  })
})

/** Today is Friday, 11/20/2026. */
const forms: readonly (readonly [what: string, values: FormValues, of: readonly QueueName[]])[] = [
  ['in progress', { progress: 'in_progress' }, []],
  ['decided', { decided_coverages: ['medical'] }, []],
  ['new', {}, ['to_review', 'unseen']],
  [
    'partly decided',
    { coverage_types: ['medical', 'dental'], decided_coverages: ['dental'] },
    ['to_review', 'unseen'],
  ],
  ['seen', { seen_at: '2026-11-20T14:00:00Z' }, ['to_review']],
  ['due yesterday', { deadline_on: '2026-11-19' }, ['to_review', 'unseen', 'overdue']],
  ['due today', { deadline_on: '2026-11-20' }, ['to_review', 'unseen', 'due_soon']],
  ['due on the weekend', { deadline_on: '2026-11-22' }, ['to_review', 'unseen', 'due_soon']],
  ['due on Monday', { deadline_on: '2026-11-23' }, ['to_review', 'unseen', 'due_soon']],
  ['due on Tuesday', { deadline_on: '2026-11-24' }, ['to_review', 'unseen']],
  ['risky', { risk: 6 }, ['to_review', 'unseen', 'high_risk']],
  ['less risky', { risk: 5 }, ['to_review', 'unseen']],
  ['to approve', { recommendation: 'approve' }, ['to_review', 'unseen', 'ready']],
  ['to check', { recommendation: 'needs_review' }, ['to_review', 'unseen']],
]

describe('the queues', () => {
  const counts = async (client = world.admin): Promise<Record<QueueName, number>> =>
    (await ask('student-form-submissions/queues', {}, client)).body.data
  const membership = async (): Promise<Map<number, QueueName[]>> => {
    const found = new Map<number, QueueName[]>()
    const quantities = await counts()
    for (const queue of keysOf(queues)) {
      const ids = await list({ queue })
      expect([queue, quantities[queue]]).toEqual([queue, ids.length])
      for (const id of ids) found.set(id, [...(found.get(id) ?? []), queue])
    }
    return found
  }

  it('hold the forms that their meaning says, with their counts', async () => {
    const made: { id: number; what: string; of: readonly QueueName[] }[] = []
    for (const [what, values, of] of forms) made.push({ id: await matched(values), what, of })
    const unmatched = await build()
    made.push({ id: unmatched, what: 'unmatched', of: ['unseen', 'unmatched'] })
    const newer = await matched()
    made.push({ id: newer, what: 'newer', of: ['to_review', 'unseen'] })
    made.push({ id: await matched({ superseded_by_id: newer }), what: 'replaced', of: [] })
    const found = await membership()
    for (const { id, what, of } of made)
      expect([what, (found.get(id) ?? []).toSorted()]).toEqual([what, of.toSorted()])
    const unseen = await ask('student-form-submissions/unseen-quantity')
    expect(unseen.body).toEqual({ data: { quantity: (await counts()).unseen } })
  })

  it('of forms that couldn’t be processed follow the latest decision and its response date', async () => {
    const decided = { decided_coverages: ['medical'] }
    const [waiting, silent, fixed, undone, reopened, replaced] = [
      await matched(decided),
      await matched(decided),
      await matched(decided),
      await matched(decided),
      await matched(),
      await matched({ ...decided, superseded_by_id: await matched() }),
    ]
    await decide(waiting, { respond_by: '2026-11-20' })
    await decide(silent, { respond_by: '2026-11-19' })
    await decide(fixed, { respond_by: '2026-11-19' })
    await decide(fixed, { outcome: 'approve', to_status: 'waived' })
    await decide(undone, { respond_by: '2026-11-25', undone_at: '2026-11-20T14:40:00Z' })
    await decide(reopened, { respond_by: '2026-11-25' })
    await decide(replaced, { respond_by: '2026-11-25' })
    expect(await list({ queue: 'waiting_for_student' })).toEqual([waiting])
    expect(await list({ queue: 'no_answer' })).toEqual([silent])
    expect(await counts()).toMatchObject({ waiting_for_student: 1, no_answer: 1 })
  })

  it('of claimed forms are each person’s own, until the claim runs out', async () => {
    const colleague = await buildUser(services.owner, { permission: 'shipmate_admin' })
    const claim = (claimed_by_id: number) => ({ claimed_by_id, claimed_until: '2026-11-20T15:01:00Z' })
    const own = await matched(claim(world.adminId))
    await matched(claim(colleague))
    await matched({ claimed_by_id: world.adminId, claimed_until: '2026-11-20T15:00:00Z' })
    expect(await list({ queue: 'mine' })).toEqual([own])
    expect((await counts(await clientOf(services, colleague))).mine).toBe(1)
  })
})
