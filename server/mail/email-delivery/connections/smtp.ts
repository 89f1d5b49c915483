import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { NodemailerError } from 'nodemailer'
import type SmtpConnection from 'nodemailer/lib/smtp-connection'
import type { DkimKey } from '#server/platform/lib/dkim-key.ts'
import { headerText } from '#server/platform/lib/header-text.ts'
import type { Failure } from '../rules/outcomes.ts'

/** An email as it’s handed over. */
export interface Envelope {
  readonly messageId: string
  readonly from: { readonly name: string; readonly address: string }
  readonly to: { readonly name: string; readonly address: string }
  /** The address that answers go to; null for that of `from`. */
  readonly replyTo: string | null
  readonly subject: string
  readonly text: string
  /** Null for an email with plain text only. */
  readonly html: string | null
  readonly date: Date
  /** The key that signs it; null without one. */
  readonly dkim: DkimKey | null
}

/** Milliseconds before a mail server that doesn’t respond counts as failed. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 }

/** Milliseconds after which handing over one email is given up, even if the mail server says something now and then. */
const longestSend = 180_000

/** Thrown for an email that wasn’t delivered. */
export class SendError extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'SendError'
    this.failure = failure
  }
}

/** Returns what the mail server replied, or else the error of the connection. */
export const wordsOf = ({ response, message }: NodemailerError): string =>
  response === undefined || response === '' ? message : response

/** A failure to connect or sign in says nothing about an email: no reply code, and nothing was handed over. */
const connectError = (error: NodemailerError): SendError =>
  new SendError({ message: wordsOf(error), code: undefined, isHandedOver: false })

const sendError = (error: NodemailerError, isHandedOver: boolean): SendError =>
  new SendError({ message: wordsOf(error), code: error.responseCode || undefined, isHandedOver })

/** Returns a new Message-ID of the sender’s domain (RFC 5322 section 3.6.4). */
export const newMessageId = (sender: string): string =>
  `<${randomUUID()}@${sender.slice(sender.lastIndexOf('@') + 1)}>`

/** One address and nothing else: a second one, a comment or a new line could send the email to someone else. */
const oneAddress = /^[^\s@<>()[\],;:"\\\p{C}]+@[^\s@<>()[\],;:"\\\p{C}]+$/u

/** Returns a mailbox for a header. @throws Error if the address isn’t one address */
const mailbox = ({ name, address }: { readonly name: string; readonly address: string }) => {
  if (!oneAddress.test(address)) throw new Error('This isn’t one email address.')
  return { name: headerText(name), address }
}

/** Returns an email in its form for the wire (RFC 5322), signed (RFC 6376) if it has a key. */
export const compose = async ({ dkim, ...email }: Envelope): Promise<Buffer> => {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const content = await new MailComposer({
    messageId: email.messageId,
    date: email.date,
    from: mailbox(email.from),
    to: mailbox(email.to),
    ...(email.replyTo === null ? {} : { replyTo: mailbox({ name: '', address: email.replyTo }) }),
    subject: headerText(email.subject),
    text: email.text,
    ...(email.html === null ? {} : { html: email.html }),
    // not answered by vacation notices (RFC 3834)
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
  if (dkim === null) return content
  const { default: Dkim } = await import('nodemailer/lib/dkim')
  return buffer(
    new Dkim({ domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.key }).sign(content),
  )
}

/** An open connection to the mail server, for one email after another. */
export interface Connection {
  /** Hands an email over. @throws SendError */
  send(email: Envelope): Promise<void>
  close(): void
}

/** Returns how to connect to the mail server of an `SMTP_URL`. */
export const connectionOptions = (url: URL) => {
  const secure = url.protocol === 'smtps:'
  return { host: url.hostname, port: Number(url.port) || (secure ? 465 : 587), secure, ...patience }
}

/** Connects and signs in to a mail server, with TLS where it offers it. @throws SendError */
export const connect = async (address: string): Promise<Connection> => {
  const url = new URL(address)
  const { default: Connector } = await import('nodemailer/lib/smtp-connection')
  const connection = new Connector(connectionOptions(url))
  await new Promise<void>((done, failed) => {
    connection.once('error', (error: NodemailerError) => failed(connectError(error)))
    connection.connect((error) => (error ? failed(connectError(error)) : done()))
  })
  // errors of a send are those of its callback
  connection.on('error', () => undefined)
  if (url.username !== '') {
    const credentials = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
    await new Promise<void>((done, failed) => {
      connection.login({ credentials }, (error) => (error ? failed(connectError(error)) : done()))
    })
  }
  return { send: (email) => handOver(connection, email), close: () => connection.quit() }
}

const handOver = async (connection: SmtpConnection, email: Envelope): Promise<void> => {
  const content = await compose(email)
  let isHandedOver = false
  // read only after the mail server has asked for the content
  const lazily = Readable.from(
    (function* read() {
      isHandedOver = true
      yield content
    })(),
  )
  const envelope = { from: email.from.address, to: [email.to.address] }
  let timer: NodeJS.Timeout | undefined
  await new Promise<void>((done, failed) => {
    timer = setTimeout(() => {
      connection.close()
      failed(new SendError({ message: 'The mail server took too long.', code: undefined, isHandedOver }))
    }, longestSend)
    connection.send(envelope, lazily, (error) => (error ? failed(sendError(error, isHandedOver)) : done()))
  }).finally(() => clearTimeout(timer))
}
