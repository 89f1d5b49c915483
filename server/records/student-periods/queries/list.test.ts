import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildStudentPeriod } from '../factory.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const build = (values: Parameters<typeof buildStudentPeriod>[1] extends infer V ? Partial<V> : never) =>
  buildStudentPeriod(services.owner, { school_id: world.schoolId, period_id: world.periodId, ...values })

const list = async (query: Record<string, unknown> = {}, client = world.admin) => {
  const parameters = Object.entries(query).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return client.get(
    `/api/student-periods-by-period/${world.periodId}?${new URLSearchParams(Object.fromEntries(parameters))}`,
  )
}
const sids = async (query: Record<string, unknown>): Promise<string[]> =>
  (await list({ ...query, columns: 'sid' })).body.data.map((row: { sid: string }) => row.sid)
const rule = (field: string, match_mode: string, value?: unknown) => ({
  filters: { [field]: { operator: 'and', constraints: [{ match_mode, value }] } },
})

const modeOf = (field: string, match_mode: string) => ({
  operator: 'and',
  rules: [{ field, match_mode, value: 'x' }],
})
const deepWrong = () => ({
  operator: 'and',
  rules: [
    { field: 'sid', match_mode: 'contains', value: 'x' },
    { operator: 'or', rules: [{ field: 'dob', match_mode: 'dateIs', value: 'soon' }] },
  ],
})

