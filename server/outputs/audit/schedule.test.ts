import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActivityReview, Finding } from '#contract/outputs/audit/review.ts'
import { buildStudent } from '#server/records/students/factory.ts'
import { buildUser } from '#server/accounts/users/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { reviewActivityWeekly } from './index.ts'
import { lastMonday } from './schedule.ts'

let services: TestServices
let world: SchoolWorld
/** Users by what they did in the week of 11/09/2026, the one before the tests’ Friday 11/20/2026. */
const people = { heavy: 0, always: 0, owl: 0, namesake: 0, refused: 0, quiet: 0 }
let students: number[]
let made: number | null

const view = async (actorId: number, ids: readonly number[], at: string, action = 'view'): Promise<void> => {
  await services.owner
    .insertInto('access_log')
    .values(
      ids.map((id) => ({
        at,
        actor_id: actorId,
        action,
        outcome: action === 'refused' ? 'refused' : 'allowed',
        student_id: action === 'refused' ? null : id,
        school_id: world.schoolId,
        request_id: 'r',
      })),
    )
    .execute()
}

beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
  for (const name of ['heavy', 'always', 'owl', 'namesake', 'refused', 'quiet'] as const)
    people[name] = await buildUser(services.owner, {
      permission: 'school_admin',
      school_ids: [world.schoolId],
      last_name: `Quillfeather-${name}`,
    })
  students = []
  for (let nth = 0; nth < 120; nth += 1)
    students.push(await buildStudent(services.owner, { school_id: world.schoolId, last_name: 'Abernathy' }))
  const own = await buildStudent(services.owner, {
    school_id: world.schoolId,
    last_name: 'QUILLFEATHER-namesake',
  })
  const noon = '2026-11-11T17:00:00.000Z'
  await view(people.heavy, [...students, ...students], noon)
  await view(people.always, students, noon)
  for (const before of ['2026-10-14', '2026-10-21', '2026-10-28', '2026-11-04'])
    await view(people.always, students.slice(0, 80), `${before}T17:00:00.000Z`)
  for (const one of [people.quiet, people.owl, people.namesake]) await view(one, students.slice(0, 20), noon)
  // 11:30 p.m. on Tuesday in New York
  await view(people.owl, students.slice(0, 10), '2026-11-11T04:30:00.000Z')
  await view(people.namesake, [own], noon)
  await view(people.refused, students.slice(0, 10), noon, 'refused')
  // of this week and of the Sunday before: not in the review
  await view(people.quiet, students, '2026-11-17T04:30:00.000Z')
  await view(people.quiet, students.slice(0, 15), '2026-11-09T04:30:00.000Z')
  made = await reviewActivityWeekly(services.services)
})
afterAll(() => services.close())

const latest = async (): Promise<ActivityReview> => {
  const { status, body } = await world.admin.get('/api/activity-reviews')
  expect(status).toBe(200)
  return body.data[0]
}
const of = (review: ActivityReview, person: number): Finding[] =>
  review.findings.filter((finding) => finding.person.id === person)

describe('the weekly review', () => {
  it('is of the last week that ended, Monday to Sunday', () => {
    expect(['2026-11-20', '2026-11-16', '2026-11-22', '2026-11-23'].map(lastMonday)).toEqual([
      '2026-11-09',
      '2026-11-09',
      '2026-11-09',
      '2026-11-16',
    ])
  })

  it('lists unusual views of the week, each with its numbers, and nothing usual', async () => {
    const review = await latest()
    expect([review.starts_on, review.ends_on]).toEqual(['2026-11-09', '2026-11-15'])
    expect(of(review, people.heavy)).toMatchObject([
      { kind: 'many_records', quantity: 120, own_usual: 0, others_usual: 20 },
    ])
    expect(of(review, people.always)).toEqual([])
    expect(of(review, people.quiet)).toEqual([])
    expect(of(review, people.owl)).toMatchObject([{ kind: 'other_hours', quantity: 10 }])
    expect(of(review, people.namesake)).toMatchObject([
      { kind: 'own_name', quantity: 1, student: { name: expect.stringContaining('QUILLFEATHER') } },
    ])
    expect(of(review, people.refused)).toMatchObject([{ kind: 'many_refusals', quantity: 10 }])
    expect(review.findings).toHaveLength(4)
  })

  it('is made once, and emails each Shipmate Admin once', async () => {
    expect(made).toBe(4)
    expect(await reviewActivityWeekly(services.services)).toBeNull()
    const emails = await services.owner
      .selectFrom('emails')
      .select(['to_address', 'body'])
      .where('kind', '=', 'activity_review')
      .execute()
    expect(emails).toHaveLength(1)
    expect(emails[0]?.body).toContain('The weekly review of 11/09/2026 – 11/15/2026 has 4 findings.')
    expect(emails[0]?.body).not.toContain('Quillfeather')
  })

  it('keeps who looked at a finding, and what they found out', async () => {
    const [finding] = of(await latest(), people.namesake)
    const look = `/api/activity-findings/${finding?.id}/look`
    expect((await world.registrar.post(look, { note: 'Mine.' })).status).toBe(403)
    expect((await world.admin.post(look, { note: ' ' })).status).toBe(422)
    expect((await world.admin.post(look, { note: 'No relation.' })).status).toBe(204)
    expect((await world.admin.post(look, { note: 'Again.' })).status).toBe(409)
    expect(of(await latest(), people.namesake)).toMatchObject([
      { note: 'No relation.', looked_at_by: { id: world.adminId } },
    ])
    const { body } = await world.admin.get(`/api/activity?actor_id=${world.adminId}&kind=change`)
    expect(body.data.rows).toMatchObject([{ change: { kind: 'activity_finding_looked_at' } }])
  })

  it('records who reads it', async () => {
    await latest()
    await services.services.accesses.flush()
    const { body } = await world.admin.get(`/api/activity?actor_id=${world.adminId}&kind=view`)
    expect(body.data.rows).toContainEqual(expect.objectContaining({ detail: 'weekly review' }))
  })
})
