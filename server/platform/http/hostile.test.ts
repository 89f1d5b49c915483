import { suppressedAddressColumns } from '#contract/mail/email-delivery/shapes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Schema } from '#contract/platform/endpoint.ts'
import { formSubmissionColumns } from '#contract/review/form-submissions/review-shapes.ts'
import { accessColumns, historyColumns } from '#contract/platform/history/shapes.ts'
import { insuranceCompanyColumns, typedNameColumns } from '#contract/records/insurance-companies/shapes.ts'
import { userColumns } from '#contract/accounts/users/shapes.ts'
import { schoolListColumns } from '#contract/setup/schools/shapes.ts'
import { studentListColumns } from '#contract/platform/record/columns.ts'
import { matchModes, type Columns } from '#contract/platform/table-filters.ts'
import { buildRequestWorld, type RequestWorld } from '#server/testing/request-world.ts'
import type { TestAnswer, TestClient } from '#server/testing/client.ts'
import { createRandom } from '#server/testing/random.ts'
import { requestOf, rows, urlOf, type AnyRequest, type Row } from '#server/testing/send-request.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

/**
 * Sends attack input to every endpoint: bytes that aren’t JSON, addresses that aren’t text, parameters of the
 * wrong type, filters of every mode on every column. The fuzzer changes valid requests by their keys; this test
 * doesn’t know the keys. HOSTILE_RUNS (filters for each list) and HOSTILE_SEED extend the search.
 */
const runs = Number(process.env['HOSTILE_RUNS'] ?? 100)
const seed = Number(process.env['HOSTILE_SEED'] ?? 20_261_120)

