import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint, Schema } from '#contract/platform/endpoint.ts'
import { buildRequestWorld, type RequestWorld } from '#server/testing/request-world.ts'
import type { TestAnswer, TestClient } from '#server/testing/client.ts'
import { requestOf, rows, sendRequest, type AnyRequest, type Row } from '#server/testing/send-request.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { openApi } from './open-api/document.ts'

/** Sends random input to every endpoint and expects 4xx, never 5xx. FUZZ_RUNS and FUZZ_SEED extend the search. */
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 12)
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_120)

let services: TestServices
let document: TestAnswer['body']
beforeAll(async () => {
  document = JSON.parse(JSON.stringify(await openApi('/')))
  // a provider of single sign-on runs on this machine
  services = await startTestServices({ OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' })
})
afterAll(() => services.close())

const nasty = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  9_007_199_254_740_992,
  2_147_483_648,
  '',
  ' ',
  '\0',
  '\ud800',
  'x'.repeat(5000),
  '0001-01-01',
  '2026-02-30',
  '99999-01-01',
  '-infinity',
  'NaN',
  "'; drop table students; --",
  '%',
  '\\',
  '{"a":',
  '../../etc/passwd',
  '\u202e',
  [],
  {},
  [null],
  [[[]]],
  [1, 1],
  [9_007_199_254_740_992],
  { toString: null },
  { match_mode: 'contains' },
  JSON.parse('{"__proto__":{"a":1}}'),
)
const value = fc.oneof(
  { weight: 3, arbitrary: nasty },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

const keysOf = (schema: Schema | undefined): string[] => {
  if (!schema) return []
  const made: object = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const properties: unknown = Reflect.get(made, 'properties')
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
}

const keyOf = (schema: Schema | undefined) =>
  fc.constantFrom(...keysOf(schema), 'never_heard_of', '__proto__', 'constructor', 'toString')

interface Bend {
  readonly at: 'body' | 'query' | 'params' | 'whole'
  readonly key: string
  readonly value: unknown
}

const bendsOf = (endpoint: Endpoint): fc.Arbitrary<Bend> =>
  fc.oneof(
    fc.record({ at: fc.constant('body' as const), key: keyOf(endpoint.body), value }),
    fc.record({ at: fc.constant('query' as const), key: keyOf(endpoint.query), value }),
    fc.record({ at: fc.constant('params' as const), key: fc.constant('id'), value }),
    fc.record({ at: fc.constant('whole' as const), key: fc.constant(''), value }),
  )

const withKey = (values: unknown, key: string, value: unknown): Record<string, unknown> =>
  Object.fromEntries([...Object.entries(Object(values)), [key, value]])

const bent = (ask: AnyRequest, bend: Bend): AnyRequest => {
  const isText = bend.at === 'query' || bend.at === 'params' || ask.file !== undefined
  const plain = isText && typeof bend.value !== 'string' ? JSON.stringify(bend.value) : bend.value
  if (bend.at === 'whole') return ask.file ? ask : { ...ask, body: JSON.stringify(bend.value) }
  // a lone surrogate can't be encoded in a URL
  const text = isText && typeof plain === 'string' ? plain.toWellFormed() : plain
  return { ...ask, [bend.at]: withKey(ask[bend.at], bend.key, text) }
}

/** The statuses that the OpenAPI document lists for a call. */
const documentedOf = ({ endpoint }: Row): number[] => {
  const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
  return Object.keys(document.paths[path][endpoint.method.toLowerCase()].responses).map(Number)
}

const clientsOf = async ({ endpoint }: Row, world: RequestWorld): Promise<TestClient[]> => {
  if (endpoint.access === 'anyone') return [world.guest]
  if (endpoint.access === 'signed-in' || endpoint.access === 'self') return [(await world.member()).client]
  return [world.admin, world.registrar, world.outsider]
}

const send = (client: TestClient, row: Row, ask: AnyRequest) =>
  typeof ask.body === 'string'
    ? client.send(row.endpoint.method, row.endpoint.path.replace(':id', String(ask.params?.['id'])), {
        body: ask.body,
        headers: { 'content-type': 'application/json' },
      })
    : sendRequest(client, row, ask)

describe('random input', () => {
  it.each(rows.map((row): [string, Row] => [`${row.endpoint.method} ${row.endpoint.path}`, row]))(
    'at %s is refused and never fails',
    async (_, row) => {
      const world = await buildRequestWorld(services)
      const ask = await requestOf(row, world)
      const clients = await clientsOf(row, world)
      await fc.assert(
        fc.asyncProperty(
          fc.nat({ max: clients.length - 1 }),
          fc.array(bendsOf(row.endpoint), { minLength: 1, maxLength: 3 }),
          async (which, bends) => {
            const answer = await send(clients[which]!, row, bends.reduce(bent, ask))
            expect(answer.status).toBeLessThan(500)
            expect(documentedOf(row)).toContain(answer.status)
          },
        ),
        { numRuns, seed },
      )
    },
  )
})
