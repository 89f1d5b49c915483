import type { FastifyRequest } from 'fastify'
import { isAdmin } from '#contract/platform/access.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { textFor, texts } from '#contract/platform/problem.ts'
import type { Caller, Services, Access } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

/** Writes a refusal to the access log soon after its response. */
export const logRefusal = (
  services: Services,
  caller: Caller,
  request: FastifyRequest,
  what: Pick<Access, 'detail' | 'subject_id'>,
): void =>
  services.accesses.add(
    services,
    { caller, requestId: request.id, address: request.ip },
    { action: 'refused', outcome: 'refused', ...what },
  )

interface ParsedRequest {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/**
 * Logs that a school admin named a record outside their schools: an ID in the path, a query or a body. IDs that
 * don’t exist are logged too, so that both take the same time and get the same response.
 */
export const logForeignId = (
  services: Services,
  endpoint: Endpoint,
  caller: Caller | null,
  request: FastifyRequest,
  asked: ParsedRequest,
  error: unknown,
): void => {
  if (!caller || isAdmin(caller) || !(error instanceof Problem)) return
  const named = error.code === 'not_found' ? ['id'] : foreignIdIn(error)
  if (named.length === 0) return
  const ids = named.map((name) => idAt(asked, name))
  const isInPath = error.code === 'not_found' && endpoint.path.includes(':')
  const places = isInPath
    ? ''
    : ` (${named.map((name, index) => `${name} ${ids[index] ?? ''}`.trim()).join(', ')})`
  const detail = `${endpoint.method} ${request.url.split('?', 1)[0]}${places}`
  logRefusal(services, caller, request, { detail, ...(ids[0] === undefined ? {} : { subject_id: ids[0] }) })
}

/** Returns the fields of a 422 that name unknown or foreign records. */
const foreignIdIn = (error: Problem): string[] =>
  Object.entries(error.errors ?? {})
    .filter(([field, messages]) => messages.includes(textFor(texts.selected, field)))
    .map(([field]) => field)

/** Returns the number at a dot path of the input. No other input is logged. */
const idAt = ({ params, query, body }: ParsedRequest, path: string): number | undefined => {
  for (const part of [params, query, body]) {
    const value = path.split('.').reduce<unknown>((inner, key) => Object(inner)[key], part)
    if (Number.isSafeInteger(value)) return Number(value)
  }
  return undefined
}
