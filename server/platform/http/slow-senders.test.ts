import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
  await services.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => services.close())

/**
 * Sends the start of a request and nothing more. Returns the response and the seconds until the connection was
 * closed.
 */
const begin = (text: string): Promise<{ answer: string; seconds: number }> =>
  new Promise((done, failed) => {
    const { port } = services.app.server.address() as AddressInfo
    const began = performance.now()
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (piece) => (answer += piece.toString()))
    socket.on('error', failed)
    socket.on('close', () => done({ answer, seconds: (performance.now() - began) / 1000 }))
  })

const head = 'POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

it('slow senders are disconnected: after 10 seconds in the headers, after 30 in the body', async () => {
  const { server } = services.app
  expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 30_000])
  // a server with shorter limits, so that the test doesn't take half a minute
  Object.assign(server, { headersTimeout: 1000, requestTimeout: 5000 })
  const [headers, body] = await Promise.all([begin(head), begin(`${head}Content-Length: 100\r\n\r\n{`)])
  for (const { answer } of [headers, body]) expect(answer).toContain('408 Request Timeout')
  // the machine can be busy, so the test checks the order and that nothing closes too early
  expect(headers.seconds).toBeGreaterThan(0.95)
  expect(body.seconds).toBeGreaterThan(4.95)
  expect(body.seconds).toBeGreaterThan(headers.seconds)
})