let services: TestServices
let world: RequestWorld
beforeAll(async () => {
  // a provider of single sign-on runs on this machine
  services = await startTestServices({ OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' })
  world = await buildRequestWorld(services)
})
afterAll(() => services.close())

const clientOf = async ({ endpoint }: Row): Promise<TestClient> => {
  if (endpoint.access === 'admin') return world.admin
  if (endpoint.access === 'school') return world.registrar
  return endpoint.access === 'anyone' ? world.guest : (await buildMember()).client
}
/** Returns a separate user for a call, because some calls (such as logout) end the session. */
const buildMember = async () => (await buildRequestWorld(services)).member()

/** Text that would reveal a stack trace, a statement or the database. */
const inside = /\bselect .* from\b|insert into|violates|node_modules|\.ts:\d|\bat \S+ \(|relation "|pg_/i

/** Returns what’s wrong with a response: a server error, a missing envelope or an internal detail. */
const flawsOf = ({ status, body, text }: TestAnswer): string[] => {
  if (status >= 500) return [`${status} ${text}`]
  if (status < 400) return []
  const { code, message, request_id, errors }: Record<string, unknown> = body ?? {}
  const isWhole = [code, message, request_id].every((value) => typeof value === 'string' && value !== '')
  return [
    ...(isWhole ? [] : ['no envelope']),
    ...(status === 422 && Object.keys(Object(errors)).length === 0 ? ['no field'] : []),
    ...(inside.test(text) ? [text] : []),
  ]
}

/** Summarizes the request and its response. */
type Sent = readonly [what: string, answer: TestAnswer]

const nested = (open: string, close: string): string => open.repeat(20_000) + '1' + close.repeat(20_000)
const json = 'application/json'
/** Bodies that no call accepts. */
const bodies: readonly (readonly [type: string, body: string | Buffer])[] = [
  [json, '{'],
  [json, '"text"'],
  [json, '[1]'],
  [json, '\u{feff}{"a":1}'],
  [json, nested('[', ']')],
  [json, nested('{"a":', '}')],
  [json, '{"__proto__":{"isAdmin":true}}'],
  [json, '{"constructor":{"prototype":{"isAdmin":true}}}'],
  [json, String.raw`{"\u0000":1}`],
  [json, String.raw`{"a":"\ud800"}`],
  [json, Buffer.from([0xff, 0xfe, 0x7b])],
  ['application/xml', '<a/>'],
  ['multipart/form-data', '{}'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data\r\n\r\n'],
  ['a', '{}'],
]

const segments = [
  '%',
  '%ff',
  '%00',
  '%ED%A0%80',
  '..%2f..%2f',
  '__proto__',
  '9'.repeat(30),
  'x'.repeat(300),
  '-1',
]

const parameters: readonly (readonly [mark: string, value: string])[] = [
  ['=', '\0'],
  ['=', 'x'.repeat(7000)],
  ['=', '['.repeat(3000)],
  ['=', '{"__proto__":{"a":1}}'],
  ['=', '{"a":{"constraints":[{"match_mode":"equals","value":"x"}]}}'],
  ['=', '[null,"\\u0000"]'],
  ['=', 'null'],
  ['=', '-1'],
  ['=', '1e999'],
  ['=', '99999999999999999999'],
  ['=', '0000-00-00'],
  ['=', '9999-12-31T24:00:00Z'],
  ['=', '-,--,__proto__'],
  ['[]=', '1'],
]

const keysOf = (schema: Schema | undefined): string[] => {
  if (!schema) return []
  const made: object = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.keys(Object(Reflect.get(made, 'properties')))
}

const attackBody = async (client: TestClient, { endpoint }: Row, ask: AnyRequest): Promise<Sent[]> => {
  const sent: Sent[] = []
  if (endpoint.method === 'GET') return sent
  for (const [type, body] of bodies) {
    const sending = { body, headers: { 'content-type': type } }
    const answer = await client.send(endpoint.method, urlOf(endpoint, ask), sending)
    sent.push([`${type} ${String(body).slice(0, 40)}`, answer])
  }
  return sent
}

const attackPath = async (
  client: TestClient,
  { endpoint }: Row,
  { params = {} }: AnyRequest,
): Promise<Sent[]> => {
  const sent: Sent[] = []
  for (const name of Object.keys(params))
    for (const segment of segments) {
      const bent = endpoint.path.replace(`:${name}`, segment)
      const url = bent.replaceAll(/:(\w+)/g, (_, other: string) => String(params[other]))
      sent.push([url.slice(0, 80), await client.send(endpoint.method, url)])
    }
  return sent
}

const attackQuery = async (client: TestClient, { endpoint }: Row, ask: AnyRequest): Promise<Sent[]> => {
  const sent: Sent[] = []
  if (endpoint.method !== 'GET') return sent
  const [path = '', query = ''] = urlOf(endpoint, ask).split('?')
  for (const key of keysOf(endpoint.query)) {
    const rest = new URLSearchParams(query)
    rest.delete(key)
    const bent = parameters.map(([mark, value]) => `${key}${mark}${encodeURIComponent(value)}`)
    for (const parameter of [...bent, `${key}=1&${key}=2`])
      sent.push([parameter.slice(0, 80), await client.get(`${path}?${parameter}&${rest}`)])
  }
  return sent
}

describe('an attacker', () => {
  it.each(rows.map((row): [string, Row] => [`${row.endpoint.method} ${row.endpoint.path}`, row]))(
    'learns nothing and breaks nothing at %s',
    async (_, row) => {
      const [client, ask] = [await clientOf(row), await requestOf(row, world)]
      const refused = [...(await attackBody(client, row, ask)), ...(await attackPath(client, row, ask))]
      for (const [what, answer] of [...refused, ...(await attackQuery(client, row, ask))])
        expect([what, flawsOf(answer)]).toEqual([what, []])
      expect(refused.filter(([, { status }]) => status < 400).map(([what]) => what)).toEqual([])
    },
  )
})

/** The columns of every list that accepts filters. */
const lists: Readonly<Record<string, Columns>> = {
  'schools.listSchools': schoolListColumns,
  'schools.listSchoolHistory': historyColumns,
  'periods.listPeriodHistory': historyColumns,
  'student-periods.listStudentPeriodsByPeriod': studentListColumns,
  'student-periods.listColumnValues': studentListColumns,
  'student-periods.listNeedsReverification': studentListColumns,
  'student-periods.countByStatus': studentListColumns,
  'users.listUsers': userColumns,
  'users.listUserHistory': historyColumns,
  'insurance-companies.listInsuranceCompanies': insuranceCompanyColumns,
  'insurance-companies.listTypedNames': typedNameColumns,
  'insurance-companies.listInsuranceCompanyHistory': historyColumns,
  'email-delivery.listSuppressedAddresses': suppressedAddressColumns,
  'email-delivery.listSuppressionHistory': historyColumns,
  'email-templates.listEmailTemplateHistory': historyColumns,
  'form-submissions.listFormSubmissions': formSubmissionColumns,
  'form-submissions.listFormSubmissionIds': formSubmissionColumns,
  'history.listHistoryEntries': historyColumns,
  'history.listAccesses': accessColumns,
}

const values: readonly unknown[] = [
  null,
  '',
  ' ',
  'a\0b',
  '\ud800',
  '%_\\',
  'İ'.repeat(400),
  '🙂'.repeat(200),
  true,
  'true',
  0,
  -1.5,
  1e308,
  5e-324,
  9_007_199_254_740_992,
  '999999999999999.999999',
  'NaN',
  '0001-01-01',
  '9999-12-31',
  '2026-02-30',
  '2026-03-08',
  { relative: 'today', offset: -3660 },
  { relative: 'period_end', offset: 3660 },
  { relative: '__proto__' },
]

describe('filters', () => {
  const narrowed = rows.filter(({ endpoint }) => keysOf(endpoint.query).includes('filters'))

  it('of every list are tested', () => {
    expect(narrowed.map(({ module, name }) => `${module}.${name}`).sort()).toEqual(Object.keys(lists).sort())
  })

  it.each(narrowed.map((row): [string, Row] => [row.endpoint.path, row]))(
    'of %s accept every valid value and reject all others',
    async (_, row) => {
      const random = createRandom(seed)
      const columns = lists[`${row.module}.${row.name}`] ?? {}
      const byKind = [...Map.groupBy(Object.keys(columns), (name) => columns[name]?.kind).values()]
      const [ask, client] = [await requestOf(row, world), await clientOf(row)]
      for (let run = 0; run < runs; run += 1) {
        const field = random.pick(random.pick(byKind))
        const value = random.chance(50)
          ? random.pick(values)
          : Array.from({ length: random.between(0, 3) }, () => random.pick(values))
        const constraints = [{ match_mode: random.pick(matchModes), value }]
        const filters = JSON.stringify({ [field]: { operator: 'or', constraints } })
        const url = urlOf(row.endpoint, { ...ask, query: { ...ask.query, filters } })
        const answer = await client.get(url)
        expect([filters, flawsOf(answer)]).toEqual([filters, []])
        expect([200, 422]).toContain(answer.status)
      }
    },
  )
})
