import { createHmac } from 'node:crypto'
import { isSame } from '#server/platform/lib/crypt.ts'

/** Seconds by which the time of a signature may differ from ours, so that an old call can’t be sent again. */
const signatureSeconds = 300

/** The parts of a signed call. */
interface SignedCall {
  /** The Unix time in seconds, as sent. */
  readonly timestamp: string
  /** Hexadecimal, as sent. */
  readonly signature: string
  readonly body: string
}

/** Returns the signature of a body: HMAC-SHA256 over `{timestamp}.{body}`, hexadecimal. */
export const signatureOf = (secret: string, { timestamp, body }: Omit<SignedCall, 'signature'>): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')

/** Returns whether a call was signed with the secret within the last minutes. */
export const isSigned = (secret: string, call: SignedCall, now: Date): boolean => {
  if (!/^\d{1,12}$/.test(call.timestamp)) return false
  const age = Math.abs(now.getTime() / 1000 - Number(call.timestamp))
  return isSame(call.signature.toLowerCase(), signatureOf(secret, call)) && age <= signatureSeconds
}
