/** What became of an attempt to send an email. */
export type Outcome =
  | { readonly state: 'sent' }
  | { readonly state: 'failed' | 'suppressed' | 'uncertain' | 'canceled'; readonly error: string }
  /** Not delivered, and worth another attempt after `pause` minutes. */
  | { readonly state: 'queued'; readonly error: string; readonly pause: number }

/** A failure to send, as the connection reports it. */
export interface Failure {
  readonly message: string
  /** The reply code of the mail server (RFC 5321 section 4.2); undefined if it didn’t reply. */
  readonly code: number | undefined
  /** Whether any of the content was handed over. */
  readonly isHandedOver: boolean
}

/** Minutes before the second, third … attempt: about two days in all. */
export const pauses = [1, 5, 15, 60, 180, 360, 720, 1440] as const

/** The most characters of a mail server’s reply that are kept. */
const longestError = 500

/** Returns a mail server’s words as they’re kept: on one line, and not too long. */
export const shortWords = (message: string): string =>
  message.replaceAll(/\s+/g, ' ').trim().slice(0, longestError)

/**
 * Returns what follows from a failed attempt. A reply of 5xx is final, 4xx is not (RFC 5321 section 4.2.1). Without
 * a reply the email is sent again only if none of it was handed over: the mail server may have taken it.
 * @param attempts the number of attempts made, this one included
 */
export const outcomeOf = ({ message, code, isHandedOver }: Failure, attempts: number): Outcome => {
  const error = shortWords(message)
  if (code === undefined && isHandedOver) return { state: 'uncertain', error }
  if (code !== undefined && code >= 500) return { state: 'failed', error }
  const pause = pauses[attempts - 1]
  return pause === undefined ? { state: 'failed', error } : { state: 'queued', error, pause }
}
