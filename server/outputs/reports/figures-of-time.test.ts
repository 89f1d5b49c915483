import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { coverageStatuses, statusCatalogue, type StatusFamily } from '#contract/platform/coverage/choices.ts'
import { figureReply, type FigureKey, type FigureReply } from '#contract/outputs/reports/figures.ts'
import { buildFormSubmission } from '#server/review/form-submissions/factory.ts'
import { clientOf } from '#server/testing/client.ts'
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

const read = async (figure: FigureKey): Promise<FigureReply> =>
  z.parse(
    figureReply,
    (await world.admin.get(`/api/reports/figures?period_id=${world.periodId}&figure=${figure}`)).body.data,
  )

const add = async (sid: string): Promise<{ studentId: number; path: string }> => {
  const { body } = await world.admin.post('/api/add-student-to-period', {
    period_id: world.periodId,
    sid,
    first_name: `Zoë ${sid}`,
    last_name: 'Kim',
    dob: '2001-02-03',
  })
  return { studentId: body.data.student_id, path: `/api/student-periods/${body.data.id}` }
}

const familyOf = (status: string): StatusFamily => {
  const known = coverageStatuses.find((one) => one === status)
  if (!known) throw new Error(`Unknown status: ${status}.`)
  return statusCatalogue[known].family
}

/** Asks the student list of every number for its total. */
const compareWithList = async (numbers: FigureReply['rows'][number]['numbers']): Promise<void> => {
  for (const { quantity, link } of numbers) {
    if (link?.list !== 'students') throw new Error('Today has no link to the list.')
    const filters = encodeURIComponent(JSON.stringify(link.filters))
    const { body } = await world.admin.get(
      `/api/student-periods-by-period/${world.periodId}?filters=${filters}`,
    )
    expect(body.meta.total).toBe(quantity)
  }
}

