import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
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

const companies = '/api/insurance-companies'
const at = (id: number): string => `${companies}/${id}`
/** Returns a name no other test uses. */
const named = (name: string): string => `${name} ${world.schoolId}`
const create = (body: object) => world.admin.post(`${companies}/create`, body)
const make = async (name: string, more: object = {}): Promise<number> =>
  (await create({ name: named(name), ...more })).body.data.id
const use = (values: object) =>
  buildStudentPeriod(services.owner, { school_id: world.schoolId, period_id: world.periodId, ...values })
const list = async (query: Record<string, string>, client = world.admin) =>
  client.get(`${companies}?${new URLSearchParams(query).toString()}`)
const names = async (query: Record<string, string>): Promise<string[]> =>
  (await list({ search: String(world.schoolId), ...query })).body.data.map(
    (row: { name: string }) => row.name,
  )
const undo = (headers: Record<string, unknown>) =>
  world.admin.post(`/api/changes/${String(headers['x-change-id'])}/undo`)
const historyOf = (id: number) =>
  services.owner
    .selectFrom('history')
    .select(['kind', 'changes', 'cause', 'school_id'])
    .where('subject_type', '=', 'insurance_company')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()

const whole = {
  aliases: ['Northgate', 'NGM'],
  phone: '(503) 555-2200',
  website: 'https://www.northgate.example/members',
  address_1: '1 Claims Way',
  address_2: null,
  city: 'Hartford',
  state: 'CT',
  zip: '06101',
  medical_payer_ids: ['60054', '60055'],
  dental_payer_ids: ['68246'],
  vision_payer_ids: [],
  is_electronic: true,
  member_id_pattern: 'W\\d{9}',
  member_id_hint: 'W and nine digits',
  age_out_rule: 'end_of_year',
  age_out_age: 29,
  is_health_sharing: false,
  is_short_term: true,
  is_foreign: false,
  medicaid_state: 'CA',
}

