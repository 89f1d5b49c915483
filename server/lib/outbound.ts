import { lookup as resolve } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** The target is not a public address, or is no http or https address: nothing was sent. */
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
// of the unicast addresses those that stand for IPv4 ones, or for nothing
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reserved.addSubnet(net, bits, 'ipv6')
const unicast = new BlockList()
unicast.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is one of the public internet (IANA's special-purpose registries, RFC 6890). */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !reserved.check(address, 'ipv4')
  return family === 6 && unicast.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

/** Calls to addresses that staff set. */
export interface Outbound {
  /**
   * Sends a request that follows no redirect and connects to the very address that was checked.
   * @throws RefusedTargetError, or what the network says
   */
  send(url: URL, request: OutboundRequest): Promise<OutboundAnswer>
  close(): Promise<void>
}

interface OutboundRequest {
  readonly method: 'GET' | 'HEAD'
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds until the answer must have begun. */
  readonly timeout: number
}

interface OutboundAnswer {
  readonly status: number
  /** Where a redirect leads. */
  readonly location: string | null
}

/** `privateHosts` are names and addresses that may be private: OUTBOUND_PRIVATE_HOSTS. */
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
      throw new RefusedTargetError('Only http and https addresses are called.')
    // a name is judged when it is looked up, an address here: it is never looked up
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
    // the rest of the body is of no interest
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
