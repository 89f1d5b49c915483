import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'

/** A TCP proxy that can forget its connections, as a firewall does: they stay open, and nothing passes any longer. It can cut them too. */
export interface DarkProxy {
  readonly port: number
  /** Forgets the connections that are open now. New ones pass. Returns how many were forgotten. */
  forget(): number
  /** Cuts the connection over which a client sends a text next. The text doesn’t pass. */
  cutAt(text: string): void
  close(): Promise<void>
}

/** Starts a proxy to a port of this machine. */
export const startDarkProxy = async (target: number): Promise<DarkProxy> => {
  const pairs = new Set<readonly [Socket, Socket]>()
  const all = new Set<Socket>()
  let cut: string | null = null
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    const pair = [client, upstream] as const
    pairs.add(pair)
    client.on('data', (part: Buffer) => {
      if (cut === null || !part.includes(cut)) return
      cut = null
      for (const socket of pair) socket.destroy()
    })
    for (const [from, to] of [pair, [upstream, client] as const]) {
      all.add(from)
      from.on('data', (part: Buffer) => {
        if (pairs.has(pair) && !to.destroyed) to.write(part)
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        all.delete(from)
        if (pairs.has(pair)) to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    forget: () => {
      const many = pairs.size
      pairs.clear()
      return many
    },
    cutAt: (text) => {
      cut = text
    },
    close: async () => {
      for (const socket of all) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
