import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultColors } from '#contract/setup/schools/colors.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { drawingFile } from '#server/testing/school-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildSchool } from './factory.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})

const at = (): string => `/api/schools/${world.schoolId}`
const read = async () => (await world.admin.get(at())).body.data
const whole = {
  name: 'Lakeside College',
  slug: 'lakeside',
  time_zone: 'America/Chicago',
  address_1: '12 Shore Road',
  address_2: null,
  city: 'Duluth',
  state: 'MN',
  zip: '55802',
  phone: '(218) 555-0142',
  website: 'https://www.lakeside.edu',
  contacts: [
    { key: 'c1', name: 'Ada Lind', role: 'Bursar', email: 'ada@lakeside.edu', phone: '2185550143' },
    { key: 'c2', name: 'Bo Chen', role: null, email: null, phone: null },
  ],
  deadlines_contact: { name: 'Student accounts', email: 'accounts@lakeside.edu', phone: null },
}
const about = (change: object = {}) => ({
  ...whole,
  name: `Lakeside ${world.schoolId}`,
  slug: `lakeside-${world.schoolId}`,
  ...change,
})
const changesOf = async () =>
  (
    await services.owner
      .selectFrom('history')
      .select(['kind', 'changes', 'actor_id'])
      .where('subject_type', '=', 'school')
      .where('subject_id', '=', world.schoolId)
      .orderBy('id')
      .execute()
  ).map(({ kind, changes, actor_id }) => {
    const fields = changes as { field: string }[]
    return { kind, actor_id, fields: fields.map(({ field }) => field) }
  })

describe('a school’s history', () => {
  it('lists changes to the school and its files, for product admins only', async () => {
    await world.admin.put(`${at()}/about`, about({ version: 1 }))
    await world.admin.upload('/api/schools/image', { school_id: String(world.schoolId) }, drawingFile)
    const other = await buildSchoolWorld(services)
    await world.admin.upload('/api/schools/image', { school_id: String(other.schoolId) }, drawingFile)
    const { body } = await world.admin.get(`${at()}/history`)
    expect(body.data.map(({ kind }: { kind: string }) => kind)).toEqual(['file_added', 'school_changed'])
    expect(body.data[1].changes).toContainEqual({ field: 'about.city', before: null, after: 'Duluth' })
    expect((await world.registrar.get(`${at()}/history`)).status).toBe(403)
  })
})

describe('a school’s details', () => {
  it('are replaced as a whole, readable by its school admins, and recorded field by field', async () => {
    const { body, status } = await world.admin.put(`${at()}/about`, about({ version: 1 }))
    expect([status, body.data]).toEqual([
      200,
      {
        ...about(),
        phone: '+12185550142',
        contacts: [{ ...whole.contacts[0], phone: '+12185550143' }, whole.contacts[1]],
        id: world.schoolId,
        logo_url: null,
        latest_period_id: world.periodId,
        colors: defaultColors,
        colors_version: 1,
        version: 2,
      },
    ])
    expect((await world.registrar.get(at())).body.data).toEqual(body.data)
    await world.admin.put(
      `${at()}/about`,
      about({ contacts: [{ ...whole.contacts[0], role: 'Dean' }, whole.contacts[1]], version: 2 }),
    )
    expect((await changesOf()).at(-1)).toEqual({
      kind: 'school_changed',
      actor_id: world.adminId,
      fields: ['about.contacts[Ada Lind].role'],
    })
  })

  it('saved unchanged record nothing', async () => {
    await world.admin.put(`${at()}/about`, about())
    const { body } = await world.admin.put(`${at()}/about`, about())
    expect([body.data.version, await changesOf()]).toEqual([2, [expect.anything()]])
  })

  it('aren’t overwritten by an outdated version', async () => {
    await world.admin.put(`${at()}/about`, about({ city: 'Superior', version: 1 }))
    const stale = await world.admin.put(`${at()}/about`, about({ version: 1 }))
    expect([stale.status, stale.body.code, stale.body.data]).toEqual([409, 'stale', await read()])
    expect((await read()).city).toBe('Superior')
  })

  it.each<[object, string]>([
    [{ name: ' ' }, 'name'],
    [{ slug: 'Lake Side' }, 'slug'],
    [{ slug: '-lake' }, 'slug'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ state: 'Minnesota' }, 'state'],
    [{ zip: '5580' }, 'zip'],
    [{ phone: '12' }, 'phone'],
    [{ website: 'javascript:alert(1)' }, 'website'],
    [{ contacts: [{ key: 'c1', name: '', role: null, email: null, phone: null }] }, 'contacts.0.name'],
    [{ contacts: [whole.contacts[1], whole.contacts[1]] }, 'contacts'],
    [{ deadlines_contact: { name: null, email: 'a@b@c', phone: null } }, 'deadlines_contact.email'],
    [{ is_demo: true }, 'is_demo'],
  ])('refuse %j by field', async (change, field) => {
    const answer = await world.admin.put(`${at()}/about`, about(change))
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
  })

  it('have a name and an address that no other school has', async () => {
    await buildSchool(services.owner, { name: `École ${world.schoolId}`, slug: `ecole-${world.schoolId}` })
    const twin = about({ name: `ECOLE ${world.schoolId}`, slug: `ecole-${world.schoolId}` })
    const answer = await world.admin.put(`${at()}/about`, twin)
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      { name: ['The name has already been taken.'], slug: ['The slug has already been taken.'] },
    ])
  })

  it('can be changed by product admins only; other schools aren’t found', async () => {
    const other = await buildSchoolWorld(services)
    expect((await world.registrar.put(`${at()}/about`, about())).status).toBe(403)
    expect((await world.registrar.put(`${at()}/colors`, defaultColors)).status).toBe(403)
    expect((await world.registrar.delete(at())).status).toBe(403)
    expect((await other.registrar.get(at())).status).toBe(404)
    expect((await world.admin.put('/api/schools/999999999/about', about())).status).toBe(404)
  })
})

