import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointModule } from '#contract/platform/endpoint.ts'
import { buildRequestWorld, type RequestWorld } from '#server/testing/request-world.ts'
import { clientOf, createClient, type TestAnswer, type TestClient } from '#server/testing/client.ts'
import { requestOf, rows, sendRequest, type AnyRequest, type Row } from '#server/testing/send-request.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildPerson, login, withTwoFactor } from '#server/testing/sign-in.ts'
import { buildUser } from '#server/accounts/users/factory.ts'
import { problems } from '#contract/platform/problem.ts'
import { hashToken } from '#server/platform/lib/crypt.ts'
import { mayUseToken } from './token.ts'
import { mount } from './mount.ts'
import { openApi, statusOf } from './open-api/document.ts'

let services: TestServices
/** A product admin who may call almost nothing, so that tests share them. */
let owing: TestClient
/** Whoever has started or lost a session: they get the answers of guests. */
let unproven: Readonly<Record<string, TestClient>>
/** A system with write access to a school that no test asks about. */
let foreignSystem: TestClient
/** The OpenAPI document, which the server sends as it is. */
let text = ''
let document: TestAnswer['body']
beforeAll(async () => {
  // a provider of single sign-on runs on this machine
  services = await startTestServices({ OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' })
  owing = await owingAdmin()
  unproven = { 'after the password only': await halfSignedIn(), 'of a disabled user': await disabledAdmin() }
  foreignSystem = await systemOfOtherSchool()
  text = JSON.stringify(await openApi('/'))
  document = JSON.parse(text)
})
afterAll(() => services.close())

const named = (some: readonly Row[]): [string, Row][] =>
  some.map((row) => [`${row.endpoint.method} ${row.endpoint.path}`, row])

/** What anyone can read, by path: all other responses are never stored. */
const cached: ReadonlyMap<string, string> = new Map([
  ['/media/:name', 'public, max-age=31536000, immutable'],
  ['/api/public/sites/:slug', 'public, max-age=2'],
])

const guarded = rows.filter(({ endpoint }) => endpoint.access !== 'anyone')
const isOfSchool = ({ endpoint }: Row): boolean => endpoint.access === 'school'
const isById = ({ endpoint }: Row): boolean => /:id\b/.test(endpoint.path)
const hasId = ({ endpoint }: Row): boolean => endpoint.path.includes(':')

/** Calls of school users that name a record outside the path, and the response for a foreign record. */
const foreignAnswers: Readonly<Record<string, number | 'names none'>> = {
  'students.searchStudentsByName': 422,
  'student-periods.countByMedicalStatus': 422,
  'student-periods.countByStatus': 422,
  'student-periods.addStudentToPeriod': 422,
  'student-periods.createStudentPeriod': 422,
  'student-periods.countReachableStatuses': 404,
  'student-periods.updateCoverageStatuses': 404,
  'student-periods.updateStudentStatus': 404,
  'student-periods.updateOtherField': 404,
  'views.listViews': 422,
  'views.countViews': 422,
  'views.createView': 422,
  'documents.addFileTo': 422,
  'student-messages.listStudentMessages': 422,
  'emails.listStudentEmails': 422,
  'emails.composeEmail': 404,
  'emails.listSendableTemplates': 422,
  'emails.listEmailBatches': 422,
  'notes.listNotes': 422,
  'notes.createNote': 422,
  'notes.addNotes': 404,
  'insurance-companies.listInsuranceCompanies': 'names none',
  'imports.importFromCsv': 422,
  'imports.listImports': 422,
  // the user's own, in any school
  'jobs.listUntoldJobs': 'names none',
  'exports.startExport': 422,
  'exports.listExports': 422,
  'exports.recordPrint': 422,
  'imports.readHeaders': 422,
  'history.listHistoryEntries': 422,
  // the user's own, in their schools
  'history.listOwnChanges': 'names none',
  'verifications.listEligibilityReports': 422,
}
const foreignAnswerOf = (row: Row): number | string | undefined =>
  hasId(row) ? 404 : foreignAnswers[`${row.module}.${row.name}`]

/** Returns the client of the user who may make the call. */
const rightful = async ({ endpoint }: Row, world: RequestWorld): Promise<TestClient> => {
  switch (endpoint.access) {
    case 'anyone':
      return world.guest
    case 'signed-in':
    case 'self':
      return (await world.member()).client
    case 'school':
      return world.registrar
    case 'admin':
      return world.admin
  }
}

/** Returns what is made once for each row, when a test first asks for it. */
const oncePerRow = <T>(make: (row: Row) => Promise<T>): ((row: Row) => Promise<T>) => {
  const made = new Map<Row, Promise<T>>()
  return (row) => {
    const one = made.get(row) ?? make(row)
    made.set(row, one)
    return one
  }
}

/** A school and a valid request in it, which no test sends as someone who may: refused calls change nothing. */
const unsent = oncePerRow(async (row) => {
  const world = await buildRequestWorld(services)
  return { world, ask: await requestOf(row, world) }
})

/** A valid request in a school of its own, and the response to a user with access. */
const answered = oncePerRow(async (row) => {
  const world = await buildRequestWorld(services)
  const ask = await requestOf(row, world)
  return { ask, answer: await sendRequest(await rightful(row, world), row, ask) }
})

/** All calls an account can make before it sets up required two-factor authentication. */
const openBeforeFactor: ReadonlySet<string> = new Set([
  'GET /api/me',
  'POST /logout',
  'POST /user/confirm-password',
  'GET /user/confirmed-password-status',
  'POST /user/two-factor-authentication',
  'DELETE /user/two-factor-authentication',
  'GET /user/two-factor-qr-code',
  'GET /user/two-factor-secret-key',
  'GET /user/two-factor-recovery-codes',
  'POST /user/two-factor-recovery-codes',
  'POST /user/confirmed-two-factor-authentication',
  'GET /user/passkeys',
  'POST /user/passkeys/options',
  'POST /user/passkeys',
  'PUT /user/passkeys/:id',
  'DELETE /user/passkeys/:id',
])

const isOpenBeforeFactor = ({ endpoint }: Row): boolean =>
  openBeforeFactor.has(`${endpoint.method} ${endpoint.path}`)

/** Returns the client of a product admin who still has to set up two-factor authentication. */
const owingAdmin = async (): Promise<TestClient> => {
  const values = { permission: 'shipmate_admin', two_factor_confirmed_at: null } as const
  return clientOf(services, await buildUser(services.owner, values))
}

/** Returns the client of a product admin who entered the password and still owes the code. */
const halfSignedIn = async (): Promise<TestClient> => {
  const person = await buildPerson(services, { permission: 'shipmate_admin' })
  await withTwoFactor(services, person)
  expect((await login(person.client, person.email)).body).toEqual({ two_factor: true })
  return person.client
}

/** Returns the client of a product admin who was disabled by other means than ours, which end the session too. */
const disabledAdmin = async (): Promise<TestClient> => {
  const values = { permission: 'shipmate_admin', disabled_at: '2026-11-01T12:00:00.000Z' } as const
  return clientOf(services, await buildUser(services.owner, values))
}

const systemOfOtherSchool = async (): Promise<TestClient> => {
  const { admin, schoolId } = await buildRequestWorld(services)
  const facts = { name: 'Banner', access: 'write', expires_in_days: 90 }
  const { token } = (await admin.post(`/api/schools/${schoolId}/api-tokens`, facts)).body.data
  const client = createClient(services.app)
  const authorization = `Bearer ${token}`
  return {
    ...client,
    send: (method, url, { headers, ...more } = {}) =>
      client.send(method, url, { ...more, headers: { ...headers, authorization } }),
    upload: (url, fields, file) => client.upload(url, fields, file, { authorization }),
  }
}

/** Makes the session of a client one whose user last entered the password long ago. */
const forgetPassword = async ({ cookies }: TestClient): Promise<void> => {
  const ended = await services.owner
    .updateTable('sessions')
    .set({ password_confirmed_at: null })
    .where('token_hash', '=', hashToken(cookies.get('shipmate_session') ?? ''))
    .executeTakeFirstOrThrow()
  expect(ended.numUpdatedRows).toBe(1n)
}

/** The part of a request that makes a call of product admins ask for the password, if not every request does. */
const partThatAsks: Readonly<Record<string, (world: RequestWorld) => AnyRequest | Promise<AnyRequest>>> = {
  'exports.startExport': () => ({ body: { include_ssn: true, reason: 'carrier file' } }),
  'exports.downloadExport': async ({ admin, periodId }) => {
    const ask = { period_id: periodId, columns: ['last_name'], format: 'csv' }
    const started = await admin.post('/api/exports', { ...ask, include_ssn: true, reason: 'carrier file' })
    await services.runJobs()
    return { params: { id: started.body.data.export_id } }
  },
  'users.removeUser': ({ adminId }) => ({ params: { id: adminId } }),
  'users.updateUser': ({ adminId }) => ({ params: { id: adminId }, body: { is_disabled: true } }),
}

const without = (answer: TestAnswer): unknown =>
  answer.body === undefined ? undefined : { ...answer.body, request_id: null }

describe('every endpoint', () => {
  it.each(named(guarded))('%s is closed to guests, and to sessions that are not proven', async (_, row) => {
    const { world, ask } = await unsent(row)
    for (const [who, client] of Object.entries({ 'a guest': world.guest, ...unproven })) {
      const answer = await sendRequest(client, row, ask)
      expect([who, answer.status, answer.body.code]).toEqual([who, 401, 'unauthenticated'])
    }
  })

  it.each(named(guarded))('%s gives a system of another school nothing', async (_, row) => {
    const { ask } = await unsent(row)
    const answer = await sendRequest(foreignSystem, row, ask)
    const wanted = mayUseToken('write', row.endpoint) ? foreignAnswerOf(row) : 403
    if (wanted === 'names none') return
    expect([answer.status, answer.body.data]).toEqual([wanted, undefined])
    // a token may make 600 calls a minute
    if (wanted === 403) return
    const absent = await sendRequest(foreignSystem, row, absentAsk(ask))
    expect([absent.status, without(absent)]).toEqual([wanted, without(answer)])
  })

  it.each(named(rows))('%s is open to users with access', async (_, row) => {
    const { answer } = await answered(row)
    expect([answer.status, answer.status < 400 ? null : answer.body]).toEqual([statusOf(row.endpoint), null])
  })

  it.each(named(rows))('%s is never cached, except for public content', async (_, row) => {
    const { ask, answer } = await answered(row)
    const wanted = cached.get(row.endpoint.path) ?? 'no-store'
    expect(answer.headers['cache-control']).toBe(wanted)
    const guest = createClient(services.app)
    const refused = await sendRequest(guest, row, { ...ask, params: { id: 0, name: '-' } })
    expect(refused.headers['cache-control']).toBe('no-store')
  })

  it.each(named(guarded.filter((row) => !isOpenBeforeFactor(row))))(
    '%s requires two-factor authentication from product admins',
    async (_, row) => {
      const answer = await sendRequest(owing, row, (await unsent(row)).ask)
      expect([answer.status, answer.body.code]).toEqual([403, 'two_factor_required'])
    },
  )

  it.each(named(guarded.filter(isOpenBeforeFactor)))(
    '%s is open to product admins who have to set up two-factor authentication',
    async (_, row) => {
      const world = await buildRequestWorld(services)
      const answer = await sendRequest(await owingAdmin(), row, await requestOf(row, world))
      expect(answer.body?.code).not.toBe('two_factor_required')
    },
  )

  it.each(named(guarded))('%s asks for the password if OpenAPI says so, and only then', async (_, row) => {
    const world = await buildRequestWorld(services)
    const valid = await requestOf(row, world)
    const part = await partThatAsks[`${row.module}.${row.name}`]?.(world)
    const client = part ? world.admin : await rightful(row, world)
    await forgetPassword(client)
    const body = part?.body ? { body: { ...Object(valid.body), ...part.body } } : {}
    const ask = part ? { ...valid, ...part, ...body } : valid
    const { status } = await sendRequest(client, row, ask)
    const path = row.endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    const isListed = '423' in document.paths[path][row.endpoint.method.toLowerCase()].responses
    // any other failure would hide what the handler asks for
    expect([status === 423, status < 400]).toEqual([isListed, !isListed])
  })

  it.each(named(rows.filter(isOfSchool)))('%s is open to product admins', async (_, row) => {
    const world = await buildRequestWorld(services)
    const answer = await sendRequest(world.admin, row, await requestOf(row, world))
    expect([answer.status, answer.status < 400 ? null : answer.body]).toEqual([statusOf(row.endpoint), null])
  })

  it.each(named(guarded.filter(({ endpoint }) => endpoint.access === 'admin')))(
    '%s refuses school admins, whether or not the record exists',
    async (_, row) => {
      const { world, ask } = await unsent(row)
      const absent = { ...ask, params: { ...ask.params, id: '999999999' } }
      for (const sent of [ask, absent, { ...ask, params: { ...ask.params, id: 'nonsense' } }]) {
        const answer = await sendRequest(world.registrar, row, sent)
        expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
      }
    },
  )

  it.each(named(rows.filter(({ endpoint }) => endpoint.access === 'self')))(
    '%s is open to product admins and to the user in the path, and says the same of all others',
    async (_, row) => {
      const world = await buildRequestWorld(services)
      const ask = await requestOf(row, world)
      const own = String(ask.params?.['id'])
      const others = [String(world.adminId), '999999999', 'nonsense', `0${own}`, `${own}.0`, ` ${own}`]
      for (const id of others) {
        const { client } = await world.member()
        const answer = await sendRequest(client, row, { ...ask, params: { ...ask.params, id } })
        expect([id, answer.status, answer.body.code]).toEqual([id, 403, 'forbidden'])
      }
      expect((await sendRequest(world.admin, row, ask)).status).toBe(statusOf(row.endpoint))
    },
  )

  it.each(named(rows.filter(isOfSchool)))('%s doesn’t reveal records of other schools', async (_, row) => {
    const wanted = foreignAnswerOf(row)
    // a new call needs an entry in `foreignAnswers`
    expect(wanted).toBeDefined()
    if (typeof wanted !== 'number') return
    const { world, ask } = await unsent(row)
    const foreign = await sendRequest(world.outsider, row, ask)
    expect(foreign.status).toBe(wanted)
    const absent = await sendRequest(world.outsider, row, absentAsk(ask))
    expect([absent.status, without(absent)]).toEqual([wanted, without(foreign)])
  })

  it.each(named(rows.filter(isById)))('%s accepts an ID in one spelling only', async (_, row) => {
    const { world, ask } = await unsent(row)
    // a school admin gets 403 for every ID but their own, however it’s spelled
    const client = row.endpoint.access === 'self' ? world.admin : await rightful(row, world)
    const at = (spelling: string): AnyRequest => ({ ...ask, params: { ...ask.params, id: spelling } })
    const absent = await sendRequest(client, row, at('999999999'))
    const id = String(ask.params?.['id'])
    const spellings = [
      `0${id}`,
      `${id}.0`,
      `${id}e0`,
      ` ${id}`,
      `+${id}`,
      '-1',
      '0',
      'x',
      '9'.repeat(17),
      `${id}\0`,
    ]
    for (const spelling of spellings) {
      const answer = await sendRequest(client, row, at(spelling))
      expect([spelling, answer.status, without(answer)]).toEqual([spelling, 404, without(absent)])
    }
  })
})

/** Returns the same request for records that don’t exist. */
const absentAsk = (ask: AnyRequest): AnyRequest => {
  const absent = (value: unknown, key: string): unknown => {
    if (key === 'ids') return [999_999_999]
    if (!key.endsWith('_id') && key !== 'id') return value
    return typeof value === 'number' ? 999_999_999 : '999999999'
  }
  const all = (values: object): Record<string, unknown> =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, absent(value, key)]))
  return {
    ...ask,
    ...(ask.params ? { params: all(ask.params) } : {}),
    ...(ask.query ? { query: all(ask.query) } : {}),
    ...(typeof ask.body === 'object' && ask.body !== null ? { body: all(ask.body) } : {}),
  }
}

