import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import type { TestClient } from '#server/testing/client.ts'
import { buildRequestWorld, type RequestWorld } from '#server/testing/request-world.ts'
import { requestOf, rows, sendRequest, type Row } from '#server/testing/send-request.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices({ OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' })
})
afterAll(() => services.close())

const namesIn = ({ endpoint }: Row): string[] =>
  [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => String(name))

/** Every path with two or more records, and each place in it from which on the records are of another parent. */
const pairs = rows.flatMap((row): [string, string, Row][] =>
  namesIn(row)
    .slice(1)
    .map((name) => [`${row.endpoint.method} ${row.endpoint.path}`, name, row]),
)

/** A client that may make the call for both parents, so that only the path keeps them apart. */
const rightful = async ({ endpoint: { access } }: Row, world: RequestWorld): Promise<TestClient> =>
  access === 'self' ? (await world.member()).client : world.admin

describe('a record below another parent', () => {
  it('is possible in these calls', () => {
    expect(pairs.map(([place, name]) => `${place} ${name}`)).toEqual(
      expect.arrayContaining([
        'DELETE /api/users/:id/sessions/:session session',
        'PUT /api/schools/:id/webhooks/:webhook webhook',
        'POST /api/schools/:id/webhooks/:webhook/deliveries/:delivery/resend delivery',
        'GET /api/periods/:id/custom-pages/:pageId pageId',
      ]),
    )
  })

  it.each(pairs)('%s is 404 for a %s of another, and nothing happens to it', async (_, name, row) => {
    const [own, other] = [await buildRequestWorld(services), await buildRequestWorld(services)]
    const theirs = await requestOf(row, other)
    const ours = await requestOf(row, own)
    const from = namesIn(row).indexOf(name)
    const params = Object.fromEntries(
      namesIn(row).map((one, place) => [one, (place < from ? ours : theirs).params?.[one]]),
    )
    const client = await rightful(row, own)
    const { status, body } = await sendRequest(client, row, { ...theirs, params })
    expect([status, body?.code]).toEqual([404, 'not_found'])
    // it exists, and below its own parent the same request is right
    const right = await sendRequest(await rightful(row, other), row, theirs)
    expect(right.status).toBeLessThan(300)
  })

  it('of the same school is 404 too', async () => {
    const world = await buildRequestWorld(services)
    const row = rows.find(({ name }) => name === 'sendWebhookAgain')
    if (!row) throw new Error('The call isn’t in the contract.')
    const ask = await requestOf(row, world)
    const { body } = await world.admin.post(`/api/schools/${world.schoolId}/webhooks`, {
      address: 'https://hooks.example.edu/second',
      events: ['coverage_status.changed'],
    })
    const params = { ...ask.params, webhook: body.data.id }
    expect((await sendRequest(world.admin, row, { ...ask, params })).status).toBe(404)
    const year = await buildPeriod(services.owner, { school_id: world.schoolId })
    const page = await world.admin.post(`/api/periods/${world.periodId}/custom-pages`, { title: 'Clinic' })
    expect((await world.admin.get(`/api/periods/${year}/custom-pages/${page.body.data.id}`)).status).toBe(404)
  })
})