describe('a school’s colors', () => {
  const dark = { ...defaultColors.dark, accent: '#FFFFFF', on_accent: '#777777' }

  it('are saved with contrast warnings, separately from the other details', async () => {
    const { status, body } = await world.admin.put(`${at()}/colors`, { ...defaultColors, dark, version: 1 })
    expect([status, body.data.warnings]).toEqual([200, [{ theme: 'dark', pair: 'accent', ratio: 4.4 }]])
    expect(body.data).toMatchObject({
      version: 1,
      colors_version: 2,
      colors: { dark: { accent: '#ffffff' } },
    })
    expect((await changesOf()).at(-1)?.fields).toEqual(['colors.dark.accent', 'colors.dark.on_accent'])
    const stale = await world.admin.put(`${at()}/colors`, { ...defaultColors, version: 1 })
    expect([stale.status, stale.body.data]).toEqual([409, await read()])
    expect((await world.admin.put(`${at()}/about`, about({ version: 1 }))).status).toBe(200)
  })

  it('can’t be saved with text below 3 : 1, which is an error of the text’s color', async () => {
    const light = { ...defaultColors.light, banner: '#ffffff', on_banner: '#999999' }
    const answer = await world.admin.put(`${at()}/colors`, { ...defaultColors, light })
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      {
        'light.on_banner': [
          'Text on the banner has a contrast of 2.8 : 1. Choose a color with at least 3 : 1.',
        ],
      },
    ])
    expect(await read()).toMatchObject({ colors: defaultColors, colors_version: 1 })
  })

  it.each<[object, string]>([
    [{ light: { ...defaultColors.light, primary: 'red' } }, 'light.primary'],
    [{ light: { ...defaultColors.light, primary: '#fff' } }, 'light.primary'],
    [{ light: { ...defaultColors.light, banner: 'url(#a)' } }, 'light.banner'],
    [{ dark: { ...defaultColors.dark, border: '#000000' } }, 'dark.border'],
    [{ sepia: defaultColors.light }, 'sepia'],
  ])('can’t be %#: they’re 6 hex digits with known names', async (change, field) => {
    const answer = await world.admin.put(`${at()}/colors`, { ...defaultColors, ...change })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
  })
})

