import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestClient } from '#server/testing/client.ts'
import { buildRequestWorld, type RequestWorld } from '#server/testing/request-world.ts'
import { requestOf, rows, sendRequest, type AnyRequest, type Row } from '#server/testing/send-request.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: RequestWorld
beforeAll(async () => {
  services = await startTestServices({ OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' })
  world = await buildRequestWorld(services)
})
afterAll(() => services.close())

/** The parameters of a path that are IDs. The others are a file’s name, a key, a token and the name of a site. */
const idsIn = ({ endpoint }: Row): string[] =>
  [...endpoint.path.matchAll(/:(\w+)/g)]
    .map(([, name]) => String(name))
    .filter((name) => !['name', 'key', 'token', 'slug'].includes(name))

const judged = rows
  .filter((row) => idsIn(row).length > 0 && (row.endpoint.body ?? row.endpoint.query) !== undefined)
  .flatMap((row) =>
    idsIn(row).map((name) => [`${row.endpoint.method} ${row.endpoint.path}`, name, row] as const),
  )

const rightful = async ({ endpoint: { access } }: Row): Promise<TestClient> => {
  if (access === 'anyone') return world.guest
  if (access === 'signed-in') return (await world.member()).client
  return access === 'school' ? world.registrar : world.admin
}

/** Returns a request whose body and query can’t be right. */
const withNonsense = ({ endpoint }: Row, ask: AnyRequest): AnyRequest => ({
  ...ask,
  ...(endpoint.body ? { body: ask.file ? { nonsense: 'x' } : { nonsense: { deep: [1] } } } : {}),
  ...(endpoint.query ? { query: { nonsense: '1' } } : {}),
})

const absent = '999999999'

describe('a record that doesn’t exist', () => {
  it.each(judged)('%s is 404 for an unknown %s before the body or query is judged', async (_, name, row) => {
    const client = await rightful(row)
    const ask = await requestOf(row, world)
    const sent = withNonsense(row, ask)
    const present = await sendRequest(client, row, sent)
    expect([present.status, present.body.code]).toEqual([422, 'invalid'])
    const answer = await sendRequest(client, row, { ...sent, params: { ...ask.params, [name]: absent } })
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })

  it('of another school has the same answer', async () => {
    const ofSchool = judged.filter(([, , { endpoint }]) => endpoint.access === 'school')
    expect(ofSchool.length).toBeGreaterThan(15)
    for (const [place, , row] of ofSchool) {
      const answer = await sendRequest(world.outsider, row, withNonsense(row, await requestOf(row, world)))
      expect([place, answer.status]).toEqual([place, 404])
    }
  })
})
