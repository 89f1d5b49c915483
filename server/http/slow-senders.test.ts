import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestHouse, type TestHouse } from '#server/testing/test-house.ts'

let house: TestHouse
beforeAll(async () => {
  house = await startTestHouse()
  await house.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => house.close())

/** Sends the beginning of a request and nothing more: what is answered, and after how many seconds it is cut off. */
const begin = (text: string): Promise<{ answer: string; seconds: number }> =>
  new Promise((done, failed) => {
    const { port } = house.app.server.address() as AddressInfo
    const began = performance.now()
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (piece) => (answer += piece.toString()))
    socket.on('error', failed)
    socket.on('close', () => done({ answer, seconds: (performance.now() - began) / 1000 }))
  })

const head = 'POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

it('whoever sends slowly is cut off: at the headers after 10 seconds, at the body after 30', async () => {
  const { server } = house.app
  expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 30_000])
  // the same server with less patience: nobody waits half a minute here
  Object.assign(server, { headersTimeout: 1000, requestTimeout: 5000 })
  const [headers, body] = await Promise.all([begin(head), begin(`${head}Content-Length: 100\r\n\r\n{`)])
  for (const { answer } of [headers, body]) expect(answer).toContain('408 Request Timeout')
  // the machine may be busy: nothing is cut off before its time, and it is the order that tells
  expect(headers.seconds).toBeGreaterThan(0.95)
  expect(body.seconds).toBeGreaterThan(4.95)
  expect(body.seconds).toBeGreaterThan(headers.seconds)
})
