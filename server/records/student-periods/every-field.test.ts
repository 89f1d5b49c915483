import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insuranceFields, studentPeriodFields } from '#contract/platform/record/student-period-fields.ts'
import { studentFields } from '#contract/platform/record/student-fields.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import {
  specifiedInsuranceFields,
  specifiedPeriodFields,
  specifiedStudentFields,
  type SpecifiedField,
} from '#server/testing/specified-fields.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
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

/** The calls that write and read a field, and the record its history belongs to. */
interface Place {
  readonly write: string
  readonly read: string
  readonly table: string
  readonly id: number
  readonly subject: string
}

const build = () =>
  buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    program: null,
    campus: null,
    graduation_year: null,
    academic_status: null,
    student: {
      middle_initial: null,
      gender: null,
      uid: null,
      address_1: null,
      city: null,
      state: null,
      zip: null,
      country: null,
      phone: null,
      personal_email: null,
      university_email: null,
      prior_last_name: null,
      include_dependents: null,
    },
  })

const places = {
  student: async (): Promise<Place> => {
    const { student_id: id } = await build()
    const path = `/api/students/${id}`
    return { write: path, read: path, table: 'students', id, subject: 'student' }
  },
  period: async (): Promise<Place> => {
    const { id } = await build()
    const path = `/api/student-periods/${id}`
    return { write: path, read: path, table: 'student_periods', id, subject: 'student_period' }
  },
  insurance: async (): Promise<Place> => {
    const place = await places.period()
    return { ...place, write: `${place.write}/insurance-details` }
  },
}

const storedOf = async ({ table, id }: Place, field: string): Promise<unknown> => {
  const column = field === 'ssn' ? 'ssn_last_four' : field
  const { rows } = await sql<{ value: unknown }>`
    select ${sql.ref(column)} as value from ${sql.table(table)} where id = ${id}`.execute(services.owner)
  return rows[0]?.value
}

const changesOf = async ({ subject, id }: Place, field: string): Promise<unknown[]> => {
  const rows = await services.owner
    .selectFrom('history')
    .select('changes')
    .where('subject_type', '=', subject)
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  // our own code writes history: a list of changes
  return rows.flatMap(({ changes }) =>
    (changes as unknown as { field: string }[]).filter((change) => change.field === field),
  )
}

type Where = keyof typeof places
type Case = readonly [name: string, where: Where, field: SpecifiedField]

const casesOf = (where: Where, fields: readonly SpecifiedField[]): Case[] =>
  fields.map((field) => [field.name, where, field])

const all: readonly Case[] = [
  ...casesOf('student', specifiedStudentFields),
  ...casesOf('period', specifiedPeriodFields),
  ...casesOf('insurance', specifiedInsuranceFields),
]
const isRequired = ([, , field]: Case): boolean => field.isRequired === true
const isAdmins = ([, , field]: Case): boolean => field.isAdmins === true
const beside: Record<Where, string> = {
  student: 'city',
  period: 'campus',
  insurance: 'medical_waive_group_number',
}

