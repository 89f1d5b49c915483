import { createServer, type RequestListener, type Server } from 'node:http'
import type { lookup } from 'node:dns'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { findLinkProblem } from './link-problem.ts'
import { createOutbound, isPublicAddress, RefusedTargetError } from './outbound.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

const serve = async (answer: RequestListener): Promise<number> => {
  server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((done) => server?.once('listening', done))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Returns a DNS lookup that returns the same addresses for every name. */
const namesAt = (...addresses: string[]): typeof lookup =>
  ((_host: string, _options: object, done: (...answer: unknown[]) => void) => {
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as unknown as typeof lookup

describe('a public address', () => {
  it.each(['8.8.8.8', '93.184.215.14', '2606:4700::1111'])('can be %s', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fd00::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'ff02::1',
    'no address',
  ])('can’t be %s', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('a call to an address from the settings', () => {
  const get = { method: 'GET', timeout: 1000 } as const
  const refused = async (outbound: ReturnType<typeof createOutbound>, url: string): Promise<boolean> => {
    const error: unknown = await outbound.send(new URL(url), get).catch((cause: unknown) => cause)
    return (
      error instanceof RefusedTargetError ||
      (error instanceof Error && error.cause instanceof RefusedTargetError)
    )
  }

  it('is never sent to a private address, however it’s written or named', async () => {
    let asked = 0
    const port = await serve((_request, response) => {
      asked += 1
      response.end()
    })
    for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'])
      expect([host, await refused(createOutbound(), `http://${host}:${port}/`)]).toEqual([host, true])
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::1']])
      expect(await refused(createOutbound([], namesAt(...addresses)), `http://site.example:${port}/`)).toBe(
        true,
      )
    expect(await refused(createOutbound(), 'ftp://site.example/')).toBe(true)
    expect(asked).toBe(0)
  })

  it('is sent to a private host that is excepted by name, without redirects', async () => {
    const port = await serve((_request, response) =>
      response.writeHead(302, { location: '/elsewhere' }).end(),
    )
    const outbound = createOutbound(['site.example'], namesAt('127.0.0.1'))
    const answer = await outbound.send(new URL(`http://site.example:${port}/`), get)
    expect(answer).toEqual({ status: 302, location: '/elsewhere' })
    expect(await refused(outbound, `http://other.example:${port}/`)).toBe(true)
  })
})

describe('a text posted to an address from the settings', () => {
  const post = async (
    answer: RequestListener,
    { timeout = 1000, path = '/', excepted = ['site.example'] } = {},
  ) => {
    const port = await serve(answer)
    const outbound = createOutbound(excepted, namesAt('127.0.0.1'))
    const headers = { 'content-type': 'text/plain', authorization: 'key' }
    const answered = await outbound.post(new URL(`http://site.example:${port}${path}`), {
      headers,
      body: 'hello',
      timeout,
    })
    await outbound.close()
    return answered
  }

  it('arrives whole, with its headers, and the answer comes back', async () => {
    const answered = await post((request, response) => {
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () =>
        response
          .writeHead(418)
          .end(
            `${request.method} ${request.headers['content-type']} ${request.headers.authorization} ${body}`,
          ),
      )
    })
    expect(answered).toEqual({ kind: 'answered', status: 418, body: 'POST text/plain key hello' })
  })

  it('isn’t sent again where a redirect points', async () => {
    const seen: string[] = []
    const answered = await post(({ url = '' }, response) => {
      seen.push(url)
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect([answered, seen]).toEqual([{ kind: 'answered', status: 307, body: '' }, ['/']])
  })

  it('isn’t sent over http, with a password in the address, or to a private address', async () => {
    let asked = 0
    const port = await serve((_request, response) => {
      asked += 1
      response.end()
    })
    const request = { headers: {}, body: 'hello', timeout: 1000 }
    const refused: [string[], string][] = [
      [[], `http://site.example:${port}/`],
      [[], `https://site.example:${port}/`],
      [[], `https://127.0.0.1:${port}/`],
      [['site.example'], `http://user:password@site.example:${port}/`],
      [['site.example'], `ftp://site.example:${port}/`],
    ]
    for (const [excepted, url] of refused)
      expect([url, await createOutbound(excepted, namesAt('127.0.0.1')).post(new URL(url), request)]).toEqual(
        [url, { kind: 'refused' }],
      )
    expect(asked).toBe(0)
  })

  it.each<[string, RequestListener]>([
    ['starts', () => undefined],
    ['ends', (_request, response) => response.writeHead(200).write('begin')],
  ])('has no answer if it %s too late', async (_what, answer) => {
    expect(await post(answer, { timeout: 300 })).toEqual({ kind: 'too_slow' })
  })

  it.each<[string, RequestListener, string]>([
    ['is too large', (_request, response) => response.end(Buffer.alloc(1024 * 1024 + 1, 'a')), 'too_large'],
    [
      'is too large once it’s unpacked',
      (_request, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' })
        response.end(gzipSync(Buffer.alloc(5 * 1024 * 1024, 'a')))
      },
      'too_large',
    ],
    ['never comes', (request) => request.socket.destroy(), 'unreachable'],
    [
      'breaks off',
      (request, response) => {
        response.writeHead(200, { 'content-length': 100 }).write('begin')
        setTimeout(() => request.socket.destroy(), 50)
      },
      'unreachable',
    ],
  ])('has no answer if it %s', async (_what, answer, kind) => {
    expect(await post(answer, { timeout: 10_000 })).toEqual({ kind })
  })
})

describe('a link check', () => {
  const check = async (answer: RequestListener, path = '/'): Promise<string | null> => {
    const port = await serve(answer)
    return findLinkProblem(
      createOutbound(['site.example'], namesAt('127.0.0.1')),
      `http://site.example:${port}${path}`,
    )
  }

  it.each([
    [200, null],
    [204, null],
    [401, null],
    [403, null],
    [404, 'returns error 404'],
    [410, 'returns error 410'],
    [500, 'returns error 500'],
  ])('reports status %i', async (status, problem) =>
    expect(await check((_request, response) => response.writeHead(status).end())).toBe(problem),
  )

  it('requests 1 KB if HEAD isn’t supported', async () => {
    const asked: string[] = []
    const problem = await check((request, response) => {
      asked.push(`${request.method} ${request.headers.range ?? ''}`)
      response.writeHead(request.method === 'HEAD' ? 501 : 200).end('page')
    })
    expect([problem, asked]).toEqual([null, ['HEAD ', 'GET bytes=0-1023']])
  })

  it('follows 3 redirects, not 4', async () => {
    const hop: RequestListener = ({ url = '' }, response) => {
      const left = Number(url.slice(1))
      if (left === 0) response.end()
      else response.writeHead(301, { location: `/${left - 1}` }).end()
    }
    expect(await check(hop, '/3')).toBeNull()
    expect(await check(hop, '/4')).toBe('redirects more than 3 times')
  })

  it('checks the target of a redirect', async () => {
    expect(
      await check((_request, response) =>
        response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      ),
    ).toBe('goes to an address that isn’t public')
  })

  it('reports that no server responds', async () => {
    expect(await check((request) => request.socket.destroy())).toBe('can’t be reached')
  })
})
