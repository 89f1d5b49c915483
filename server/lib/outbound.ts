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

/** Creates the client. `privateHosts` are names and addresses that can be private: OUTBOUND_PRIVATE_HOSTS. */
export const createOutbound = (
  privateHosts: readonly string[] = [],
  lookup: typeof resolve = resolve,
): Outbound => {
  const isExcepted = (host: string): boolean => privateHosts.includes(host.toLowerCase())
  const checked: LookupFunction = (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0)
      const isRefused = !isExcepted(host) && !addresses.every(({ address }) => isPublicAddress(address))
      const [first] = addresses
      if (isRefused || !first) return done(new RefusedTargetError(`${host} isn’t a public address.`), '', 0)
      return options.all ? done(null, addresses) : done(null, first.address, first.family)
    })
  const open = async () => {
    const { Agent, fetch } = await import('undici')
    const agent = new Agent({ connect: { lookup: checked, timeout: 5000 }, maxResponseSize: 1024 * 1024 })
    return { agent, fetch }
  }
  let opened: ReturnType<typeof open> | undefined
  const send = async (
    url: URL,
    { method, headers = {}, timeout }: OutboundRequest,
  ): Promise<OutboundAnswer> => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (!/^https?:$/.test(url.protocol))
      throw new RefusedTargetError('Only http and https addresses are allowed.')
    // names are checked when they're resolved; IP addresses aren't resolved, so they're checked here
    if (isIP(host) !== 0 && !isExcepted(host) && !isPublicAddress(host))
      throw new RefusedTargetError(`${host} isn’t a public address.`)
    const { agent, fetch } = await (opened ??= open())
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
  }
  return {
    send,
    close: async () => {
      const { agent } = (await opened) ?? {}
      await agent?.close()
    },
  }
}