describe('an insurance company', () => {
  it('is created, read again, and recorded in the history', async () => {
    const aliases = ['Northgate', 'NGM'].map(named)
    const answer = await create({ name: named('Northgate Mutual'), ...whole, aliases })
    expect(answer.status).toBe(201)
    expect(answer.body.data).toEqual({
      ...whole,
      aliases,
      id: expect.any(Number),
      name: named('Northgate Mutual'),
      phone: '+15035552200',
      usage: 0,
      version: 1,
      updated_at: '2026-11-20T15:00:00.000Z',
    })
    const { id } = answer.body.data
    expect((await world.admin.get(at(id))).body.data).toEqual(answer.body.data)
    const [entry] = await historyOf(id)
    expect(entry).toMatchObject({ kind: 'insurance_company_created', cause: 'person', school_id: null })
    expect(entry?.changes).toContainEqual({ field: 'aliases', before: null, after: aliases })
  })

  it('needs only a name; other fields have defaults', async () => {
    expect((await create({ name: named('Plain') })).body.data).toMatchObject({
      aliases: [],
      medical_payer_ids: [],
      is_electronic: false,
      age_out_rule: 'end_of_birth_month',
      age_out_age: 26,
      medicaid_state: null,
    })
  })

  it.each<[string, object, string, string]>([
    ['without a name', { name: '' }, 'name', 'The name field is required.'],
    ['with an unknown key', { color: 'red' }, 'color', 'The color field is not known.'],
    ['with an invalid pattern', { member_id_pattern: '(' }, 'member_id_pattern', 'valid regular expression'],
    [
      'with a lookaround pattern',
      { member_id_pattern: '(?=a)a' },
      'member_id_pattern',
      'valid regular expression',
    ],
    ['with a long pattern', { member_id_pattern: 'a'.repeat(201) }, 'member_id_pattern', 'greater than 200'],
    [
      'with a script as its website',
      { website: 'javascript:alert(1)' },
      'website',
      'https://www.example.com',
    ],
    [
      'with punctuation as its payer ID',
      { dental_payer_ids: ['<b>'] },
      'dental_payer_ids.0',
      'letters and digits',
    ],
    ['with an unknown age-out rule', { age_out_rule: 'sometimes' }, 'age_out_rule', 'invalid'],
    ['with an unknown state', { medicaid_state: 'XX' }, 'medicaid_state', 'invalid'],
    ['for infants', { age_out_age: 2 }, 'age_out_age', 'at least 18'],
  ])('%s is refused by field', async (_, body, field, words) => {
    const answer = await create({ name: named('Refused'), ...body })
    expect(answer.status).toBe(422)
    expect(answer.body.errors[field][0]).toContain(words)
  })

  it('has names that no other company has, ignoring case and accents', async () => {
    await make('Clínica Mutual', { aliases: [named('CLM')] })
    const own = await create({ name: named('CLINICA MUTUAL') })
    expect(own.body.errors.name[0]).toContain(`is already a name of ${named('Clínica Mutual')}`)
    expect((await create({ name: named('clm') })).status).toBe(422)
    const alias = await create({ name: named('Other'), aliases: [named('Free'), named('Clm')] })
    expect(alias.body.errors.aliases[0]).toContain(`“${named('Clm')}” is already a name of`)
    const id = await make('Third')
    expect((await world.admin.put(at(id), { aliases: [named('clinica mutual')] })).status).toBe(422)
    expect((await world.admin.put(at(id), { name: named('Third'), aliases: [named('Thírd')] })).status).toBe(
      200,
    )
    expect((await world.admin.get(at(id))).body.data.aliases).toEqual([])
  })

  it('can have the name of a removed company', async () => {
    const id = await make('Gone')
    await world.admin.delete(at(id))
    expect((await create({ name: named('Gone') })).status).toBe(201)
  })

  it('is changed field by field, with the changes in the history', async () => {
    const id = await make('Changing', { aliases: [named('Ch')] })
    const answer = await world.admin.put(at(id), {
      version: 1,
      phone: '503 555 2201',
      aliases: [named('Ch'), named('Cha')],
    })
    expect(answer.body.data).toMatchObject({ version: 2, phone: '+15035552201', is_electronic: false })
    const told = await world.admin.get(`${at(id)}/history`)
    expect(told.body.data.map(({ kind }: { kind: string }) => kind)).toEqual([
      'insurance_company_changed',
      'insurance_company_created',
    ])
    expect((await world.registrar.get(`${at(id)}/history`)).status).toBe(403)
    expect((await historyOf(id)).at(-1)).toMatchObject({
      kind: 'insurance_company_changed',
      changes: [
        { field: 'phone', before: null, after: '+15035552201' },
        { field: 'aliases', before: [named('Ch')], after: [named('Ch'), named('Cha')] },
      ],
    })
    const same = await world.admin.put(at(id), { version: 2, phone: '503 555 2201' })
    expect([same.body.data.version, same.headers['x-change-id']]).toEqual([2, undefined])
  })

  it('that someone else changed returns 409 with their version', async () => {
    const id = await make('Stale')
    await world.admin.put(at(id), { version: 1, city: 'Hartford' })
    const answer = await world.admin.put(at(id), { version: 1, city: 'Boston' })
    expect([answer.status, answer.body.code]).toEqual([409, 'stale'])
    expect(answer.body.data).toEqual((await world.admin.get(at(id))).body.data)
    expect(answer.body.data.city).toBe('Hartford')
  })

  it('can be opened and changed by product admins only; school admins see it in pickers', async () => {
    const id = await make('Listed')
    expect((await world.registrar.get(at(id))).status).toBe(403)
    expect((await world.registrar.put(at(id), { city: 'x' })).status).toBe(403)
    expect((await world.registrar.delete(at(id))).status).toBe(403)
    expect((await list({ search: named('Listed') }, world.registrar)).body.data[0]).toMatchObject({ id })
  })

  it.each(['get', 'put', 'delete'] as const)('that doesn’t exist returns 404: %s', async (method) => {
    const id = await make('Absent')
    await world.admin.delete(at(id))
    for (const path of [at(id), at(999_999_999)])
      expect((await world.admin[method](path, method === 'put' ? {} : undefined)).status).toBe(404)
  })
})

