import { lookup as resolve } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Thrown when the target isn’t a public address, or not http or https. Nothing was sent. */
export class RefusedTargetError extends Error {
  override readonly name = 'RefusedTargetError'
}

const reserved = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  reserved.addSubnet(net, bits, 'ipv4')
// unicast addresses that stand for IPv4 addresses, or have no use
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reserved.addSubnet(net, bits, 'ipv6')
const unicast = new BlockList()
unicast.addSubnet('2000::', 3, 'ipv6')

/** Returns whether an IP address is public (IANA’s special-purpose registries, RFC 6890). */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !reserved.check(address, 'ipv4')
  return family === 6 && unicast.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

/** A client for requests to addresses that staff enter. */
export interface Outbound {
  /**
   * Sends a request without following redirects and connects to exactly the address that was checked.
   * @throws RefusedTargetError, or network errors
   */
  send(url: URL, request: OutboundRequest): Promise<OutboundAnswer>
  /**
   * Sends a text over https and reads the whole answer, without following redirects. Hosts that can be private can also
   * use http. A failure is an answer.
   */
  post(url: URL, request: OutboundPost): Promise<PostAnswer>
  /** Does the same with GET or POST, and also returns the type of the answer. */
  exchange(url: URL, request: OutboundExchange): Promise<ExchangeAnswer>
  close(): Promise<void>
}

interface OutboundRequest {
  readonly method: 'GET' | 'HEAD'
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds until the response must start. */
  readonly timeout: number
}

interface OutboundAnswer {
  readonly status: number
  /** The target of a redirect. */
  readonly location: string | null
}

interface OutboundPost {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Milliseconds until the whole response must have arrived. */
  readonly timeout: number
}

interface OutboundExchange extends Omit<OutboundPost, 'body'> {
  readonly method: 'GET' | 'POST'
  readonly body: string | null
}

/** Why nothing was read. Nothing was sent to a refused target. */
interface Unanswered {
  readonly kind: 'refused' | 'too_slow' | 'too_large' | 'unreachable'
}

/** What came of a post. */
export type PostAnswer =
  { readonly kind: 'answered'; readonly status: number; readonly body: string } | Unanswered

/** What came of an exchange; `type` is the answer’s Content-Type. */
type ExchangeAnswer =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly body: string
      readonly type: string | null
    }
  | Unanswered

/** Bytes of a response that are read at most. */
const mostBytes = 1024 * 1024

/** Creates the client. `privateHosts` are names and addresses that can be private: OUTBOUND_PRIVATE_HOSTS. */
export const createOutbound = (
  privateHosts: readonly string[] = [],
  lookup: typeof resolve = resolve,
): Outbound => {
  let opened: ReturnType<typeof connect> | undefined
  const openFor = (url: URL) => {
    const host = hostOf(url)
    // names are checked when they're resolved; IP addresses aren't resolved, so they're checked here
    if (isIP(host) !== 0 && !isExcepted(privateHosts, host) && !isPublicAddress(host))
      throw new RefusedTargetError(`${host} isn’t a public address.`)
    return (opened ??= connect(checkedLookup(privateHosts, lookup)))
  }
  const exchange: Outbound['exchange'] = async (url, request) => {
    const signal = AbortSignal.timeout(request.timeout)
    try {
      if (!isSecureTarget(url, privateHosts))
        throw new RefusedTargetError('Only https addresses are allowed.')
      const { agent, fetch } = await openFor(url)
      return await answerOf(
        fetch(url, { ...requestOf(request), redirect: 'manual', dispatcher: agent, signal }),
      )
    } catch (error) {
      return { kind: signal.aborted ? 'too_slow' : failureOf(error) }
    }
  }
  return {
    send: async (url, { method, headers = {}, timeout }) => {
      if (!/^https?:$/.test(url.protocol))
        throw new RefusedTargetError('Only http and https addresses are allowed.')
      const { agent, fetch } = await openFor(url)
      const stop = new AbortController()
      const answer = await fetch(url, {
        method,
        headers: { 'user-agent': 'Shipmate link check', ...headers },
        redirect: 'manual',
        dispatcher: agent,
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(timeout)]),
      })
      // the rest of the body isn't needed
      stop.abort()
      return { status: answer.status, location: answer.headers.get('location') }
    },
    post: async (url, request) => withoutType(await exchange(url, { ...request, method: 'POST' })),
    exchange,
    close: async () => {
      const { agent } = (await opened) ?? {}
      await agent?.close()
    },
  }
}

const isExcepted = (privateHosts: readonly string[], host: string): boolean =>
  privateHosts.includes(host.toLowerCase())

/** Resolves names, and refuses those with an address that isn’t public. */
const checkedLookup =
  (privateHosts: readonly string[], lookup: typeof resolve): LookupFunction =>
  (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0)
      const isRefused =
        !isExcepted(privateHosts, host) && !addresses.every(({ address }) => isPublicAddress(address))
      const [first] = addresses
      if (isRefused || !first) return done(new RefusedTargetError(`${host} isn’t a public address.`), '', 0)
      return options.all ? done(null, addresses) : done(null, first.address, first.family)
    })

const connect = async (lookup: LookupFunction) => {
  const { Agent, fetch } = await import('undici')
  const agent = new Agent({ connect: { lookup, timeout: 5000 }, maxResponseSize: mostBytes })
  return { agent, fetch }
}

const withoutType = (answer: ExchangeAnswer): PostAnswer =>
  answer.kind === 'answered' ? { kind: answer.kind, status: answer.status, body: answer.body } : answer

const requestOf = ({ method, headers, body }: OutboundExchange) => ({
  method,
  // a compressed answer could be small on the way and huge here
  headers: { 'user-agent': 'Shipmate', ...headers, 'accept-encoding': 'identity' },
  body,
})

const answerOf = async (
  sending: Promise<{
    readonly status: number
    readonly headers: { get(name: string): string | null }
    readonly body: AsyncIterable<Uint8Array> | null
  }>,
): Promise<ExchangeAnswer> => {
  const { status, headers, body } = await sending
  const text = await readText(body)
  if (text === null) return { kind: 'too_large' }
  return { kind: 'answered', status, body: text, type: headers.get('content-type') }
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** Returns whether a text with secrets can be posted to an address: over https, or to an excepted host over http. */
export const isSecureTarget = (url: URL, privateHosts: readonly string[]): boolean =>
  url.username === '' &&
  url.password === '' &&
  (url.protocol === 'https:' || (url.protocol === 'http:' && isExcepted(privateHosts, hostOf(url))))

/** Reads a body as UTF-8. Returns null if it has more bytes than are read. */
const readText = async (body: AsyncIterable<Uint8Array> | null): Promise<string | null> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.byteLength
    if (size > mostBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Returns why nothing was read, from an error of fetch: its reason is the cause. */
const failureOf = (error: unknown): 'refused' | 'too_large' | 'unreachable' => {
  const causes = error instanceof Error ? [error, error.cause] : []
  if (causes.some((one) => one instanceof RefusedTargetError)) return 'refused'
  const isTooLarge = causes.some(
    (one) => one instanceof Error && 'code' in one && one.code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE',
  )
  return isTooLarge ? 'too_large' : 'unreachable'
}
