import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import pg from 'pg'

/** A connection pooler in transaction mode. */
export interface Pooler {
  /** Its address, with the login of the database. */
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts a pooler in transaction mode in front of a database: every transaction gets the connection that has waited
 * longest, whoever asks, as with PgBouncer’s `pool_mode = transaction` and `server_round_robin`.
 */
export const startTransactionPooler = async (url: string, connections = 3): Promise<Pooler> => {
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: url }))
  await Promise.all(clients.map((client) => client.connect()))
  const free = clients.map(backendOf)
  const server = createServer((caller) => serve(caller, free)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = new URL(url)
  own.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: own.href,
    stop: async () => {
      for (const { socket } of free) socket.destroy()
      await closeOf(server)
    },
  }
}

const closeOf = (server: Server): Promise<void> => new Promise((done) => server.close(() => done()))

/** A connection to the database, after sign-in. */
interface Backend {
  readonly socket: Duplex
  /** Takes what the database sends. */
  read: (piece: Buffer) => void
}

/** Takes the socket out of a client that has signed in. */
const backendOf = (client: pg.Client): Backend => {
  client.on('error', () => undefined)
  const socket: Duplex = Reflect.get(client, 'connection').stream
  const backend: Backend = { socket, read: () => undefined }
  socket.removeAllListeners('data').on('data', (piece: Buffer) => backend.read(piece))
  return backend
}

/** Sign-in isn’t asked for: “authentication OK” and “ready for query, idle”. */
const welcome = Buffer.from('5200000008000000005a0000000549', 'hex')
const terminate = 'X'.charCodeAt(0)
const readyForQuery = 'Z'.charCodeAt(0)
const idle = 'I'.charCodeAt(0)

/** Lends a caller a connection for each of its transactions. */
const serve = (caller: Socket, free: Backend[]): void => {
  let lent: Backend | undefined
  const give = (): void => {
    if (lent) free.push(lent)
    lent = undefined
  }
  const lend = (): Backend | undefined => {
    const backend = free.shift()
    const replies = messages(({ type, whole }) => {
      caller.write(whole)
      if (type === readyForQuery && whole[5] === idle) give()
    })
    if (backend) backend.read = replies
    return backend
  }
  const ask = messages(({ type, whole }) => {
    if (type === terminate) {
      caller.end()
      return
    }
    lent ??= lend()
    lent?.socket.write(whole)
  })
  // the first message, with the user and the options, has no type
  caller.once('data', () => {
    caller.write(welcome)
    caller.on('data', ask)
  })
  caller.on('error', () => undefined)
}

interface Message {
  readonly type: number
  readonly whole: Buffer
}

/** Returns a function that takes pieces of a stream and calls `take` with each of its messages. */
const messages = (take: (message: Message) => void): ((piece: Buffer) => void) => {
  let rest = Buffer.alloc(0)
  return (piece) => {
    rest = Buffer.concat([rest, piece])
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const end = 1 + rest.readUInt32BE(1)
      const whole = rest.subarray(0, end)
      rest = rest.subarray(end)
      take({ type: whole[0] ?? 0, whole })
    }
  }
}
