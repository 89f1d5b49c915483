import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildStudent } from './factory.ts'

let services: TestServices
let world: SchoolWorld
let ada: number
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  ada = await buildStudent(services.owner, {
    school_id: world.schoolId,
    sid: '00451200',
    first_name: 'Ada',
    last_name: 'García-Quill',
    prior_last_name: 'Night',
    dob: '2001-03-07',
  })
})

const quill = { sid: 'N1', first_name: 'Ada', last_name: 'García-Quill', dob: '2001-03-07' }
const add = (more: Readonly<Record<string, unknown>>) =>
  world.registrar.post('/api/add-student-to-period', { period_id: world.periodId, ...quill, ...more })

describe('a new student who may be there already', () => {
  it.each([
    ['the same name and birth date', {}, 'name_and_birth_date'],
    ['without accents and hyphen', { last_name: 'GARCIA QUILL' }, 'name_and_birth_date'],
    ['names in the other order', { first_name: 'García-Quill', last_name: 'Ada' }, 'name_and_birth_date'],
    ['the former last name', { last_name: 'Night' }, 'name_and_birth_date'],
    ['day and month in the other order', { dob: '2001-07-03' }, 'name_and_similar_birth_date'],
    ['one digit of the year', { dob: '2002-03-07' }, 'name_and_similar_birth_date'],
    ['one digit of the day', { dob: '2001-03-17' }, 'name_and_similar_birth_date'],
    ['the ID without zeros, and another name', { sid: '451200', first_name: 'Bo' }, 'student_id'],
    ['the ID as a decimal, and another birth date', { sid: '451200.0', dob: '1999-01-01' }, 'student_id'],
    [
      'the ID in marks, and another person',
      { sid: '="451200"', first_name: 'Bo', dob: '1999-01-01' },
      'student_id',
    ],
  ])('is asked about once: %s', async (_how, more, same) => {
    const asked = await add(more)
    expect(asked.status).toBe(409)
    expect(asked.body).toMatchObject({
      code: 'duplicate',
      data: { students: [{ id: ada, sid: '00451200', name: 'García-Quill, Ada', dob: '2001-03-07', same }] },
    })
    const added = await add({ ...more, is_not_duplicate_of: [ada] })
    expect(added.status).toBe(201)
    expect(added.body.data.student_id).not.toBe(ada)
  })

  it.each([
    ['another first name', { first_name: 'Bo' }],
    ['another birth date', { dob: '1999-12-31' }],
    ['another last name and a similar birth date', { last_name: 'Marsh', dob: '2001-07-03' }],
  ])('isn’t with %s', async (_how, more) => {
    expect((await add(more)).status).toBe(201)
  })

  it('is asked about after everything else is right', async () => {
    const wrong = await add({ state: 'Oregoon' })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['state']])
  })

  it('is compared with students of this school only, and not with removed ones', async () => {
    const other = await buildSchoolWorld(services)
    const there = await other.registrar.post('/api/add-student-to-period', {
      period_id: other.periodId,
      ...quill,
      sid: '451200',
    })
    expect(there.status).toBe(201)
    await services.owner
      .updateTable('students')
      .set({ deleted_at: '2026-11-01T00:00:00Z' })
      .where('id', '=', ada)
      .execute()
    expect((await add({})).status).toBe(201)
  })
})

describe('the ID of a student who is there', () => {
  it.each(['451200', '00451200', ' 451200\u200B', "'00451200", '451200.0'])('%j is theirs', async (sid) => {
    const added = await add({ sid })
    expect(added.status).toBe(201)
    expect(added.body.data).toMatchObject({ student_id: ada, student: { sid: '00451200' } })
  })

  it('isn’t taken for another person', async () => {
    const refused = await add({ sid: '00451200', first_name: 'Bo', dob: '1999-01-01' })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['sid']])
    const corrected = await add({ sid: '00451200', dob: '2001-07-03' })
    expect(corrected.body.data).toMatchObject({ student_id: ada, ignored: ['dob'] })
  })

  it('and two who share its meaning are a question', async () => {
    const second = await buildStudent(services.owner, {
      school_id: world.schoolId,
      sid: '0451200',
      first_name: 'Cy',
      last_name: 'Marsh',
      dob: '1998-01-01',
    })
    const asked = await add({ sid: '451200' })
    expect(asked.body.data.students.map(({ id }: { id: number }) => id)).toEqual([ada, second])
    expect((await add({ sid: '00451200' })).body.data.student_id).toBe(ada)
    const next = await buildPeriod(services.owner, { school_id: world.schoolId })
    const only = await world.registrar.post('/api/add-student-to-period', { period_id: next, sid: '0451200' })
    expect(only.body.data.student_id).toBe(second)
  })
})
