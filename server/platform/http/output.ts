import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint, FileReply, Schema } from '#contract/platform/endpoint.ts'
import type { SavedResponse } from './idempotency.ts'

/**
 * Whether replies are parsed against the contract. In development and tests, a mismatch is an error. Production
 * skips it: presenters already select fields by name, and parsing every row of a list would cost a third of the
 * throughput.
 */
const isParsing = (): boolean => process.env['NODE_ENV'] !== 'production'

const check = (schema: Schema, value: unknown): unknown => {
  if (!isParsing()) return value
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`A response doesn’t match its contract: ${issues.slice(0, 5).join('; ')}`)
}

const isPage = (given: unknown): given is { data: unknown; meta: unknown } =>
  typeof given === 'object' && given !== null && 'data' in given && 'meta' in given

const isFile = (given: unknown): given is FileReply =>
  typeof given === 'object' && given !== null && 'stream' in given && 'name' in given

/** Returns the header of RFC 6266: a plain ASCII name for all, and the real name for clients that read UTF-8. */
const dispositionOf = ({ name, isInline }: FileReply): string => {
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const plain = name.replaceAll(/[^\w.-]+/g, '-')
  return `${isInline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/**
 * Returns the content policy of a file: it can’t run anything. Our pages and the admin hosts’ pages can frame
 * inline files.
 */
const policyOf = ({ isInline, isPublic, mediaType }: FileReply, framers: readonly string[]): string => {
  if (!isInline) return 'sandbox'
  if (isPublic && mediaType !== 'application/pdf') return "default-src 'none'; style-src 'none'; sandbox"
  // browsers don't show a PDF in a sandbox; their viewer is a separate document
  const frame = `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors ${["'self'", ...framers].join(' ')}`
  return mediaType === 'application/pdf' ? `${frame}; object-src 'self'` : `sandbox; img-src 'self'; ${frame}`
}

const forSameSite = { 'Cross-Origin-Resource-Policy': 'same-site' }

/** Logos also appear in emails, which are read anywhere. */
const forAllOrigins = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
}

type Wrapped = Omit<SavedResponse, 'changeId'> & { readonly stream?: Readable }

const partHeaders = ({ size, part, tag }: FileReply): Record<string, string> => ({
  ...(size === undefined ? {} : { 'Accept-Ranges': 'bytes' }),
  ...(size === undefined ? {} : { 'Content-Length': String(part ? part.end - part.start + 1 : size) }),
  ...(part && size !== undefined ? { 'Content-Range': `bytes ${part.start}-${part.end}/${size}` } : {}),
  ...(tag === undefined ? {} : { ETag: tag }),
})

const sendFile = (
  endpoint: Pick<Endpoint, 'path'>,
  mediaType: string,
  given: unknown,
  reply: FastifyReply,
  framers: readonly string[],
): Wrapped => {
  if (!isFile(given)) throw new Error(`${endpoint.path} didn’t return a file.`)
  void reply.headers({
    'Content-Type': given.mediaType ?? mediaType,
    'Content-Disposition': dispositionOf(given),
    'Content-Security-Policy': policyOf(given, framers),
    ...(given.isPublic ? forAllOrigins : forSameSite),
    ...(given.isInline ? { 'X-Frame-Options': 'SAMEORIGIN' } : {}),
    ...partHeaders(given),
  })
  // the policy says who can frame it; the older header can't list origins
  if (given.isInline && framers.length > 0) reply.removeHeader('X-Frame-Options')
  return { status: given.part ? 206 : 200, body: undefined, stream: Readable.from(given.stream) }
}

/** Sends a handler’s result in its endpoint’s envelope. `framers` can frame a file. */
export const wrapReply = (
  endpoint: Endpoint,
  given: unknown,
  reply: FastifyReply,
  framers: readonly string[],
): Wrapped => {
  const status = endpoint.status ?? 200
  const shape = endpoint.reply
  if (endpoint.orFile && isFile(given)) return sendFile(endpoint, 'text/csv', given, reply, framers)
  switch (shape.envelope) {
    case 'empty':
      return { status: 204, body: undefined }
    case 'download':
      return sendFile(endpoint, shape.mediaType, given, reply, framers)
    case 'one':
      return { status: isJob(given) ? 202 : status, body: { data: check(shape.schema, given) } }
    case 'bare':
      return { status, body: check(shape.schema, given) }
    case 'page':
      return { status, body: pageBody(endpoint, shape.schema, given) }
  }
}

const pageBody = ({ path }: Endpoint, schema: Schema, given: unknown) => {
  if (!isPage(given)) throw new Error(`${path} didn’t return a page.`)
  return { data: check(z.array(schema), given.data), meta: given.meta }
}

/** Returns whether a call became a job; its status is 202. */
const isJob = (given: unknown): boolean => typeof given === 'object' && given !== null && 'job_id' in given
