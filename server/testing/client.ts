import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { hashToken, newToken } from '#server/platform/lib/crypt.ts'
import type { TestServices } from './test-services.ts'

/** A response, unwrapped as far as tests need. */
export interface TestAnswer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read replies freely and assert their content
  readonly body: any
  readonly headers: LightMyRequestResponse['headers']
  readonly text: string
  /** The raw bytes, for files. */
  readonly bytes: Buffer
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
interface Sending {
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** A client that behaves like a browser: it stores cookies and sends the anti-forgery token. */
export interface TestClient {
  readonly cookies: Map<string, string>
  send(method: Method, url: string, sending?: Sending): Promise<TestAnswer>
  get(url: string, headers?: Record<string, string>): Promise<TestAnswer>
  post(url: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>
  put(url: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>
  delete(url: string, body?: unknown): Promise<TestAnswer>
  upload(
    url: string,
    fields: Record<string, string>,
    file: { name: string; bytes: Buffer | string },
    headers?: Record<string, string>,
  ): Promise<TestAnswer>
}

const readBody = (response: LightMyRequestResponse): unknown => {
  if (!String(response.headers['content-type']).includes('json')) return undefined
  return response.payload === '' ? undefined : JSON.parse(response.payload)
}

const storeCookies = (cookies: Map<string, string>, response: LightMyRequestResponse): void => {
  for (const cookie of response.cookies) {
    if (cookie.value === '') cookies.delete(cookie.name)
    else cookies.set(cookie.name, cookie.value)
  }
}

/** Returns the body and headers of a form with a file. */
export const multipart = (fields: Record<string, string>, file: { name: string; bytes: Buffer | string }) => {
  const boundary = '----shipmate-test-boundary'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\nContent-Type: text/csv\r\n\r\n`
  const payload = Buffer.concat([
    Buffer.from(parts.join('') + head),
    Buffer.from(file.bytes),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

/** Returns a client of an application, not signed in. */
export const createClient = (app: FastifyInstance): TestClient => {
  const cookies = new Map<string, string>()
  const request = async (method: Method, url: string, payload: unknown, headers: Record<string, string>) => {
    const token = cookies.get('XSRF-TOKEN')
    const response = await app.inject({
      method,
      url,
      cookies: Object.fromEntries(cookies),
      headers: {
        accept: 'application/json',
        ...(token === undefined ? {} : { 'x-xsrf-token': token }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload: payload as Buffer }),
    })
    storeCookies(cookies, response)
    return {
      status: response.statusCode,
      body: readBody(response),
      headers: response.headers,
      text: response.payload,
      bytes: response.rawPayload,
    }
  }
  const send = async (
    method: Method,
    url: string,
    { body, headers = {} }: Sending = {},
  ): Promise<TestAnswer> => {
    if (method !== 'GET' && !cookies.has('XSRF-TOKEN'))
      await request('GET', '/sanctum/csrf-cookie', undefined, {})
    return request(method, url, body, headers)
  }
  return {
    cookies,
    send,
    get: (url, headers = {}) => send('GET', url, { headers }),
    post: (url, body, headers = {}) => send('POST', url, { body, headers }),
    put: (url, body, headers = {}) => send('PUT', url, { body, headers }),
    delete: (url, body) => send('DELETE', url, { body }),
    upload: (url, fields, file, more = {}) => {
      const { payload, headers } = multipart(fields, file)
      return send('POST', url, { body: payload, headers: { ...headers, ...more } })
    },
  }
}

/**
 * Returns a client with an open session of a user, without the cost of hashing a password; with `isConfirmed`, they
 * have just entered it. Like a browser's, its first write asks for the anti-forgery token.
 */
export const clientOf = async (
  { app, services, owner }: TestServices,
  userId: number,
  { isConfirmed = false }: { readonly isConfirmed?: boolean } = {},
): Promise<TestClient> => {
  const client = createClient(app)
  const token = newToken()
  const now = services.clock.now()
  await owner
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      created_at: now.toISOString(),
      last_seen_at: now.toISOString(),
      expires_at: sql<string>`${now.toISOString()}::timestamptz + interval '12 hours'`,
      password_confirmed_at: isConfirmed ? now.toISOString() : null,
    })
    .execute()
  client.cookies.set('shipmate_session', token)
  return client
}
