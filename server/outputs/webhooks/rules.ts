import { createHmac, randomBytes } from 'node:crypto'

/** What each secret starts with (Standard Webhooks 1.0.0). */
const prefix = 'whsec_'

/** Returns a new secret of 256 bits. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64')

/** A message: its ID, the second in which it’s sent, and its body. */
interface Message {
  readonly id: string
  /** Seconds since the epoch. */
  readonly at: number
  readonly body: string
}

/** Returns the headers of a message, signed with HMAC-SHA256 (Standard Webhooks 1.0.0). */
export const headersOf = (secret: string, { id, at, body }: Message): Record<string, string> => {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': `v1,${signature}`,
  }
}
