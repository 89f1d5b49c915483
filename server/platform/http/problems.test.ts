import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildRequestWorld, type RequestWorld } from '#server/testing/request-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { Problem, problem } from '#server/platform/problem.ts'
import { bodyOf, toProblem } from './problems.ts'

let services: TestServices
let world: RequestWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildRequestWorld(services)
})
afterAll(() => services.close())

const json = { 'content-type': 'application/json' }

describe('an error', () => {
  it('is JSON whatever is accepted, with a code, a message and the request’s ID', async () => {
    for (const accept of ['text/html', '*/*', 'application/xml', '']) {
      const answer = await world.guest.get('/api/nowhere', { accept })
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.body).toEqual({
        code: 'not_found',
        message: 'Not found.',
        request_id: expect.stringMatching(/^[\w-]{36}$/),
      })
    }
  })

  it('is 404 on unknown paths for every method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)
      expect([method, (await world.admin.send(method, '/api/nowhere')).status]).toEqual([method, 404])
  })

  it.each([
    ['PUT', '/login', 'POST'],
    ['POST', '/api/me', 'GET'],
    ['PUT', '/api/schools/1', 'DELETE, GET'],
    ['PATCH', '/user/two-factor-recovery-codes', 'GET, POST'],
    ['GET', '/logout', 'POST'],
    ['GET', '/two-factor-challenge', 'POST'],
  ] as const)('is 405 for %s %s, with the allowed methods', async (method, path, allowed) => {
    const answer = await world.admin.send(method, path)
    expect([answer.status, answer.body.code]).toEqual([405, 'method_not_allowed'])
    expect(String(answer.headers['allow']).split(', ').sort()).toEqual(allowed.split(', ').sort())
  })

  it('is 413 over a megabyte', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(1_100_000) })
    const answer = await world.admin.post('/api/schools/create', body, json)
    expect([answer.status, answer.body.code]).toEqual([413, 'too_large'])
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'application/json-patch+json',
  ])('is 415 for %s', async (type) => {
    const answer = await world.admin.post('/api/schools/create', '{"name":"x"}', { 'content-type': type })
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media'])
  })

  it('is 415 if a file is required but missing, and if none is allowed', async () => {
    const answer = await world.registrar.post('/api/import/students-from-csv', { period_id: '1' })
    expect(answer.status).toBe(415)
    const file = { name: 'a.csv', bytes: 'x' }
    expect((await world.admin.upload('/api/schools/create', { name: 'x' }, file)).status).toBe(415)
  })

  it.each(['{', '[1,', '"unfinished', '{"a":1}}', 'nonsense', '\u0000'])(
    'is 400 for the body %j',
    async (body) => {
      const answer = await world.admin.post('/api/schools/create', body, json)
      expect([answer.status, answer.body.code]).toEqual([400, 'unreadable'])
    },
  )

  it('is 400 for an unexpected body and for a malformed path', async () => {
    expect((await world.admin.post('/logout', { surprise: true })).status).toBe(400)
    const answer = await world.admin.get('/api/schools/%E0%A4%A')
    expect([answer.status, answer.body]).toEqual([
      400,
      { code: 'unreadable', message: 'Shipmate couldn’t read the request.', request_id: expect.any(String) },
    ])
    const long = await world.admin.get(`/api/schools/${'9'.repeat(2000)}`)
    expect([long.status, long.body.code]).toEqual([404, 'not_found'])
  })

  it('isn’t caused by a JSON header without a body', async () => {
    const client = (await world.member()).client
    expect((await client.post('/user/two-factor-recovery-codes', '', json)).status).toBe(200)
    const off = await client.send('DELETE', '/user/two-factor-authentication', { body: '', headers: json })
    expect(off.status).toBe(200)
  })
})

describe('the text of an error', () => {
  it('that is unknown says nothing about it', () => {
    const body = bodyOf(toProblem(new Error('select ssn from students')), 'r1')
    expect(body).toEqual({ code: 'server_error', message: 'Server Error', request_id: 'r1' })
  })

  it('of the database says that it’s offline, or names the field', () => {
    const from = (fields: object) => toProblem(Object.assign(new Error('x'), fields))
    for (const code of ['08006', '53300', '57P01', '57014', '40001', '40P01', 'ECONNREFUSED'])
      expect(from({ code })).toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '5' } })
    for (const code of ['53100', 'ENOSPC', 'EDQUOT']) expect(from({ code }).code).toBe('no_room')
    for (const message of ['Connection terminated unexpectedly', 'Client was closed and is not queryable'])
      expect(from({ message }).code).toBe('unavailable')
    expect(from({ code: '23505', constraint: 'students_sid_key' })).toMatchObject({
      code: 'invalid',
      errors: { sid: ['The sid has already been taken.'] },
    })
    expect(from({ code: '23505', constraint: 'student_periods_student_period_key' }).code).toBe('exists')
    expect(from({ code: '23505', constraint: 'never heard of' }).code).toBe('server_error')
  })

  it('with `data` has only the current record', () => {
    expect(bodyOf(problem.stale({ version: 2 }), 'r')).toMatchObject({ code: 'stale', data: { version: 2 } })
    expect(bodyOf(new Problem('exists', { data: { secret: true } }), 'r')).not.toHaveProperty('data')
  })

  it('with several fields names the first and counts the others', async () => {
    const answer = await world.admin.post('/api/periods', {})
    expect(answer.status).toBe(422)
    expect(answer.body.message).toMatch(/^The school id field is required\. \(and \d more errors\)$/)
  })
})