describe('every field of a student and a student-period', () => {
  it.each(all)('%s is saved, returned, and recorded in the history', async (name, where, field) => {
    const place = await places[where]()
    const before = (await world.admin.get(place.read)).body.data[name]
    const wanted = field.read ?? field.good
    const saved = await world.admin.put(place.write, { [name]: field.good })
    expect([saved.status, saved.body.data?.[name]]).toEqual([200, wanted])
    expect((await world.registrar.get(place.read)).body.data[name]).toBe(wanted)
    expect(String(await storedOf(place, name))).toBe(name === 'ssn' ? '5678' : String(wanted))
    expect(await changesOf(place, name)).toEqual([{ field: name, before, after: wanted }])
  })

  it.each(all.filter((one) => !isRequired(one)))(
    '%s can be cleared, and the history records it',
    async (name, where, field) => {
      const place = await places[where]()
      const filled = (await world.admin.put(place.write, { [name]: field.good })).body.data[name]
      const emptied = await world.admin.put(place.write, { [name]: null })
      const nothing = field.emptied ?? null
      expect([emptied.status, emptied.body.data?.[name]]).toEqual([200, nothing])
      expect(await storedOf(place, name)).toBe(nothing)
      expect((await changesOf(place, name)).at(-1)).toEqual({ field: name, before: filled, after: nothing })
    },
  )

  it.each(all.filter(isRequired))('%s can’t be cleared', async (name, where) => {
    const place = await places[where]()
    for (const nothing of [null, '', '  ']) {
      const answer = await world.admin.put(place.write, { [name]: nothing })
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [name]])
    }
    expect(await changesOf(place, name)).toEqual([])
  })

  it.each(all)('%s rejects other values by name, and saves nothing', async (name, where, field) => {
    const place = await places[where]()
    const stored = await storedOf(place, name)
    for (const bad of [field.bad, { some: 'thing' }, ['a', 'b']]) {
      const answer = await world.admin.put(place.write, { [name]: bad })
      expect([bad, answer.status]).toEqual([bad, 422])
      expect(Object.keys(answer.body.errors).map((key) => key.split('.')[0])).toEqual([name])
    }
    expect(await storedOf(place, name)).toEqual(stored)
    expect(await changesOf(place, name)).toEqual([])
  })

  it.each(all.filter((one) => !isAdmins(one)))(
    '%s can be changed by school admins too',
    async (name, where, field) => {
      const place = await places[where]()
      const answer = await world.registrar.put(place.write, {
        [beside[where]]: 'Elsewhere',
        [name]: field.good,
      })
      expect([answer.status, answer.body.data?.[name]]).toEqual([200, field.read ?? field.good])
    },
  )

  it.each(all.filter(isAdmins))(
    '%s can be changed by product admins only; nothing else of the call is saved',
    async (name, where, field) => {
      const place = await places[where]()
      const answer = await world.registrar.put(place.write, {
        [beside[where]]: 'Elsewhere',
        [name]: field.good,
      })
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([403, [name]])
      expect([await storedOf(place, name), await storedOf(place, beside[where])]).toEqual([null, null])
    },
  )

  it.each(['medical_status', 'dental_status', 'vision_status'])(
    '%s changes with a reason, and the history records it',
    async (name) => {
      const place = await places.period()
      const bad = await world.admin.put(place.write, { [name]: 'half_waived' })
      expect([bad.status, Object.keys(bad.body.errors)]).toEqual([422, [name]])
      const empty = await world.admin.put(place.write, { [name]: null, override_reason: 'Because' })
      expect([empty.status, Object.keys(empty.body.errors)]).toEqual([422, [name]])
      const moved = await world.admin.put(place.write, {
        [name]: 'waiver_declined',
        override_reason: 'Because',
      })
      expect(moved.body.data[name]).toBe('waiver_declined')
      expect(await changesOf(place, name)).toEqual([
        { field: name, before: 'not_started', after: 'waiver_declined' },
      ])
      const refused = await world.registrar.put(place.write, { [name]: 'exempt', override_reason: 'Mine' })
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([403, [name]])
    },
  )

  it.each(['medical', 'dental', 'vision'])(
    'the %s insurance company is one from the list, by name',
    async (coverage) => {
      const place = await places.insurance()
      const { id } = await services.owner
        .insertInto('insurance_companies')
        .values({ name: `Northgate Mutual ${coverage}` })
        .returning('id')
        .executeTakeFirstOrThrow()
      const name = `${coverage}_waive_insurance_company_id`
      const saved = await world.registrar.put(place.write, { [name]: id })
      expect(saved.body.data).toMatchObject({
        [name]: id,
        [`${coverage}_waive_insurance_company`]: `Northgate Mutual ${coverage}`,
      })
      expect(await changesOf(place, name)).toEqual([{ field: name, before: null, after: id }])
      for (const bad of [999_999_999, 'Aetna', 0]) {
        const answer = await world.admin.put(place.write, { [name]: bad })
        expect([bad, answer.status, Object.keys(answer.body.errors)]).toEqual([bad, 422, [name]])
      }
      const byName = { [`${coverage}_waive_insurance_company`]: 'Aetna' }
      expect((await world.admin.put(place.write, byName)).status).toBe(422)
      expect((await world.admin.put(place.write, { [name]: null })).body.data[name]).toBeNull()
    },
  )

  it.each([
    ['type', ['spouse', 'child', 'domestic_partner'], 'cousin'],
    ['gender', ['female', 'male', 'x', null], 'none'],
  ])('a dependent has a %s', async (name, values, bad) => {
    const place = await places.period()
    const child = { type: 'child', gender: 'x', first_name: 'Kim', last_name: 'Park', covers: [] }
    for (const value of values) {
      const saved = await world.registrar.put(place.write, { dependents: [{ ...child, [name]: value }] })
      expect(saved.body.data.dependents).toMatchObject([{ [name]: value }])
    }
    const refused = await world.registrar.put(place.write, { dependents: [{ ...child, [name]: bad }] })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [`dependents.0.${name}`]])
  })

  it('is listed here', () => {
    const companies = ['medical', 'dental', 'vision'].flatMap((coverage) => [
      `${coverage}_waive_insurance_company`,
      `${coverage}_waive_insurance_company_id`,
    ])
    const statuses = ['medical_status', 'dental_status', 'vision_status']
    // the change of academic status that waits, which its own calls write
    const planned = ['planned_academic_status', 'planned_status_on']
    const specified = (fields: readonly SpecifiedField[]): string[] => fields.map(({ name }) => name)
    expect(specified(specifiedStudentFields).sort()).toEqual(Object.keys(studentFields).sort())
    expect([...specified(specifiedInsuranceFields), ...companies].sort()).toEqual(
      Object.keys(insuranceFields).sort(),
    )
    expect(
      [...specified(specifiedPeriodFields), ...statuses, ...planned, ...Object.keys(insuranceFields)].sort(),
    ).toEqual(Object.keys(studentPeriodFields).sort())
  })
})