describe('the server', () => {
  it('mounts every endpoint at its own path', () => {
    const places = rows.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
    expect(new Set(places).size).toBe(places.length)
    for (const { endpoint } of rows)
      expect([endpoint.path, services.app.hasRoute({ method: endpoint.method, url: endpoint.path })]).toEqual(
        [endpoint.path, true],
      )
  })

  it('has no calls outside the contract, except for operators', () => {
    const known = new Set(rows.map(({ endpoint }) => endpoint.path))
    const operators = new Set([
      '/health/live',
      '/health/ready',
      '/openapi.json',
      '/metrics',
      '/api/events',
      '/api/email-events',
      '/api/docs',
      '/api/docs/:part',
      '/api/email-frame',
    ])
    const mounted = routesIn(services.app.printRoutes({ commonPrefix: false }))
    // `*` matches the files of a build, if there is one
    const calls = mounted.filter((path) => path !== '*')
    expect(calls.filter((path) => !known.has(path) && !operators.has(path))).toEqual([])
    expect(mounted.length).toBeGreaterThan(30)
  })

  it('doesn’t start if an endpoint has no access rule or no handler', () => {
    const [{ endpoint }] = [rows[0]!]
    const { access: _access, ...open } = endpoint
    const handlers = { some: () => undefined }
    expect(() =>
      mount(services.app, services.services, { some: open } as unknown as EndpointModule, handlers),
    ).toThrow(/doesn’t say who can call it/)
    const module: EndpointModule = { some: endpoint }
    expect(() => mount(services.app, services.services, module, {})).toThrow(/has no handler/)
  })
})

