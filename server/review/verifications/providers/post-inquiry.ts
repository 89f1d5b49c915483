import { createOutbound } from '#server/platform/lib/outbound.ts'
import { failureOfStatus, failuresOnTheWay } from './failures.ts'
import type { AnswerContent, ProviderAnswer } from './provider.ts'

/** How a clearinghouse is reached. */
export interface Clearinghouse {
  readonly address: string
  /** The password or key; null if none is saved. */
  readonly secret: string | null
  /** The price of one inquiry. */
  readonly costCents: number
  /** Hosts that can be private: OUTBOUND_PRIVATE_HOSTS. */
  readonly privateHosts: readonly string[]
  /** Milliseconds until the whole answer must have arrived. */
  readonly timeout?: number
}

/** Milliseconds, if nothing else is said (security 49). */
const usualTimeout = 10_000

/** An inquiry as text, and how its answer is read. */
interface Posted {
  readonly headers: Readonly<Record<string, string>>
  readonly sent: string
  /** Reads the body of a success; of another status too, which returns null if the body says nothing usable. */
  read(body: string, isSuccess: boolean): AnswerContent | null
}

/**
 * Posts an inquiry over a connection of its own, which takes less time than a payer’s answer. Neither the text nor the
 * headers are logged.
 */
export const postInquiry = async (
  { address, privateHosts, timeout = usualTimeout }: Clearinghouse,
  { headers, sent, read }: Posted,
): Promise<ProviderAnswer> => {
  if (!URL.canParse(address)) return { ...failuresOnTheWay.refused, sent: null, received: null }
  const outbound = createOutbound(privateHosts)
  const answer = await outbound.post(new URL(address), { headers, body: sent, timeout })
  await outbound.close()
  if (answer.kind !== 'answered')
    return { ...failuresOnTheWay[answer.kind], sent: answer.kind === 'refused' ? null : sent, received: null }
  const { status, body } = answer
  const received = storable(body)
  if (status === 202) return { kind: 'pending', sent, received }
  const isSuccess = status >= 200 && status < 300
  return { ...(read(body, isSuccess) ?? failureOfStatus(status)), sent, received }
}

/** The text that is kept of an answer: the beginning says enough about one that is much longer than usual. */
const storable = (body: string): string | null => (body === '' ? null : body.slice(0, 200_000))
