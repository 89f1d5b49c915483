import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildStudent } from './factory.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})

const build = (values: object = {}) => buildStudent(services.owner, { school_id: world.schoolId, ...values })
const at = (id: number): string => `/api/students/${id}`
const history = (id: number) =>
  services.owner.selectFrom('history').selectAll().where('student_id', '=', id).orderBy('id').execute()

describe('a student', () => {
  it('is changed field by field; a second save of the same version returns 409', async () => {
    const id = await build({ city: 'Salem' })
    const saved = await world.registrar.put(at(id), { city: ' Astoria ', uid: '', version: 1 })
    expect(saved.body.data).toMatchObject({ city: 'Astoria', uid: null, version: 2 })
    expect(saved.headers['x-change-id']).toBeDefined()
    const late = await world.admin.put(at(id), { city: 'Bend', version: 1 })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ code: 'stale', data: { city: 'Astoria', version: 2 } })
    const [entry, ...others] = await history(id)
    expect(others).toEqual([])
    expect(entry).toMatchObject({ kind: 'student_changed', subject_type: 'student', subject_id: id })
    expect(entry?.changes).toContainEqual({ field: 'city', before: 'Salem', after: 'Astoria' })
  })

  it('saved unchanged doesn’t change', async () => {
    const id = await build({ city: 'Salem' })
    const saved = await world.registrar.put(at(id), { city: 'Salem' })
    expect([saved.body.data.version, saved.headers['x-change-id']]).toEqual([1, undefined])
    expect(await history(id)).toEqual([])
  })

  it('keeps an SSN that is sent as its mask, and records others only as masks', async () => {
    const id = await build()
    await world.registrar.put(at(id), { ssn: '912-34-5678' })
    const masked = await world.registrar.put(at(id), { ssn: '***-**-5678', city: 'Bend' })
    expect(masked.body.data).toMatchObject({ ssn: '***-**-5678', city: 'Bend' })
    // 9 digits are always a change: no change would say that they were guessed
    const same = await world.registrar.put(at(id), { ssn: '912345678' })
    expect(same.headers['x-change-id']).toBeDefined()
    const other = await world.registrar.put(at(id), { ssn: '987-65-5678' })
    expect(other.headers['x-change-id']).toBeDefined()
    const wrongMask = await world.registrar.put(at(id), { ssn: '***-**-0000' })
    expect([wrongMask.status, Object.keys(wrongMask.body.errors)]).toEqual([422, ['ssn']])
    const told = JSON.stringify((await history(id)).map(({ changes }) => changes))
    expect(told).not.toMatch(/91234|98765/)
    expect(told).toContain('{"after":"***-**-5678","field":"ssn","before":"***-**-5678"}')
  })

  it('gets a replaced SSN back when the change is undone, and again when the undo is', async () => {
    const id = await build({ city: 'Bend' })
    const sealed = () =>
      services.owner
        .selectFrom('students')
        .select(['ssn_cipher', 'ssn_index', 'ssn_last_four', 'city'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    await world.registrar.put(at(id), { ssn: '912-34-5678' })
    const former = await sealed()
    const { headers } = await world.registrar.put(at(id), { ssn: '987-65-4321', city: 'Salem' })
    const later = await sealed()
    expect(later).not.toEqual(former)
    const undone = await world.registrar.post(`/api/changes/${headers['x-change-id']}/undo`)
    expect(undone.body.data).toMatchObject({ reverted: 1, left_total: 0 })
    expect(await sealed()).toEqual(former)
    await world.registrar.post(`/api/changes/${undone.headers['x-change-id']}/undo`)
    expect(await sealed()).toEqual(later)
  })

  it('has a unique student ID in a school; errors don’t reveal the other student', async () => {
    const [one, other] = [await build({ sid: 'S-ONE' }), await build()]
    await world.registrar.put(at(one), { ssn: '912-34-5678' })
    const sid = await world.registrar.put(at(other), { sid: 'S-ONE' })
    expect([sid.status, Object.keys(sid.body.errors)]).toEqual([422, ['sid']])
    const elsewhere = await buildSchoolWorld(services)
    const away = await buildStudent(services.owner, { school_id: elsewhere.schoolId })
    expect((await elsewhere.registrar.put(at(away), { ssn: '912345678', sid: 'S-ONE' })).status).toBe(200)
  })

  it('has a state that matches the country', async () => {
    const id = await build({ country: 'US', state: 'OR', zip: '97201' })
    const wrong = await world.registrar.put(at(id), { state: 'Ontario', zip: 'K1A 0B1' })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['state', 'zip']])
    const moved = await world.registrar.put(at(id), { country: 'CA', state: 'Ontario', zip: 'K1A 0B1' })
    expect(moved.body.data).toMatchObject({ country: 'CA', state: 'Ontario', zip: 'K1A 0B1' })
    const back = await world.registrar.put(at(id), { country: 'US' })
    expect([back.status, Object.keys(back.body.errors)]).toEqual([422, ['state', 'zip']])
    const unborn = await world.registrar.put(at(id), { dob: '2026-11-21' })
    expect([unborn.status, Object.keys(unborn.body.errors)]).toEqual([422, ['dob']])
  })
})
