import { connect, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildStudent } from '#server/records/students/factory.ts'
import { buildSchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
  await services.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => services.close())

/** Sends a request, and hangs up after some milliseconds without reading the response. */
const askAndHangUp = async (path: string, cookie: string, after: number): Promise<void> => {
  const { port } = services.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`)
  await sleep(after)
  socket.destroy()
}

it('a client that hangs up after its request leaves its address in the access log', async () => {
  const world = await buildSchoolWorld(services)
  const id = await buildStudent(services.owner, { school_id: world.schoolId })
  const cookie = `shipmate_session=${world.registrar.cookies.get('shipmate_session')}`
  for (let nth = 0; nth < 40; nth += 1) await askAndHangUp(`/api/students/${id}`, cookie, nth % 10)
  await sleep(500)
  await services.services.accesses.flush()
  const logged = await services.owner
    .selectFrom('access_log')
    .select('address')
    .where('student_id', '=', id)
    .execute()
  expect(logged.length).toBeGreaterThan(0)
  expect(new Set(logged.map(({ address }) => address))).toEqual(new Set(['127.0.0.1']))
})
