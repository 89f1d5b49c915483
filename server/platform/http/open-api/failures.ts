import { passwordOf, type Endpoint } from '#contract/platform/endpoint.ts'
import { problems, type ProblemCode } from '#contract/platform/problem.ts'
import { inlined, isObject } from './components.ts'

export const isUnsafe = ({ method }: Endpoint): boolean => method !== 'GET'

/** Problem codes that calls can return, by a condition on their endpoint. */
const failures: readonly (readonly [when: (endpoint: Endpoint) => boolean, codes: readonly ProblemCode[]])[] =
  [
    [({ access }) => access !== 'anyone', ['unauthenticated', 'forbidden']],
    [(endpoint) => endpoint.path.includes(':') || namesMany(endpoint), ['not_found']],
    // a body that the call doesn’t take is read too
    [
      (endpoint) => isUnsafe(endpoint),
      ['forbidden', 'stale', 'token_mismatch', 'unreadable', 'too_large', 'unsupported_media', 'invalid'],
    ],
    [({ query }) => query !== undefined, ['invalid']],
    [({ reply }) => reply.envelope === 'download', ['out_of_range']],
    [(endpoint) => passwordOf(endpoint) !== undefined, ['password_confirmation_required', 'too_many']],
    [({ access, limit }) => access === 'anyone' || limit !== undefined, ['too_many']],
    [() => true, ['server_error', 'unavailable']],
  ]

/** Returns the statuses of the errors that a call can return, in order. */
export const statusesOf = (endpoint: Endpoint): number[] => {
  const codes = failures.flatMap(([when, some]) => (when(endpoint) ? some : []))
  return [...new Set(codes.map((code) => problems[code].status))].toSorted((one, other) => one - other)
}

/** Returns whether a call has IDs in its body. A foreign ID rejects the whole call. */
const namesMany = ({ body }: Endpoint): boolean => {
  const properties = body ? inlined(body, 'input')['properties'] : undefined
  return isObject(properties) && properties['ids'] !== undefined
}