/** Returns the paths in Fastify’s route listing. */
const routesIn = (drawing: string): string[] => {
  const path: string[] = []
  const found: string[] = []
  for (const line of drawing.split('\n')) {
    const match = /^((?:│ {3}| {4})*)[├└]── (\S+)( \(.+\))?$/.exec(line)
    if (!match) continue
    const depth = (match[1] ?? '').length / 4
    path.length = depth
    path.push(match[2] ?? '')
    if (match[3]) found.push(path.join(''))
  }
  return found
}

describe('the OpenAPI document', () => {
  it('is only for signed-in users', async () => {
    const world = await buildRequestWorld(services)
    expect((await world.guest.get('/openapi.json')).status).toBe(401)
    expect((await world.registrar.get('/openapi.json')).body).toEqual(document)
  })

  it('has every endpoint with its parameters, body and response', () => {
    expect(document.openapi).toBe('3.1.0')
    const ids: string[] = []
    for (const { endpoint } of rows) {
      const operation =
        document.paths[endpoint.path.replaceAll(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()]
      ids.push(operation?.operationId)
      expect(operation).toMatchObject({ summary: endpoint.summary, 'x-access': endpoint.access })
      const inPath = operation.parameters.filter((one: { in: string }) => one.in === 'path')
      expect(inPath).toHaveLength(endpoint.path.split(':').length - 1)
      expect(Object.keys(operation.responses)).toContain(String(statusOf(endpoint)))
      expect(operation.requestBody === undefined).toBe(endpoint.body === undefined)
    }
    expect(new Set(ids).size).toBe(rows.length)
  })

  it('has only internal references', () => {
    for (const [, reference] of text.matchAll(/"\$ref":"([^"]*)"/g))
      expect(reference).toMatch(/^#\/components\//)
  })

  it('shares common parts and matches the contract', () => {
    // characters for each call; more than 4,000 with every schema inline
    expect(text.length / rows.length).toBeLessThan(2500)
    const { schemas } = document.components
    for (const name of ['Problem', 'StudentNote', 'StudentPeriod', 'PageMeta', 'Filters', 'WhereGroup'])
      expect(Object.keys(schemas)).toContain(name)
    expect(schemas.StudentNote.properties.pinned.description).toBe(
      'Whether the note is pinned. Pinned notes are listed first.',
    )
    expect(document.servers).toEqual([{ url: '/', description: 'This server' }])
    const referred = new Set(
      [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]*)"/g)].map(([, name]) => name),
    )
    for (const name of referred) expect(Object.keys(schemas)).toContain(name)
  })

  it('says who can make each call, and which headers it needs', () => {
    for (const { endpoint } of rows) {
      const operation =
        document.paths[endpoint.path.replaceAll(/:(\w+)/g, '{$1}')][endpoint.method.toLowerCase()]
      const schemes = new Set(operation.security.flatMap(Object.keys))
      expect([endpoint.path, schemes.has('session')]).toEqual([endpoint.path, endpoint.access !== 'anyone'])
      expect([endpoint.path, schemes.has('antiForgery')]).toEqual([endpoint.path, endpoint.method !== 'GET'])
      const keyed = operation.parameters.some(({ $ref = '' }) => $ref.endsWith('/IdempotencyKey'))
      expect([endpoint.path, keyed]).toEqual([endpoint.path, endpoint.idempotent === true])
    }
    const list = document.paths['/api/student-periods-by-period/{id}'].get.parameters
    for (const name of ['filters', 'where']) {
      const { schema, example } = list.find((one: { name: string }) => one.name === name)
      expect(schema).toMatchObject({ type: 'string', contentMediaType: 'application/json' })
      expect(JSON.parse(example)).toBeTypeOf('object')
    }
    for (const path of ['/api/events', '/health/live', '/health/ready', '/metrics'])
      expect(document.paths[path].get.responses).toHaveProperty('200')
  })

  it('lists the errors of each call by status', () => {
    const { responses: shared } = document.components
    const statuses = new Set(Object.values(problems).map(({ status }) => status))
    // one for each status, and one for any other error
    expect(Object.keys(shared)).toHaveLength(statuses.size + 1)
    const fails = (path: string, method: string) => Object.keys(document.paths[path][method].responses)
    expect(fails('/api/student-notes/{id}/body', 'put')).toEqual(
      expect.arrayContaining(['401', '403', '404', '409', '419', '422', '500', '503']),
    )
    expect(fails('/api/students/{id}/reveal-ssn', 'post')).toContain('423')
  })

  it('has a response for every other error', () => {
    for (const operations of Object.values<Record<string, { responses: object }>>(document.paths))
      for (const { responses } of Object.values(operations)) expect(responses).toHaveProperty('default')
  })
})
