import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
let draft: number
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  draft = await create()
})

const create = async (name = '2028–29'): Promise<number> => {
  const body = { school_id: world.schoolId, name, starts_on: '2028-08-01', ends_on: '2029-07-31' }
  return (await world.admin.post('/api/periods', body)).body.data.id
}

const listed = async (): Promise<number[]> =>
  (await world.admin.get(`/api/schools/${world.schoolId}/periods`)).body.data.map(
    ({ id }: { id: number }) => id,
  )

const undo = async (change: unknown) =>
  (await world.admin.post(`/api/changes/${String(change)}/undo`)).body.data

describe('a draft', () => {
  it('without students can be deleted, and restored by undo', async () => {
    const removed = await world.admin.delete(`/api/periods/${draft}`)
    expect(removed.status).toBe(204)
    expect(await listed()).toEqual([world.periodId])
    expect(await undo(removed.headers['x-change-id'])).toMatchObject({ reverted: 1, left: [] })
    expect(await listed()).toContain(draft)
  })

  it('isn’t restored over another policy year of its name', async () => {
    const removed = await world.admin.delete(`/api/periods/${draft}`)
    await create()
    expect(await undo(removed.headers['x-change-id'])).toMatchObject({
      reverted: 0,
      left: [{ reason: '“2028–29” is now the name of another policy year.' }],
    })
  })

  it('with students, and a year that is open, can’t be deleted', async () => {
    await buildStudentPeriod(services.owner, { school_id: world.schoolId, period_id: draft })
    const refused = await world.admin.delete(`/api/periods/${draft}`)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This policy year has students, so it can’t be deleted.',
    ])
    expect((await world.admin.delete(`/api/periods/${world.periodId}`)).status).toBe(409)
  })

  it('is filled from a year where no one has saved anything, and emptied by undo', async () => {
    const [from, to] = [`/api/periods/${world.periodId}`, `/api/periods/${draft}`]
    const read = async (name: string) => (await world.admin.get(`${to}/${name}`)).body.data
    await world.admin.put(`${from}/faqs`, { intro: '<p>In 2026</p>', items: [] })
    await world.admin.put(`${from}/dates`, {
      ...(await world.admin.get(`${from}/dates`)).body.data,
      enrollment_closes_on: '2026-09-30',
    })
    await world.admin.put(`${from}/contact-form`, {
      ...(await read('contact-form')),
      version: 0,
      hours: '9 to 5',
    })
    await world.admin.put(`${to}/contact-form`, { ...(await read('contact-form')), hours: 'Mornings' })
    await world.admin.post(`${from}/custom-pages`, {
      title: 'Dental help',
      body: '<p>Call us.</p>',
      published: true,
    })
    const pages = async () =>
      (await read('custom-pages')).map(({ title, published }: { title: string; published: boolean }) => [
        title,
        published,
      ])
    const fill = () => world.admin.post(`${to}/fill`, { copy_from_period_id: world.periodId })
    const filled = await fill()
    expect(filled.body.data).toEqual({ filled: 3 })
    expect(await pages()).toEqual([['Dental help', true]])
    expect(await read('faqs')).toMatchObject({ intro: '<p>In 2026</p>' })
    // its own dates stay; the others move to its year
    expect(await read('dates')).toMatchObject({ starts_on: '2028-08-01', enrollment_closes_on: '2028-09-30' })
    expect(await read('contact-form')).toMatchObject({ hours: 'Mornings' })
    expect((await read('last-year-texts')).texts).toHaveLength(1)
    await undo(filled.headers['x-change-id'])
    expect(await read('faqs')).toMatchObject({ intro: '' })
    expect(await read('dates')).toMatchObject({ enrollment_closes_on: null })
    expect(await pages()).toEqual([])
    // an undone page comes back; one that was changed then stays
    const again = await fill()
    expect(await pages()).toEqual([['Dental help', true]])
    const [{ id }] = await read('custom-pages')
    const { key: _key, order: _order, id: _id, ...page } = await read(`custom-pages/${id}`)
    await world.admin.put(`${to}/custom-pages/${id}`, { ...page, title: 'Dental' })
    await undo(again.headers['x-change-id'])
    expect(await pages()).toEqual([['Dental', true]])
  })

  it('is filled with standard forms and pages; an open year isn’t', async () => {
    const filled = await world.admin.post(`/api/periods/${draft}/fill`, { copy_from_period_id: null })
    expect(filled.body.data.filled).toBeGreaterThan(5)
    const open = await world.admin.post(`/api/periods/${world.periodId}/fill`, { copy_from_period_id: null })
    expect(open.body.message).toBe('Only a draft can be filled.')
  })
})
