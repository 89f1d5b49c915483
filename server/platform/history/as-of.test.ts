import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { coverageStatuses } from '#contract/platform/coverage/choices.ts'
import { clientOf, type TestAnswer } from '#server/testing/client.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import {
  specifiedInsuranceFields,
  specifiedPeriodFields,
  specifiedStudentFields,
  type SpecifiedField,
} from '#server/testing/specified-fields.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
let nextPeriodId: number
let companyId: number
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  nextPeriodId = await buildPeriod(services.owner, {
    school_id: world.schoolId,
    name: '2027–28',
    starts_on: '2027-08-01',
    ends_on: '2028-07-31',
  })
  const company = await services.owner
    .insertInto('insurance_companies')
    .values({ name: `Northgate Mutual ${world.schoolId}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  companyId = company.id
})

const now = (): string => services.clock.now().toISOString()
const asOf = async (studentId: number, at: string) =>
  (await world.registrar.get(`/api/students/${studentId}/as-of?at=${encodeURIComponent(at)}`)).body.data

/** Returns the record as other calls show it now, in the shape of a past record. */
const snapshot = async (studentId: number) => {
  const {
    version: _,
    erased_at: _e,
    held_since: _h,
    ...student
  } = (await world.admin.get(`/api/students/${studentId}`)).body.data
  const years = (await world.admin.get(`/api/student-periods-by-student/${studentId}`)).body.data
  const wholes = await Promise.all(
    years.map(async ({ id }: { id: number }) => {
      const { body } = await world.admin.get(`/api/student-periods/${id}`)
      const {
        version: _v,
        created_at: _c,
        updated_at: _u,
        student: _s,
        school_id: _sc,
        student_id: _si,
        ...year
      } = body.data
      return year
    }),
  )
  return { at: now(), student, student_periods: wholes }
}

const addStudent = async (
  sid: string,
  ssn = '912-34-5678',
): Promise<{ studentId: number; yearId: number }> => {
  const { body } = await world.admin.post('/api/add-student-to-period', {
    period_id: world.periodId,

    sid,
    first_name: `Zoë ${sid}`,
    last_name: 'Kim',
    dob: '2001-02-03',
    program: 'Pharmacy',
    ssn,
  })
  return { studentId: body.data.student_id, yearId: body.data.id }
}

describe('a record as of', () => {
  it('an instant between 2 changes, or a day, has the values of that time', async () => {
    const { studentId, yearId } = await addStudent('S-1')
    services.clock.advance(60)
    await world.registrar.put(`/api/student-periods/${yearId}`, { program: 'Nursing' })
    const between = now()
    services.clock.advance(24 * 3600)
    // sessions last 12 hours
    world = { ...world, registrar: await clientOf(services, world.registrarId) }
    await world.registrar.put(`/api/student-periods/${yearId}`, { program: 'Medicine' })
    await world.registrar.put(`/api/students/${studentId}`, { last_name: 'Kim-Park' })
    const then = await asOf(studentId, between)
    expect(then).toMatchObject({
      at: between,
      student: { last_name: 'Kim', ssn: '***-**-5678' },
      student_periods: [{ id: yearId, program: 'Nursing' }],
    })
    expect((await asOf(studentId, '2026-11-20')).student_periods[0].program).toBe('Nursing')
    expect(await asOf(studentId, '2026-11-21')).toMatchObject({
      at: '2026-11-22T04:59:59.999Z',
      student: { last_name: 'Kim-Park' },
      student_periods: [{ program: 'Medicine' }],
    })
    expect(await asOf(studentId, '2026-11-19')).toMatchObject({ student: null, student_periods: [] })
  })

  it('a day before a merge has both records of that day, and one before its undo what changed in between', async () => {
    const [kept, other] = [await addStudent('M-1'), await addStudent('M-2', '912-34-5679')]
    const before = now()
    services.clock.advance(60)
    await world.admin.put(`/api/student-periods/${other.yearId}`, { program: 'Nursing' })
    const versionOf = async (id: number) => (await world.admin.get(`/api/students/${id}`)).body.data.version
    const { headers } = await world.admin.post(`/api/students/${kept.studentId}/merge`, {
      other_id: other.studentId,
      version: await versionOf(kept.studentId),
      other_version: await versionOf(other.studentId),
      fields: [],
      other_period_ids: [world.periodId],
    })
    services.clock.advance(60)
    const merged = now()
    services.clock.advance(60)
    await world.admin.put(`/api/student-periods/${other.yearId}`, { program: 'Medicine' })
    const yearsAt = async (studentId: number, at: string) =>
      (await asOf(studentId, at)).student_periods
        .map(({ id, program }: { id: number; program: string }) => [id, program])
        .toSorted(([one]: [number], [two]: [number]) => one - two)
    expect(await yearsAt(kept.studentId, before)).toEqual([
      [kept.yearId, 'Pharmacy'],
      [other.yearId, 'Pharmacy'],
    ])
    expect(await yearsAt(kept.studentId, merged)).toEqual([[other.yearId, 'Nursing']])
    await world.admin.post(`/api/changes/${String(headers['x-change-id'])}/undo`)
    expect(await yearsAt(kept.studentId, before)).toEqual([[kept.yearId, 'Pharmacy']])
    expect(await yearsAt(other.studentId, merged)).toEqual([[other.yearId, 'Nursing']])
  })

  it.each(['yesterday', '2026-02-30', '2026-11-20T25:00:00Z', ''])('%j is refused', async (at) => {
    const { studentId } = await addStudent('S-1')
    const answer = await world.registrar.get(`/api/students/${studentId}/as-of?at=${at}`)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['at']])
  })

  /** A record the edits change. */
  interface Edited {
    readonly student: string
    readonly year: string
    readonly studentId: number
    lastChange: string
  }
  type Edit = (edited: Edited) => Promise<TestAnswer>

  const some = fc.constantFrom
  const fieldEdit = (fields: readonly SpecifiedField[], path: (edited: Edited) => string) =>
    fc.tuple(some(...fields), fc.boolean()).map(
      ([{ name, good }, isEmptied]): Edit =>
        (edited) =>
          world.admin.put(path(edited), { [name]: isEmptied ? null : good }),
    )
  const people = fc.record({
    type: some('child', 'spouse'),
    first_name: some('Ana', 'Bo', 'Cy'),
    last_name: fc.constant('Park'),
    covers: fc.subarray(['medical', 'dental', 'vision']),
    ssn: some(null, '987-65-4321', '912-00-1111'),
  })
  const edits = fc.oneof(
    fieldEdit(specifiedStudentFields, ({ student }) => student),
    fieldEdit(specifiedPeriodFields, ({ year }) => year),
    fieldEdit(specifiedInsuranceFields, ({ year }) => `${year}/insurance-details`),
    fc.tuple(some('medical_status', 'dental_status', 'vision_status'), some(...coverageStatuses)).map(
      ([line, to]): Edit =>
        ({ year }) =>
          world.admin.put(year, { [line]: to, override_reason: 'Because' }),
    ),
    some('leave_of_absence', 'returning', 'graduated').map(
      (to): Edit =>
        ({ year }) =>
          world.admin.put(year, { academic_status: to }),
    ),
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.array(people, { maxLength: 2 }), fc.nat(2), people)
        .map(([added, kept, change]): Edit => async ({ year }) => {
          const { dependents } = (await world.admin.get(year)).body.data
          const changed = dependents.slice(0, kept).map((one: object) => ({ ...one, ...change }))
          return world.admin.put(year, { dependents: [...changed, ...added] })
        }),
    },
    some<Edit>(
      ({ year }) =>
        world.admin.put(`${year}/insurance-details`, { medical_waive_insurance_company_id: companyId }),
      ({ studentId }) =>
        world.admin.post('/api/student-periods', { student_id: studentId, period_id: nextPeriodId }),
      ({ lastChange }) => world.admin.post(`/api/changes/${lastChange}/undo`),
    ),
  )

  it('any instant has the values of that time, whatever changed since', async () => {
    let number = 0
    let done = 0
    await fc.assert(
      fc.asyncProperty(fc.array(edits, { minLength: 5, maxLength: 25 }), async (steps) => {
        number += 1
        services.clock.advance(10)
        const { studentId, yearId } = await addStudent(`P-${number}`)
        const paths = { student: `/api/students/${studentId}`, year: `/api/student-periods/${yearId}` }
        const edited: Edited = { ...paths, studentId, lastChange: '1' }
        // no two students share an SSN
        await world.admin.put(paths.student, { ssn: null })
        const taken = [await snapshot(studentId)]
        for (const edit of steps) {
          services.clock.advance(10)
          const { status, headers } = await edit(edited)
          expect(status).toBeLessThan(500)
          const changeId = headers['x-change-id']
          if (changeId !== undefined) done += 1
          edited.lastChange = String(changeId ?? edited.lastChange)
          taken.push(await snapshot(studentId))
        }
        for (const then of taken) expect(await asOf(studentId, then.at)).toEqual(then)
      }),
      { numRuns: 10, seed: 20_261_122 },
    )
    // if every edit was rejected, the test would prove nothing
    expect(done).toBeGreaterThan(40)
  }, 120_000)
})