describe('a school’s student site', () => {
  const path = () => `${at()}/site-settings`
  const host = () => `insurance-${world.schoolId}.lakeside.edu`
  const embedded = ['https://www.lakeside.edu', 'https://portal.lakeside.edu:8443']
  const undo = async (headers: Record<string, unknown>) =>
    (await world.admin.post(`/api/changes/${String(headers['x-change-id'])}/undo`)).body.data

  it('has a host name and sites that frame it, recorded field by field', async () => {
    expect((await world.admin.get(path())).body.data).toEqual({ host: null, embedded_on: [], version: 1 })
    const typed = { host: ` ${host().toUpperCase()}`, embedded_on: embedded, version: 1 }
    const { status, body } = await world.admin.put(path(), typed)
    expect([status, body.data]).toEqual([200, { host: host(), embedded_on: embedded, version: 2 }])
    expect((await changesOf()).at(-1)?.fields).toEqual(['site_settings.host', 'site_settings.embedded_on'])
    const stale = await world.admin.put(path(), { host: null, embedded_on: [], version: 1 })
    expect([stale.status, stale.body.data]).toEqual([409, body.data])
    expect((await world.registrar.get(path())).status).toBe(403)
  })

  it.each<[object, string]>([
    [{ host: 'https://insurance.lakeside.edu' }, 'host'],
    [{ host: 'insurance.lakeside.edu/plan' }, 'host'],
    [{ host: 'insurance.lakeside.edu:8080' }, 'host'],
    [{ host: 'insurance' }, 'host'],
    [{ host: '203.0.113.7' }, 'host'],
    [{ host: '*.lakeside.edu' }, 'host'],
    [{ embedded_on: ['http://www.lakeside.edu'] }, 'embedded_on.0'],
    [{ embedded_on: ['https://*.lakeside.edu'] }, 'embedded_on.0'],
    [{ embedded_on: ['https://www.lakeside.edu/insurance'] }, 'embedded_on.0'],
    [{ embedded_on: ["https://www.lakeside.edu; script-src 'unsafe-inline'"] }, 'embedded_on.0'],
    [{ embedded_on: [embedded[0], embedded[0]] }, 'embedded_on'],
    [{ embedded_on: Array.from({ length: 11 }, (_, n) => `https://w${n}.lakeside.edu`) }, 'embedded_on'],
  ])('can’t be %j', async (change, field) => {
    const answer = await world.admin.put(path(), { host: null, embedded_on: [], ...change })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
  })

  it('has no host name of staff or of another school', async () => {
    const other = await buildSchoolWorld(services)
    const elsewhere = `/api/schools/${other.schoolId}/site-settings`
    expect((await other.admin.put(elsewhere, { host: host(), embedded_on: [] })).status).toBe(200)
    const taken = await world.admin.put(path(), { host: host(), embedded_on: [] })
    expect([taken.status, taken.body.errors.host]).toEqual([422, ['The host has already been taken.']])
    const called = { host: 'shipmate.lakeside.edu:8080' }
    const own = await world.admin.put(path(), { host: 'shipmate.lakeside.edu', embedded_on: [] }, called)
    expect([own.status, Object.keys(own.body.errors)]).toEqual([422, ['host']])
  })

  it('has its former settings again with undo, unless they changed or another school has the host', async () => {
    const first = await world.admin.put(path(), { host: host(), embedded_on: embedded })
    const second = await world.admin.put(path(), { host: null, embedded_on: embedded })
    expect(await undo(first.headers)).toMatchObject({ reverted: 0, left_total: 1 })
    expect(await undo(second.headers)).toMatchObject({ reverted: 1, left_total: 0 })
    expect((await world.admin.get(path())).body.data).toMatchObject({ host: host(), embedded_on: embedded })
    const third = await world.admin.put(path(), { host: null, embedded_on: [] })
    const other = await buildSchoolWorld(services)
    await other.admin.put(`/api/schools/${other.schoolId}/site-settings`, { host: host(), embedded_on: [] })
    expect((await undo(third.headers)).left).toEqual([
      expect.objectContaining({ reason: 'Another school uses the host name now.' }),
    ])
  })
})

describe('an archived school', () => {
  it('is in no list, and its name can be used again', async () => {
    const { name } = await read()
    expect((await world.admin.delete(at())).status).toBe(204)
    for (const url of ['/api/schools?per_page=200', '/api/schools-for-users'])
      expect((await world.admin.get(url)).body.data.map(({ id }: { id: number }) => id)).not.toContain(
        world.schoolId,
      )
    for (const client of [world.admin, world.registrar]) {
      expect((await client.get(at())).status).toBe(404)
      expect((await client.get(`${at()}/periods`)).status).toBe(404)
    }
    expect((await world.registrar.get('/api/me')).body.data.schools).toEqual([])
    expect((await world.admin.delete(at())).status).toBe(404)
    expect((await world.admin.post('/api/schools/create', { name })).status).toBe(201)
    // it keeps its name
    expect((await changesOf()).at(-1)).toMatchObject({ kind: 'school_archived', fields: [] })
  })

  it('is restored with its settings and staff, unless another school has its name', async () => {
    const { name } = await read()
    const restore = () => world.admin.post(`/api/archived-schools/${world.schoolId}/restore`)
    expect((await restore()).status).toBe(404)
    await world.admin.delete(at())
    expect((await world.admin.get('/api/archived-schools')).body.data).toContainEqual({
      id: world.schoolId,
      name,
      archived_at: expect.any(String),
    })
    expect((await world.registrar.get('/api/archived-schools')).status).toBe(403)
    const other = await world.admin.post('/api/schools/create', { name })
    const refused = await restore()
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('has the name or site address of this school now'),
    ])
    await world.admin.delete(`/api/schools/${other.body.data.id}`)
    const restored = await restore()
    expect([restored.status, restored.body.data.name]).toEqual([200, name])
    expect((await world.registrar.get(at())).status).toBe(200)
    expect((await changesOf()).at(-1)).toMatchObject({ kind: 'school_restored', fields: [] })
  })

  it('has no students: a school with students can’t be archived', async () => {
    expect((await world.admin.get(`${at()}/archive`)).body.data).toEqual({ problem: null })
    await buildStudentPeriod(services.owner, { school_id: world.schoolId, period_id: world.periodId })
    const { problem } = (await world.admin.get(`${at()}/archive`)).body.data
    expect(problem).toContain('has students in 1 policy year')
    const answer = await world.admin.delete(at())
    expect([answer.status, answer.body.code]).toEqual([409, 'in_use'])
    expect(answer.body.message).toContain('has students in 1 policy year')
    expect((await world.admin.get(at())).status).toBe(200)
  })
})
