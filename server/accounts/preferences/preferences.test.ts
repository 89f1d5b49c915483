import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
})
afterAll(() => services.close())

const layout = {
  shown: ['sid', 'student_name'],
  widths: { sid: 140 },
  pins: { student_name: 'start' },
  density: 'compact',
  page_mode: 'scroll',
}

describe('preferences', () => {
  it('are saved for one user and period, and the last write wins', async () => {
    const path = `/api/preferences/student-list:${world.periodId}`
    expect((await world.registrar.get(path)).body.data).toEqual({
      key: `student-list:${world.periodId}`,
      value: null,
      updated_at: null,
    })
    await world.registrar.put(path, { value: { density: 'regular' } })
    const answer = await world.registrar.put(path, { value: layout })
    expect([answer.status, answer.body.data.value]).toEqual([200, layout])
    expect((await world.registrar.get(path)).body.data.value).toEqual(layout)
    expect((await world.admin.get(path)).body.data.value).toBeNull()
    expect((await world.registrar.get('/api/preferences/student-list')).body.data.value).toBeNull()
  })

  it('drop columns that no longer exist', async () => {
    await services.owner
      .insertInto('user_preferences')
      .values({
        user_id: world.adminId,
        key: 'student-list',
        value: JSON.stringify({ shown: ['shoe_size', 'sid'], widths: { shoe_size: 90 } }),
        updated_at: services.clock.now().toISOString(),
      })
      .execute()
    const { data } = (await world.admin.get('/api/preferences/student-list')).body
    expect(data.value).toEqual({ shown: ['sid'], widths: {} })
  })

  it.each([
    ['an unknown column', { shown: ['ssn'] }, 'value.shown.0'],
    ['a duplicate column', { shown: ['sid', 'sid'] }, 'value.shown'],
    ['a width of 0', { widths: { sid: 0 } }, 'value.widths.sid'],
    ['an unknown key', { colour: 'red' }, 'value.colour'],
    ['an unknown density', { density: 'dense' }, 'value.density'],
  ])('refuse %s by field', async (_name, value, field) => {
    const { status, body } = await world.registrar.put('/api/preferences/student-list', { value })
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })

  it('refuse other keys and periods of other schools', async () => {
    const other = await buildSchoolWorld(services)
    for (const key of ['theme', `student-list:${other.periodId}`, 'student-list:0', 'student-list:'])
      expect([key, (await world.registrar.put(`/api/preferences/${key}`, { value: {} })).status]).toEqual([
        key,
        404,
      ])
  })

  it('are deleted with their user', async () => {
    await world.registrar.put('/api/preferences/student-list', { value: layout })
    await services.owner.deleteFrom('users').where('id', '=', world.registrarId).execute()
    const left = await services.owner
      .selectFrom('user_preferences')
      .select('key')
      .where('user_id', '=', world.registrarId)
      .execute()
    expect(left).toEqual([])
  })
})
