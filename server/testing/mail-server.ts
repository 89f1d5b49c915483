import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server'

/** An email the mail server received, parsed by a library that shares nothing with the one that wrote it. */
export interface Received {
  readonly from: string
  readonly to: readonly string[]
  readonly email: Email
}

/** How the mail server answers; the defaults accept everything. */
export interface Behavior {
  /** Refuses a recipient with this reply. */
  recipient?: (address: string) => { code: number; words: string } | undefined
  /**
   * After the whole content: refuses it with a reply, or hangs up with or without keeping it; undefined accepts it.
   * A promise makes the mail server slow.
   */
  content?: (address: string) => WithContent | Promise<WithContent>
  /** Called when a client connects. */
  connected?: () => void
  /** Called once an email was accepted and the reply is on its way. */
  replied?: () => void
}

/** What becomes of a content. */
export type WithContent = { code: number; words: string } | 'keep and hang up' | 'hang up' | undefined

export interface MailServer {
  readonly url: string
  readonly received: Received[]
  behavior: Behavior
  close(): Promise<void>
}

const refusal = ({ code, words }: { code: number; words: string }): Error =>
  Object.assign(new Error(words), { responseCode: code })

type Made = Omit<MailServer, 'url' | 'close'>

/** Receives a content as the mail server behaves now. Returns the reply that refuses it; null if it’s accepted. */
const receive = async (
  { behavior, received }: Made,
  stream: Readable,
  { mailFrom, rcptTo }: SMTPServerEnvelope,
  hangUp: () => void,
): Promise<Error | null> => {
  const content = await buffer(stream)
  const what = await behavior.content?.(rcptTo[0]?.address ?? '')
  if (typeof what === 'object') return refusal(what)
  if (what !== 'hang up') {
    const from = mailFrom === false ? '' : mailFrom.address
    received.push({ from, to: rcptTo.map(({ address }) => address), email: await PostalMime.parse(content) })
  }
  if (what !== undefined) hangUp()
  return null
}

/** Starts a real SMTP server on a free port, or on `port`. */
export const startMailServer = async (port = 0): Promise<MailServer> => {
  const received: Received[] = []
  const sockets = new Set<{ destroy(): void }>()
  const made: Made = { received, behavior: {} }
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_login, _session, done) => done(refusal({ code: 535, words: 'Wrong password' })),
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      const refused = made.behavior.recipient?.(address)
      done(refused ? refusal(refused) : null)
    },
    onData: (stream, { envelope }, done) => {
      callbackify(receive)(made, stream, envelope, hangUp, (error, refused) => {
        done(error ?? refused)
        if (!error && !refused) made.behavior.replied?.()
      })
    },
  })
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  server.server.on('connection', (socket: { destroy(): void }) => {
    sockets.add(socket)
    made.behavior.connected?.()
  })
  server.on('error', () => undefined)
  await new Promise<void>((done) => {
    server.listen(port, '127.0.0.1', () => done())
  })
  const { port: bound } = server.server.address() as AddressInfo
  return Object.assign(made, {
    url: `smtp://127.0.0.1:${bound}`,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        hangUp()
      }),
  })
}
