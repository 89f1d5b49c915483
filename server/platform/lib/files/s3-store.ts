import type { IncomingMessage, RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import { FileStoreUnavailableError, type FileStore, type StoredFile } from './store.ts'

/** A bucket of an S3-compatible store with path-style addresses: `{endpoint}/{bucket}/{prefix}{name}`. */
export interface Bucket {
  /** Scheme and host. */
  readonly endpoint: string
  readonly bucket: string
  /** '' or ends with a slash. */
  readonly prefix: string
  readonly region: string
  readonly key: string
  readonly secret: string
}

/** Milliseconds without data after which the store counts as unavailable. */
const idleTime = 20_000

interface Call {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Readable
}

/**
 * Returns a store in a bucket. Requests are signed (Signature Version 4) except the body, which streams and is
 * authenticated by its own encryption.
 */
export const createS3Store = (bucket: Bucket): FileStore => {
  const urlOf = (name: string): string => `${bucket.endpoint}/${bucket.bucket}/${bucket.prefix}${name}`
  return {
    put: async (name, body, size) => {
      const headers = { 'content-length': String(size), 'content-type': 'application/octet-stream' }
      try {
        await expectStatus(await send(bucket, { method: 'PUT', url: urlOf(name), headers, body }), [200])
      } catch (error) {
        body.destroy()
        // S3 saves nothing of an interrupted request; some S3-compatible stores may
        await remove(bucket, urlOf(name)).catch(() => undefined)
        throw error
      }
    },
    get: async (name, start, end) => {
      const headers = { range: `bytes=${start}-${end}` }
      const answer = await send(bucket, { method: 'GET', url: urlOf(name), headers })
      // some stores return the whole file if the part covers all of it
      if (answer.statusCode === 206 || (answer.statusCode === 200 && start === 0)) return answer
      return fail(answer)
    },
    delete: (name) => remove(bucket, urlOf(name)),
    list: (module) => listBucket(bucket, module),
  }
}

const remove = async (bucket: Bucket, url: string): Promise<void> =>
  expectStatus(await send(bucket, { method: 'DELETE', url }), [200, 204, 404])

const sign = async (bucket: Bucket, { method, url, headers }: Call): Promise<Headers> => {
  const signer = new AwsV4Signer({
    method,
    url,
    ...(headers ? { headers } : {}),
    accessKeyId: bucket.key,
    secretAccessKey: bucket.secret,
    service: 's3',
    region: bucket.region,
  })
  return (await signer.sign()).headers
}

/** Imports `node:http` when it’s needed: at its import as a module, Node also loads `fetch`, 7 MiB. */
const plainRequest = async (): Promise<typeof requestHttps> => (await import('node:http')).request

/**
 * Redirects count as any response and are never followed, so that the store can’t send requests to other
 * machines.
 */
const send = async (bucket: Bucket, call: Call): Promise<IncomingMessage> => {
  const headers = Object.fromEntries(await sign(bucket, call))
  const open = call.url.startsWith('https:') ? requestHttps : await plainRequest()
  const options: RequestOptions = { method: call.method, headers, timeout: idleTime }
  const sending = open(call.url, options)
  sending.on('timeout', () => sending.destroy(new Error('The file store isn’t responding.')))
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sending.once('response', resolve)
    // stays attached: an error after the response must not end the process
    sending.on('error', reject)
  })
  try {
    if (!call.body) sending.end()
    // an interrupted body aborts the request, so the store saves nothing of it
    else await Promise.race([pipeline(call.body, sending), answered])
    return await answered
  } catch (error) {
    answered.catch(() => undefined)
    sending.destroy()
    throw error instanceof FileStoreUnavailableError ? error : unavailable(error)
  }
}

const unavailable = (cause: unknown): FileStoreUnavailableError =>
  new FileStoreUnavailableError('Couldn’t reach the file store.', { cause })

const expectStatus = async (answer: IncomingMessage, wanted: readonly number[]): Promise<void> => {
  if (!wanted.includes(answer.statusCode ?? 0)) return fail(answer)
  answer.resume()
}

/** The most bytes to read of a response that should be short. */
const maxResponse = 4 * 1024 * 1024

const textOf = async (answer: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of answer) {
    length += (piece as Buffer).length
    if (length > maxResponse) throw unavailable(new Error('The response is too long.'))
    pieces.push(piece as Buffer)
  }
  return Buffer.concat(pieces).toString()
}

/**
 * Throws the store’s own error code, such as NoSuchKey or SignatureDoesNotMatch.
 * @throws FileStoreUnavailableError
 */
const fail = async (answer: IncomingMessage): Promise<never> => {
  const code = /<Code>([A-Za-z0-9]{1,60})<\/Code>/.exec(await textOf(answer))?.[1] ?? 'no reason'
  throw new FileStoreUnavailableError(`The file store returned ${answer.statusCode}: ${code}.`, {
    isMissing: code === 'NoSuchKey',
  })
}

/** Lists the files of a module, 1,000 per request. */
async function* listBucket(bucket: Bucket, module: string): AsyncGenerator<StoredFile> {
  let token: string | undefined
  do {
    const query = new URLSearchParams({ 'list-type': '2', prefix: `${bucket.prefix}${module}/` })
    if (token !== undefined) query.set('continuation-token', token)
    const url = `${bucket.endpoint}/${bucket.bucket}?${query.toString().replaceAll('+', '%20')}`
    const answer = await send(bucket, { method: 'GET', url })
    if (answer.statusCode !== 200) return fail(answer)
    const xml = await textOf(answer)
    for (const [, content = ''] of xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
      const [key, changed] = [elementOf(content, 'Key'), elementOf(content, 'LastModified')]
      if (key !== undefined && changed !== undefined)
        yield { name: key.slice(bucket.prefix.length), changedAt: new Date(changed) }
    }
    token = elementOf(xml, 'NextContinuationToken')
  } while (token !== undefined)
}

/** Returns the text of an XML element. Our names need no escaping, and tokens are base64. */
const elementOf = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
