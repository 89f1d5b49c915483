import { createServer } from 'node:http'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { checkLinks } from './connections.ts'

test('links are listed in their order, whichever is answered first', async () => {
  const fastAnswered = Promise.withResolvers<null>()
  const server = createServer((request, reply) => {
    const isSlow = request.url === '/slow'
    void (isSlow ? fastAnswered.promise : Promise.resolve()).then(() => {
      reply.writeHead(404).end(() => fastAnswered.resolve(null))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const urls = ['slow', 'fast'].map((path) => `http://127.0.0.1:${address.port}/${path}`)
  const services = { settings: { outboundPrivateHosts: ['127.0.0.1'] } }
  const found = await checkLinks(services, urls)
  expect(found.map(({ url }) => url)).toEqual(urls)
  expect(found.every(({ problem }) => problem !== null)).toBe(true)
  server.close()
})
