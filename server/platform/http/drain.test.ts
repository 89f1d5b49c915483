import { connect, type Socket, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '#server/app/app.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { prepareDrain } from './drain.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const ask = async (socket: Socket): Promise<string> => {
  socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  return answer.toString()
}

it('a server that shuts down responds to the next request of each kept-alive connection, then closes it', async () => {
  const app = await createApp(services.services)
  const close = prepareDrain(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  expect(await ask(socket)).toContain('Connection: keep-alive')
  const closed = close()
  const late = connect(port, '127.0.0.1')
  const [refused] = (await once(late, 'error')) as [NodeJS.ErrnoException]
  expect(refused.code).toBe('ECONNREFUSED')
  const [answer] = await Promise.all([ask(socket), once(socket, 'close')])
  expect(answer).toMatch(/^HTTP\/1.1 200 /)
  expect(answer.toLowerCase()).toContain('connection: close')
  await closed
})
