import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { decode, encode, type TxtAnswer } from 'dns-packet'

/** A DNS server for one test, and a resolver that asks only it. */
export interface DnsServer {
  readonly resolver: Resolver
  /** The TXT records by name; null doesn’t respond. */
  readonly texts: Record<string, readonly string[] | null>
  close(): Promise<void>
}

/** Long records are sent in parts of at most 255 bytes (RFC 1035 section 3.3.14). */
const partsOf = (text: string): string[] => text.match(/.{1,200}/g) ?? []

/** Starts a real DNS server on a free port. Names without records don’t exist. */
export const startDnsServer = async (): Promise<DnsServer> => {
  const texts: DnsServer['texts'] = {}
  const socket = createSocket('udp4')
  socket.on('message', (message, { address, port }) => {
    const { id, questions = [] } = decode(message)
    const name = questions[0]?.name ?? ''
    const records = Object.hasOwn(texts, name) ? texts[name] : []
    if (records === null || records === undefined) return
    const answers = records.map((text): TxtAnswer => ({ type: 'TXT', name, ttl: 60, data: partsOf(text) }))
    // 3: the name doesn't exist (RFC 1035 section 4.1.1)
    const flags = answers.length === 0 ? 3 : 0
    socket.send(encode({ type: 'response', id: id ?? 0, flags, questions, answers }), port, address)
  })
  await new Promise<void>((done) => {
    socket.bind(0, '127.0.0.1', done)
  })
  const resolver = new Resolver({ timeout: 200, tries: 1 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return {
    resolver,
    texts,
    close: () =>
      new Promise<void>((done) => {
        socket.close(() => done())
      }),
  }
}
