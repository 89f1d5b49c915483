import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildRequestWorld, type RequestWorld } from '#server/testing/request-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { cleanBody, parse } from './input.ts'

let services: TestServices
let world: RequestWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildRequestWorld(services)
})
afterAll(() => services.close())

const json = { 'content-type': 'application/json' }
const create = (body: string) => world.admin.post('/api/schools/create', body, json)

describe('text', () => {
  it('is trimmed, including non-breaking spaces, and empty text becomes null, at any depth', () => {
    expect(cleanBody({ a: ' x\u00a0', b: '  ', c: ['', ' y ', { d: '\t' }], e: 0, f: false })).toEqual({
      a: 'x',
      b: null,
      c: [null, 'y', { d: null }],
      e: 0,
      f: false,
    })
  })

  it('isn’t changed if it’s literal', () => {
    expect(cleanBody({ password: ' x ', other: ' x ' }, ['password'])).toEqual({
      password: ' x ',
      other: 'x',
    })
    expect(cleanBody({ password: '' }, ['password'])).toEqual({ password: '' })
  })

  it('that the database can’t store is refused by its field', async () => {
    for (const bad of ['a\\u0000b', '\\ud800', 'x\\udc00']) {
      const answer = await create(`{"name":"${bad}"}`)
      expect([bad, answer.status, answer.body.errors]).toEqual([
        bad,
        422,
        { name: ['The name field is invalid.'] },
      ])
    }
    const query = await world.registrar.get('/api/students/search-by-name?q=a%00b')
    expect([query.status, Object.keys(query.body.errors)]).toEqual([422, ['q']])
  })

  it('that the database can’t store is refused in JSON parameters too', async () => {
    const list = `/api/student-periods-by-period/${world.periodId}`
    for (const bad of ['a\0b', '\ud800']) {
      const rule = { match_mode: 'contains', value: bad }
      const filters = JSON.stringify({ last_name: { constraints: [rule] } })
      const where = JSON.stringify({ operator: 'or', rules: [{ field: 'last_name', ...rule }] })
      const answer = await world.registrar.get(`${list}?${new URLSearchParams({ filters, where })}`)
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([
        422,
        ['filters.last_name.constraints.0.value', 'where.rules.0.value'],
      ])
    }
  })

  it('can have direction marks and any alphabet', async () => {
    const answer = await create(JSON.stringify({ name: `\u202eشيبميت 学校 ${Date.now()}` }))
    expect(answer.status).toBe(201)
  })
})

describe('keys', () => {
  it('that don’t exist are refused by name', async () => {
    const answer = await create('{"name":"Known","role":"admin","x.y":1}')
    expect(answer.body.errors).toEqual({
      role: ['The role field is not known.'],
      'x.y': ['The x.y field is not known.'],
    })
    const query = await world.admin.get('/api/schools?surprise=1')
    expect(query.body.errors).toEqual({ surprise: ['The surprise field is not known.'] })
  })

  it('that would change prototypes have no effect', async () => {
    for (const body of [
      '{"name":"a","__proto__":{"polluted":true}}',
      '{"name":"b","constructor":{"prototype":{"polluted":true}}}',
      '{"__proto__":{"name":"c"}}',
      '{"name":{"__proto__":{"length":1}}}',
      '{"name":"d","toString":null}',
    ]) {
      const answer = await create(body)
      expect([body, [400, 422].includes(answer.status)]).toEqual([body, true])
    }
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    const query = await world.admin.get('/api/schools?__proto__=1&constructor=2')
    expect(query.status).toBe(422)
    for (const key of ['__proto__', 'constructor', 'toString', 'surprise']) {
      const filters = encodeURIComponent(`{"${key}":{"constraints":[]}}`)
      const refused = await world.admin.get(`/api/schools?filters=${filters}`)
      expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, [`filters.${key}`]])
    }
  })

  it('that occur twice are refused', async () => {
    const answer = await world.admin.get('/api/schools?page=1&page=2')
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['page']])
    const twice = await world.registrar.get('/api/students/search-by-name?q=a&q=b')
    expect([twice.status, Object.keys(twice.body.errors)]).toEqual([422, ['q']])
  })
})

describe('values', () => {
  it('of a different type are refused by name', async () => {
    for (const [name, text] of [
      ['[]', 'must be text'],
      ['{}', 'must be text'],
      ['1', 'must be text'],
      ['true', 'must be text'],
      ['null', 'is required'],
      ['""', 'is required'],
    ]) {
      const answer = await create(`{"name":${name}}`)
      expect([name, answer.status]).toEqual([name, 422])
      expect(answer.body.errors.name[0]).toContain(text)
    }
  })

  it('that aren’t a body are refused', async () => {
    for (const body of ['null', '[]', '"text"', '1', 'true', ''])
      expect([body, (await create(body)).status]).toEqual([body, 422])
  })

  it('with more than 20 levels are refused', async () => {
    const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
    expect((await create(nested(15))).status).toBe(422)
    expect((await create(nested(25))).status).toBe(400)
    expect((await create(nested(5000))).status).toBe(400)
    expect((await create('['.repeat(100_000) + ']'.repeat(100_000))).status).toBe(400)
  })

  it('in lists and objects are named by their path', () => {
    const schema = z.object({ rows: z.array(z.object({ at: z.string() })) })
    expect(() => parse(schema, { rows: [{ at: 'x' }, { at: 1 }] })).toThrow(
      'The rows.1.at field must be text.',
    )
  })

  it.each([
    ['1e9', 'The page field must be a positive integer.'],
    ['0', 'The page field must be a positive integer.'],
    ['1000000001', 'The page field must not be greater than 1000000000.'],
    ['9999999999', 'The page field must not be greater than 1000000000.'],
  ])('page=%s is refused with a sentence', async (value, sentence) => {
    const answer = await world.admin.get(`/api/schools?page=${value}`)
    expect([answer.status, answer.body.errors]).toEqual([422, { page: [sentence] }])
  })

  it.each(['0', '-1', '1.5', 'x', '1e2', '501', ' 1', '99999999999'])(
    'per_page=%s is refused',
    async (value) => {
      const answer = await world.admin.get(`/api/schools?per_page=${encodeURIComponent(value)}`)
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['per_page']])
    },
  )

  it('that are blank are ignored in a query', async () => {
    expect((await world.admin.get('/api/schools?search=&sort=&filters=')).status).toBe(200)
  })
})
