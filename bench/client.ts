import { createHash, randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import type pg from 'pg'

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: Record<string, string | string[] | undefined>
}

const send = (
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body?: Buffer | string,
): Promise<Answer> =>
  new Promise((done, fail) => {
    const asking = request(url, { method, agent, headers }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () =>
        done({
          status: response.statusCode ?? 0,
          text: Buffer.concat(pieces).toString(),
          headers: response.headers,
        }),
      )
    })
    asking.on('error', fail)
    asking.end(body)
  })

const expect = (answer: Answer): Answer => {
  if (answer.status >= 400) throw new Error(`${answer.status}: ${answer.text.slice(0, 500)}`)
  return answer
}

/** Asks a server without sessions, such as the baseline. @throws Error if it refuses: a failure is no measure */
export const ask = async (url: string): Promise<Answer> => expect(await send('GET', url))

const stream = (
  url: string,
  headers: Record<string, string>,
): Promise<{ first: number; last: number; bytes: number }> =>
  new Promise((done, fail) => {
    const started = performance.now()
    const asking = request(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) fail(new Error(`${response.statusCode} for ${url}`))
      let [first, bytes] = [Number.NaN, 0]
      response.on('data', (piece: Buffer) => {
        if (bytes === 0) first = performance.now() - started
        bytes += piece.length
      })
      response.on('end', () => done({ first, last: performance.now() - started, bytes }))
    })
    asking.on('error', fail)
    asking.end()
  })

/** Opens a session of the benchmark’s admin, or of another user. Returns its token. */
export const openSession = async (database: pg.Client, userId: number | null = null): Promise<string> => {
  const token = randomBytes(32).toString('base64url')
  await database.query(
    `insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at)
     select $1, id, now(), now(), now() + interval '12 hours' from users where id = coalesce($2, id) order by id limit 1`,
    [createHash('sha256').update(token).digest(), userId],
  )
  return token
}

/** Returns a signed-in client of our server: the benchmark’s admin, or another user. */
export const signIn = async (base: string, database: pg.Client, userId: number | null = null) => {
  const token = await openSession(database, userId)
  const cookie = `shipmate_session=${token}`
  const first = await send('GET', `${base}/api/me`, { cookie })
  const set = [first.headers['set-cookie']].flat().find((line) => line?.startsWith('XSRF-TOKEN='))
  const xsrf = decodeURIComponent(set?.split(';')[0]?.slice('XSRF-TOKEN='.length) ?? '')
  const all = { cookie: `${cookie}; XSRF-TOKEN=${encodeURIComponent(xsrf)}`, 'x-xsrf-token': xsrf }
  const sendJson = async (method: string, path: string, body: unknown, more = {}): Promise<Answer> => {
    const headers = { ...all, ...more, 'content-type': 'application/json' }
    return expect(await send(method, base + path, headers, JSON.stringify(body)))
  }
  return {
    /**
     * Reads a file without storing it. Returns the milliseconds to its first and last byte, and its size in
     * bytes.
     */
    stream: (path: string) => stream(base + path, all),
    token,
    get: async (path: string) => expect(await send('GET', base + path, all)),
    post: (path: string, body: unknown, headers?: Record<string, string>) =>
      sendJson('POST', path, body, headers),
    put: (path: string, body: unknown) => sendJson('PUT', path, body),
    upload: async (path: string, fields: Record<string, string>, file: Buffer) => {
      const boundary = '----bench'
      const head = Object.entries(fields).map(
        ([name, value]) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      const body = Buffer.concat([
        Buffer.from(
          `${head.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="roster.csv"\r\nContent-Type: text/csv\r\n\r\n`,
        ),
        file,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ])
      return expect(
        await send(
          'POST',
          base + path,
          { ...all, 'content-type': `multipart/form-data; boundary=${boundary}` },
          body,
        ),
      )
    },
  }
}