describe('status over time', () => {
  it('has on each day what the students’ records had as of that day', async () => {
    const week = async () => {
      services.clock.advance(7 * 24 * 3600)
      // sessions last 12 hours
      world = { ...world, admin: await clientOf(services, world.adminId) }
    }
    const move = (path: string, to: string) =>
      world.admin.put(path, { medical_status: to, override_reason: 'Because' })
    const [first, second, third, fourth] = [
      await add('S-1'),
      await add('S-2'),
      await add('S-3'),
      await add('S-4'),
    ]
    const students = [first, second, third, fourth]
    await move(first.path, 'enrolled')
    await week()
    await move(first.path, 'waived')
    await move(second.path, 'waiver_submitted')
    await world.admin.delete(fourth.path)
    await week()
    const { headers } = await move(second.path, 'waived')
    await world.admin.put(third.path, { status: 'inactive' })
    students.push(await add('S-5'))
    await week()
    await world.admin.post(`/api/changes/${String(headers['x-change-id'])}/undo`)
    await world.admin.put(third.path, { status: 'active' })
    const { series, rows } = await read('status_over_time')
    expect(rows).toHaveLength(4)
    for (const { key: day, numbers } of rows) {
      const records = await Promise.all(
        students.map(async ({ studentId }) => {
          const { body } = await world.admin.get(`/api/students/${studentId}/as-of?at=${day}`)
          return body.data.student_periods.filter(({ status }: { status: string }) => status === 'active')
        }),
      )
      const counted = Map.groupBy(records.flat(), ({ medical_status }) => familyOf(medical_status))
      expect([day, ...numbers.map(({ quantity }) => quantity)]).toEqual([
        day,
        ...series.map(({ key }) => [...counted].find(([family]) => family === key)?.[1].length ?? 0),
      ])
      expect(numbers.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(records.flat().length)
    }
    await compareWithList(rows.at(-1)?.numbers ?? [])
    expect(rows.slice(0, -1).flatMap(({ numbers }) => numbers.filter(({ link }) => link !== null))).toEqual(
      [],
    )
  })
})

it('status over time still has a record on the days before a merge removed it', async () => {
  const [kept, other] = [await add('S-1'), await add('S-2')]
  services.clock.advance(7 * 24 * 3600)
  world = { ...world, admin: await clientOf(services, world.adminId) }
  const versionOf = async (id: number) => (await world.admin.get(`/api/students/${id}`)).body.data.version
  const merged = await world.admin.post(`/api/students/${kept.studentId}/merge`, {
    other_id: other.studentId,
    version: await versionOf(kept.studentId),
    other_version: await versionOf(other.studentId),
    fields: [],
    other_period_ids: [],
  })
  expect(merged.status).toBe(200)
  const { rows } = await read('status_over_time')
  expect(rows.map(({ numbers }) => numbers.reduce((sum, { quantity }) => sum + quantity, 0))).toEqual([2, 1])
})

const decide = async (submission_id: number, decided_at: string, values: object = {}): Promise<void> => {
  const { id } = await services.owner
    .insertInto('changes')
    .values({ at: decided_at, cause: 'person', kind: 'form_decided', is_undoable: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  await services.owner
    .insertInto('decision_outcomes')
    .values({
      school_id: world.schoolId,
      submission_id,
      coverage_type: 'medical',
      outcome: 'approve',
      from_status: 'waiver_submitted',
      to_status: 'waived',
      decided_at,
      change_id: id,
      ...values,
    })
    .execute()
}

describe('time to decision', () => {
  it('counts business days to the first decision that wasn’t undone, with links to the forms', async () => {
    // 11/13/2026 is a Friday
    const form = (submitted_at = '2026-11-13T16:00:00Z') =>
      buildFormSubmission(services.owner, {
        school_id: world.schoolId,
        period_id: world.periodId,
        submitted_at,
      })
    await decide(await form(), '2026-11-13T20:00:00Z')
    await decide(await form(), '2026-11-15T20:00:00Z')
    await decide(await form(), '2026-11-16T20:00:00Z')
    // 11 p.m. on Monday in the office
    await decide(await form(), '2026-11-17T04:00:00Z')
    const twice = await form()
    await decide(twice, '2026-11-17T20:00:00Z', { undone_at: '2026-11-17T21:00:00Z' })
    await decide(twice, '2026-11-18T20:00:00Z')
    await decide(twice, '2026-11-30T20:00:00Z')
    await decide(await form(), '2026-11-27T20:00:00Z')
    await decide(await form(), '2026-12-31T20:00:00Z')
    await form()
    const { rows, days } = await read('time_to_decision')
    expect(rows.map(({ label, numbers }) => [label, numbers[0]?.quantity])).toEqual([
      ['Same day', 2],
      ['1', 2],
      ['2', 0],
      ['3', 1],
      ['4', 0],
      ['5', 0],
      ['6 to 10', 1],
      ['More than 10', 1],
    ])
    expect(days).toEqual({ median: 1, target: 2 })
    for (const { numbers } of rows)
      for (const { quantity, link } of numbers) {
        if (link?.list !== 'forms') throw new Error('A number has no link.')
        const filters = encodeURIComponent(JSON.stringify(link.filters))
        const { body } = await world.admin.get(
          `/api/student-form-submissions?period_id=${world.periodId}&filters=${filters}`,
        )
        expect([link, body.meta.total]).toEqual([link, quantity])
      }
  })

  it('counts what plain SQL counts day by day', async () => {
    const day = 24 * 3600 * 1000
    for (let each = 0; each < 60; each += 1) {
      const submitted = Date.parse('2026-10-01T18:00:00Z') + each * day
      const form = { school_id: world.schoolId, period_id: world.periodId }
      const submitted_at = new Date(submitted).toISOString()
      const id = await buildFormSubmission(services.owner, { ...form, submitted_at })
      await decide(id, new Date(submitted + (each % 17) * day).toISOString())
    }
    const { rows: plain } = await sql<{ days: number }>`
      select (select count(*)::int from generate_series(form.submitted_at + interval '1 day', decided.decided_at, '1 day') day
        where extract(isodow from day at time zone 'UTC') < 6) as days
      from form_submissions form join decision_outcomes decided on decided.submission_id = form.id
      where form.period_id = ${world.periodId}`.execute(services.owner)
    const within = (from: number, to: number) => plain.filter(({ days }) => days >= from && days <= to).length
    const { rows } = await read('time_to_decision')
    expect(rows.map(({ numbers }) => numbers[0]?.quantity)).toEqual([
      ...[0, 1, 2, 3, 4, 5].map((days) => within(days, days)),
      within(6, 10),
      within(11, 1000),
    ])
    expect(plain).toHaveLength(60)
  })
})