describe('removing a company', () => {
  it('is refused while records use it, with their number', async () => {
    const id = await make('Used')
    await use({ medical_waive_insurance_company_id: id })
    await use({ medical_waive_insurance_company_id: id, dental_waive_insurance_company_id: id })
    const answer = await world.admin.delete(at(id))
    expect([answer.status, answer.body.code]).toEqual([409, 'in_use'])
    expect(answer.body.message).toContain('2 records use')
  })

  it('can be undone, unless another company has its name', async () => {
    const id = await make('Back', { aliases: [named('Bk')] })
    const { headers, status } = await world.admin.delete(at(id))
    expect(status).toBe(204)
    const other = await make('bk')
    const refused = await undo(headers)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `“${named('Bk')}” is now a name of ${named('bk')}. Remove it there, then try again.`,
    ])
    await world.admin.put(at(other), { name: named('Else') })
    const undone = await undo(headers)
    expect(undone.body.data).toMatchObject({ reverted: 1, left: [], left_total: 0 })
    expect((await world.admin.get(at(id))).body.data).toMatchObject({ name: named('Back') })
    expect((await historyOf(id)).map(({ kind }) => kind)).toEqual([
      'insurance_company_created',
      'insurance_company_removed',
      'insurance_company_restored',
    ])
  })

  it('undoing a change restores single values, and removes only what the change added to lists', async () => {
    const id = await make('Undone', { aliases: [named('One')], city: 'Hartford' })
    const { headers } = await world.admin.put(at(id), { city: 'Boston', aliases: [named('Two')] })
    await world.admin.put(at(id), { aliases: [named('Two'), named('Three')] })
    expect((await undo(headers)).body.data).toMatchObject({ reverted: 1, left_total: 0 })
    expect((await world.admin.get(at(id))).body.data).toMatchObject({
      city: 'Hartford',
      aliases: [named('Three'), named('One')],
    })
  })

  it('undoing skips a change that someone else changed later', async () => {
    const id = await make('Left')
    const { headers } = await world.admin.put(at(id), { city: 'Boston' })
    await world.admin.put(at(id), { city: 'Salem' })
    expect((await undo(headers)).body.data).toMatchObject({
      reverted: 0,
      left: [
        { id, subject_type: 'insurance_company', name: named('Left'), reason: 'It changed after that.' },
      ],
      left_total: 1,
    })
    expect((await world.admin.get(at(id))).body.data.city).toBe('Salem')
  })

  it('undoing the creation removes the company, unless it’s used', async () => {
    const first = await create({ name: named('Mistake') })
    expect((await undo(first.headers)).body.data.reverted).toBe(1)
    expect((await world.admin.get(at(first.body.data.id))).status).toBe(404)
    const second = await create({ name: named('Needed') })
    await use({ vision_waive_insurance_company_id: second.body.data.id })
    expect((await undo(second.headers)).body.data.left[0].reason).toBe('Some records use it.')
  })
})

describe('the list of companies', () => {
  it('searches names and other names, and sorts and filters by its columns', async () => {
    const used = await make('Beta', { is_electronic: true })
    await make('Alpha', { aliases: [named('Zeta')], medicaid_state: 'OR' })
    await make('Gamma', { is_foreign: true, age_out_rule: 'none' })
    await use({ dental_waive_insurance_company_id: used })
    expect(await names({})).toEqual(['Alpha', 'Beta', 'Gamma'].map(named))
    await make('Women’s Health, Inc.')
    for (const typed of ['Women’s', "women's health, inc"])
      expect(await names({ search: `${typed} ${world.schoolId}` })).toEqual([named('Women’s Health, Inc.')])
    expect(await names({ search: named('nowhere') })).toEqual([])
    expect(await names({ search: 'zéta ' + String(world.schoolId) })).toEqual([named('Alpha')])
    expect((await names({ sort: '-usage' }))[0]).toBe(named('Beta'))
    expect(await names({ sort: '-name' })).toEqual(
      ['Women’s Health, Inc.', 'Gamma', 'Beta', 'Alpha'].map(named),
    )
    const filtered = (field: string, match_mode: string, value?: unknown) =>
      names({ filters: JSON.stringify({ [field]: { constraints: [{ match_mode, value }] } }) })
    expect(await filtered('is_electronic', 'equals', true)).toEqual([named('Beta')])
    expect(await filtered('is_foreign', 'equals', 'true')).toEqual([named('Gamma')])
    expect(await filtered('aliases', 'isNotEmpty')).toEqual([named('Alpha')])
    expect(await filtered('medicaid_state', 'in', ['OR'])).toEqual([named('Alpha')])
    expect(await filtered('age_out_rule', 'equals', 'none')).toEqual([named('Gamma')])
    expect(await filtered('usage', 'gte', 1)).toEqual([named('Beta')])
    expect((await list({ sort: 'member_id_pattern' })).status).toBe(422)
  })

  it('counts a record once for all coverage types, and only records the caller can see', async () => {
    const id = await make('Counted')
    const lines = ['medical', 'dental', 'vision'].map((line) => [`${line}_waive_insurance_company_id`, id])
    await use(Object.fromEntries(lines))
    await use({ vision_waive_insurance_company_id: id })
    await use({ medical_waive_insurance_company_id: id, deleted_at: '2026-11-01T00:00:00Z' })
    const other = await buildSchoolWorld(services)
    await buildStudentPeriod(services.owner, {
      school_id: other.schoolId,
      period_id: other.periodId,
      medical_waive_insurance_company_id: id,
    })
    const usage = async (client = world.admin): Promise<number> =>
      (await list({ search: named('Counted') }, client)).body.data[0].usage
    expect(await usage()).toBe(3)
    expect(await usage(world.registrar)).toBe(2)
    expect(await usage(other.registrar)).toBe(1)
  })
})