describe('the student list', () => {
  beforeAll(async () => {
    world = await buildSchoolWorld(services)
    await build({
      student: {
        sid: 'item10',
        first_name: 'José',
        last_name: 'García-López',
        university_email: 'jose@x.example',
      },
      program: 'Nursing (BSN)',
      graduation_year: 2028,
      medical_status: 'waived',
      expected_start_on: '2026-08-20',
    })
    await build({
      student: { sid: 'item2', first_name: 'Łukasz', last_name: 'Smith-Jones', university_email: null },
      program: 'Pharmacy',
      graduation_year: 2030,
      medical_status: 'enrolled',
      expected_start_on: '2026-09-01',
    })
    await build({
      student: { sid: 'item9', first_name: 'Zoë', last_name: 'Smith', university_email: null },
      program: null,
      graduation_year: null,
      medical_status: 'enrolled',
      admin_fee: '120.50',
    })
    await build({
      student: { sid: 'gone', first_name: 'Ina', last_name: 'Ctive' },
      status: 'inactive',
      program: 'Pharmacy',
    })
  })

  it.each([
    rule('program', 'equals', '  Pharmacy '),
    rule('program', 'contains', ' pharm'),
    rule('sid', 'in', [' item2 ']),
    rule('expected_start_on', 'dateIs', ' 2026-09-01 '),
    rule('graduation_year', 'between', ['2030 ', ' 2031']),
    { where: { operator: 'and', rules: [{ field: 'program', match_mode: 'startsWith', value: ' pha ' }] } },
  ])('trims filter values: %j', async (query) => {
    expect(await sids(query)).toEqual(['item2'])
  })

  it('returns rows with meta, active records only, by name', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(body.meta).toEqual({ total: 3, current_page: 1, per_page: 50, last_page: 1, from: 1, to: 3 })
    expect(body.data.map((row: { student_name: string }) => row.student_name)).toEqual([
      expect.stringContaining('García-López, José'),
      expect.stringContaining('Smith, Zoë'),
      expect.stringContaining('Smith-Jones, Łukasz'),
    ])
    expect(body.data[1]).toMatchObject({
      sid: 'item9',
      admin_fee: '120.50',
      graduation_year: null,
      medical_status: 'enrolled',
    })
    expect(body.data[0]).not.toHaveProperty('ssn')
  })

  it('returns only the requested columns', async () => {
    const { body } = await list({ columns: 'sid,medical_status' })
    expect(Object.keys(body.data[0]).sort()).toEqual([
      'id',
      'medical_status',
      'sid',
      'student_id',
      'student_version',
      'version',
    ])
  })

  it.each([
    ['contains "jose" finds José', rule('first_name', 'contains', 'jose'), ['item10']],
    ['startsWith "luk" finds Łukasz', rule('first_name', 'startsWith', 'luk'), ['item2']],
    ['endsWith', rule('last_name', 'endsWith', 'LOPEZ'), ['item10']],
    ['equals folds', rule('first_name', 'equals', 'ZOE'), ['item9']],
    ['a percent sign is a percent sign', rule('program', 'contains', '%'), []],
    ['notContains includes empty values', rule('program', 'notContains', 'nurs'), ['item9', 'item2']],
    ['notEquals includes empty values', rule('program', 'notEquals', 'Pharmacy'), ['item10', 'item9']],
    ['numbers compare as numbers', rule('graduation_year', 'lt', '2029'), ['item10']],
    ['money', rule('admin_fee', 'gte', '120.5'), ['item9']],
    ['between', rule('graduation_year', 'between', [2028, 2030]), ['item10', 'item2']],
    ['in', rule('medical_status', 'in', ['waived', 'declined']), ['item10']],
    ['notIn includes empty values', rule('graduation_year', 'notIn', [2028]), ['item9', 'item2']],
    ['dateIs', rule('expected_start_on', 'dateIs', '2026-08-20'), ['item10']],
    [
      'dateIsNot includes empty values',
      rule('expected_start_on', 'dateIsNot', '2026-08-20'),
      ['item9', 'item2'],
    ],
    ['dateAfter', rule('expected_start_on', 'dateAfter', '2026-08-20'), ['item2']],
    ['dateBefore', rule('expected_start_on', 'dateBefore', '2026-09-01'), ['item10']],
    ['isEmpty', rule('program', 'isEmpty'), ['item9']],
    ['isNotEmpty', rule('program', 'isNotEmpty'), ['item10', 'item2']],
    ['a blank value is ignored', rule('program', 'contains', ''), ['item10', 'item9', 'item2']],
    ['a rule on the status includes inactive records', rule('status', 'equals', 'inactive'), ['gone']],
  ])('filters: %s', async (_name, query, expected) => {
    expect(await sids(query)).toEqual(expected)
  })

  it('combines rules by and or or within a field, and fields by and', async () => {
    const filters = {
      program: {
        operator: 'or',
        constraints: [
          { match_mode: 'startsWith', value: 'nurs' },
          { match_mode: 'startsWith', value: 'pharm' },
        ],
      },
      medical_status: { operator: 'and', constraints: [{ match_mode: 'equals', value: 'enrolled' }] },
    }
    expect(await sids({ filters })).toEqual(['item2'])
  })

  describe('with a rule tree over several columns', () => {
    const is = (field: string, value: unknown) => ({ field, match_mode: 'equals', value })
    const either = { operator: 'or', rules: [is('program', 'pharmacy'), is('sid', 'item9')] }

    it('supports and and or at every level, with filters and search', async () => {
      expect(await sids({ where: either })).toEqual(['item9', 'item2'])
      const where = { operator: 'and', rules: [is('medical_status', 'enrolled'), either] }
      expect(await sids({ where, search: 'smith-j' })).toEqual(['item2'])
      expect(await sids({ where, ...rule('graduation_year', 'isEmpty') })).toEqual(['item9'])
      expect(await sids({ where: { operator: 'and', rules: [is('status', 'inactive')] } })).toEqual(['gone'])
    })

    it('supports relative dates, in filters too', async () => {
      const before = (value: object) => sids(rule('expected_start_on', 'dateBefore', value))
      // today is 2026-11-20 and the period starts on 2026-08-01
      expect(await before({ relative: 'today', offset: -80 })).toEqual(['item10'])
      expect(await before({ relative: 'period_start', offset: 31 })).toEqual(['item10'])
      expect(await before({ relative: 'period_start', offset: 32 })).toEqual(['item10', 'item2'])
    })

    const deep = (levels: number): object =>
      levels === 0 ? is('sid', 'x') : { operator: 'and', rules: [deep(levels - 1)] }
    it.each([
      ['an unknown field', { operator: 'and', rules: [is('ssn', '1')] }, 'where.rules.0.field'],
      ['a wrong value in a nested group', deepWrong(), 'where.rules.1.rules.0.value'],
      ['a match mode of another kind', modeOf('graduation_year', 'contains'), 'where.rules.0.match_mode'],
      [
        'a rule that is also a group',
        { operator: 'or', rules: [{ ...either, field: 'sid' }] },
        'where.rules.0.field',
      ],
      ['a group without an operator', { operator: 'or', rules: [{ rules: [] }] }, 'where.rules.0.operator'],
      ['no rules', { operator: 'or' }, 'where.rules'],
      ['five groups', deep(5), 'where.rules.0.rules.0.rules.0.rules.0.rules'],
      [
        'a relative date for text',
        { operator: 'and', rules: [is('program', { relative: 'today' })] },
        'where.rules.0.value',
      ],
      [
        '61 rules',
        { operator: 'or', rules: [either, { operator: 'or', rules: Array(59).fill(is('sid', 'x')) }] },
        'where',
      ],
      ['no JSON', '{', 'where'],
    ])('refuses %s by path', async (_name, where, path) => {
      const { status, body } = await list({ where })
      expect(status).toBe(422)
      expect(Object.keys(body.errors)).toContain(path)
    })

    it('accepts 4 levels and 60 rules', async () => {
      expect((await list({ where: deep(4) })).status).toBe(200)
    })
  })

  it('sorts numerically where texts have numbers, with empty values last in both directions', async () => {
    expect(await sids({ sort: 'sid' })).toEqual(['item2', 'item9', 'item10'])
    expect(await sids({ sort: 'graduation_year' })).toEqual(['item10', 'item2', 'item9'])
    expect(await sids({ sort: '-graduation_year' })).toEqual(['item2', 'item10', 'item9'])
    expect(await sids({ sort: 'medical_status,-sid' })).toEqual(['item9', 'item2', 'item10'])
  })

  it.each([
    ['words match the start of words', 'lop jos', ['item10']],
    ['words don’t match the middle of words', 'opez', []],
    ['student IDs', 'ITEM2', ['item2']],
    ['emails anywhere', '@x.exa', ['item10']],
  ])('searches: %s', async (_name, search, expected) => {
    expect(await sids({ search })).toEqual(expected)
  })

  it.each([
    ['as the list writes the name', 'Okonjo, Amara', 'Amara', 'Okonjo'],
    ['with a curly apostrophe', 'o’dowd', 'Nell', "O'Dowd"],
    ['with a straight one', "O'Dowd", 'Nell', 'O’Dowd'],
    ['without an apostrophe', 'odowd', 'Nell', 'O’Dowd'],
    ['without a dotless i', 'yildiz isil', 'Işıl', 'Yıldız'],
    ['without the letters ə and Þ', 'eliyeva thor', 'Þórdís', 'Əliyeva'],
  ])('finds a name %s', async (_how, search, first_name, last_name) => {
    const other = await buildSchoolWorld(services)
    const place = { school_id: other.schoolId, period_id: other.periodId }
    const { id } = await buildStudentPeriod(services.owner, { ...place, student: { first_name, last_name } })
    await buildStudentPeriod(services.owner, { ...place, student: { first_name: 'Kim', last_name: 'Park' } })
    const path = `/api/student-periods-by-period/${other.periodId}?search=${encodeURIComponent(search)}`
    const { body } = await other.admin.get(path)
    expect(body.data.map((row: { id: number }) => row.id)).toEqual([id])
  })

  it('has empty pages after the end', async () => {
    const { status, body } = await list({ page: '9', per_page: '2' })
    expect(status).toBe(200)
    expect(body.data).toEqual([])
    expect(body.meta).toEqual({ total: 3, current_page: 9, per_page: 2, last_page: 2, from: null, to: null })
    const searched = await list({ page: '9', per_page: '2', search: 'smith' })
    expect(searched.body).toMatchObject({ data: [], meta: { total: 2, last_page: 1 } })
    expect((await list({ search: 'zzyzx' })).body).toMatchObject({
      data: [],
      meta: { total: 0, last_page: 1 },
    })
  })

  it.each([
    ['an unknown field', rule('ssn', 'equals', '1'), 'filters.ssn'],
    ['an inherited field', rule('constructor', 'equals', '1'), 'filters.constructor'],
    ['an unknown mode', rule('program', 'like', 'x'), 'filters.program.constraints.0.match_mode'],
    [
      'a match mode of another kind',
      rule('graduation_year', 'contains', '2'),
      'filters.graduation_year.constraints.0.match_mode',
    ],
    [
      'a value of another kind',
      rule('graduation_year', 'equals', 'soon'),
      'filters.graduation_year.constraints.0.value',
    ],
    [
      'a date that doesn’t exist',
      rule('expected_start_on', 'dateIs', '2026-02-30'),
      'filters.expected_start_on.constraints.0.value',
    ],
    ['no JSON', { filters: '{' }, 'filters'],
    ['an unknown sort', { sort: 'ssn' }, 'sort'],
    ['an unknown column', { columns: 'ssn' }, 'columns'],
    ['page 0', { page: '0' }, 'page'],
    ['page 1.5', { page: '1.5' }, 'page'],
    ['a page that’s too long', { per_page: '501' }, 'per_page'],
    ['an unknown parameter', { sorting: 'sid' }, 'sorting'],
  ])('refuses %s by name', async (_name, query, field) => {
    const { status, body } = await list(query)
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toContain(field)
  })

  it('separates schools', async () => {
    const other = await buildSchoolWorld(services)
    expect((await list({}, other.registrar)).status).toBe(404)
    expect((await list({}, world.registrar)).status).toBe(200)
    const period = await buildPeriod(services.owner, { school_id: other.schoolId })
    const answer = await world.registrar.get(
      `/api/student-periods/student-quantity-by-medical-status-in-period?period_id=${period}`,
    )
    expect(answer.status).toBe(422)
    expect(answer.body.errors.period_id).toEqual(['The selected period id is invalid.'])
  })

  const values = async (query: Record<string, string>) =>
    world.registrar.get(
      `/api/student-periods-by-period/${world.periodId}/values?${new URLSearchParams(query)}`,
    )

  it('lists a column’s values, the most frequent first, without the column’s own filter', async () => {
    const filters = JSON.stringify({
      ...rule('medical_status', 'equals', 'waived').filters,
      ...rule('graduation_year', 'gt', 1).filters,
    })
    expect((await values({ field: 'medical_status' })).body).toEqual({
      data: [
        { value: 'enrolled', quantity: 2 },
        { value: 'waived', quantity: 1 },
      ],
      meta: { more: false },
    })
    expect((await values({ field: 'medical_status', filters })).body.data).toEqual([
      { value: 'enrolled', quantity: 1 },
      { value: 'waived', quantity: 1 },
    ])
    const programs = (await values({ field: 'program' })).body.data
    expect(programs).toContainEqual({ value: null, quantity: 1 })
    expect((await values({ field: 'program', contains: 'NURS' })).body.data).toEqual([
      { value: 'Nursing (BSN)', quantity: 1 },
    ])
    expect((await values({ field: 'status' })).body.data).toEqual([
      { value: 'active', quantity: 3 },
      { value: 'inactive', quantity: 1 },
    ])
  })

  it('lists and counts inactive records if a rule uses the record status, like the list', async () => {
    const filters = JSON.stringify(rule('status', 'equals', 'inactive').filters)
    const { data } = (await values({ field: 'sid', filters })).body
    expect(data).toEqual([{ value: 'gone', quantity: 1 }])
    const query = new URLSearchParams({ period_id: String(world.periodId), filters })
    const { body } = await world.registrar.get(
      `/api/student-periods/student-quantity-by-status-in-period?${query}`,
    )
    const counted = body.data.map(({ quantity }: { quantity: number }) => quantity)
    expect(counted.reduce((sum: number, one: number) => sum + one, 0)).toBe(1)
  })

  it.each([
    ['a day', { field: 'dob' }],
    ['the SSN', { field: 'ssn' }],
    ['nothing', {}],
  ])('doesn’t list values of %s', async (_name, query) => {
    const { status, body } = await values(query)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['field']])
  })

  it('reports more than 200 values', async () => {
    const other = await buildSchoolWorld(services)
    const place = { school_id: other.schoolId, period_id: other.periodId }
    for (let n = 0; n < 201; n += 1)
      await buildStudentPeriod(services.owner, { ...place, loa_reason: `Reason ${n}` })
    const path = `/api/student-periods-by-period/${other.periodId}/values?field=loa_reason`
    const { data, meta } = (await other.admin.get(path)).body
    expect([data.length, meta]).toEqual([200, { more: true }])
  })

  it('counts statuses of the filtered list, without their own filter', async () => {
    const query = { period_id: String(world.periodId), coverage_type: 'medical', search: 'smith' }
    const filters = JSON.stringify(rule('medical_status', 'equals', 'waived').filters)
    const path = '/api/student-periods/student-quantity-by-status-in-period?'
    const { body } = await world.registrar.get(path + new URLSearchParams({ ...query, filters }))
    expect(body.data.filter((row: { quantity: number }) => row.quantity > 0)).toEqual([
      { status: 'enrolled', quantity: 2 },
    ])
  })

  it('counts medical statuses of the whole period, without filters', async () => {
    const path = '/api/student-periods/student-quantity-by-medical-status-in-period?'
    const query = { period_id: String(world.periodId), search: 'smith' }
    const answer = await world.registrar.get(path + new URLSearchParams(query))
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['search']])
  })

  it('counts every status, including zeros', async () => {
    const { body } = await world.registrar.get(
      `/api/student-periods/student-quantity-by-medical-status-in-period?period_id=${world.periodId}`,
    )
    expect(body.data).toHaveLength(25)
    expect(body.data.filter((row: { quantity: number }) => row.quantity > 0)).toEqual([
      { status: 'enrolled', quantity: 2 },
      { status: 'waived', quantity: 1 },
    ])
  })
})
