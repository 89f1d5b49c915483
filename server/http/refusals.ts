import type { FastifyRequest } from 'fastify'
import { isAdmin } from '#contract/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { textFor, texts } from '#contract/problem.ts'
import type { Caller, House } from '../context.ts'
import type { Access } from '../history/access-log.ts'
import { Problem } from '../problem.ts'

/** Writes a refusal down in the access log, soon after its answer. */
export const noteRefusal = (
  house: House,
  caller: Caller,
  request: FastifyRequest,
  what: Pick<Access, 'detail' | 'subject_id'>,
): void =>
  house.accesses.add(
    house,
    { caller, requestId: request.id, address: request.ip },
    { action: 'refused', outcome: 'refused', ...what },
  )

interface Asked {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/**
 * Writes down that a school admin named what is not theirs: an id in the path, in a query or in a body. What is nobody's
 * is written down too: to the caller, and in what it costs, both are the same.
 */
export const noteForeignId = (
  house: House,
  endpoint: Endpoint,
  caller: Caller | null,
  request: FastifyRequest,
  asked: Asked,
  error: unknown,
): void => {
  if (!caller || isAdmin(caller) || !(error instanceof Problem)) return
  const named = error.code === 'not_found' ? ['id'] : unknownIn(error)
  if (named.length === 0) return
  const ids = named.map((name) => idAt(asked, name))
  const isInPath = error.code === 'not_found' && endpoint.path.includes(':')
  const places = isInPath
    ? ''
    : ` (${named.map((name, index) => `${name} ${ids[index] ?? ''}`.trim()).join(', ')})`
  const detail = `${endpoint.method} ${request.url.split('?', 1)[0]}${places}`
  noteRefusal(house, caller, request, { detail, ...(ids[0] === undefined ? {} : { subject_id: ids[0] }) })
}

/** The fields of a 422 that name what the caller may not know of. */
const unknownIn = (error: Problem): string[] =>
  Object.entries(error.errors ?? {})
    .filter(([field, messages]) => messages.includes(textFor(texts.selected, field)))
    .map(([field]) => field)

/** The number that stands at a dot path of what was asked; nothing else that somebody typed is kept. */
const idAt = ({ params, query, body }: Asked, path: string): number | undefined => {
  for (const part of [params, query, body]) {
    const value = path.split('.').reduce<unknown>((inner, key) => Object(inner)[key], part)
    if (Number.isSafeInteger(value)) return Number(value)
  }
  return undefined
}
