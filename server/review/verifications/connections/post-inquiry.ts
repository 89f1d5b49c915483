import { createOutbound, type PostAnswer } from '#server/platform/lib/outbound.ts'
import { askClearinghouse, compareCard } from '../rules/rejections.ts'
import type { AnswerContent, FailedAnswer, ProviderAnswer } from './provider.ts'

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

const later = 'Nothing is wrong with the form. Check again later.'
const correctSignIn = 'Correct the user name and the password or key in School settings.'
const correctAddress = 'Correct the address in School settings.'

const failed = (reason_code: string, message: string, next_step = later): FailedAnswer => ({
  kind: 'failed',
  status: 'request_failed',
  reason_code,
  message,
  next_step,
})
const unable = (reason_code: string, message: string, next_step: string): FailedAnswer => ({
  kind: 'failed',
  status: 'unable_to_send_request',
  reason_code,
  message,
  next_step,
})

/** Failures that Shipmate finds in an answer, or before it asks. */
export const failures = {
  unreadable: failed('unreadable', 'The response couldn’t be read.'),
  /** A 999 or TA1 instead of an answer. */
  rejectedFormat: failed(
    'rejected_format',
    'The clearinghouse couldn’t process the inquiry.',
    askClearinghouse,
  ),
  reportedError: failed('reported_error', 'The clearinghouse reported an error.'),
  notMade: failed('not_made', 'Something went wrong on the server.'),
  payerOutage: failed('payer_outage', 'The insurance company has an outage.'),
  unreadableSecret: unable(
    'unreadable_secret',
    'Shipmate can’t read the saved password or key of the clearinghouse.',
    'Enter it again in School settings.',
  ),
  costLimit: unable(
    'cost_limit',
    'This month’s cost limit for checks is reached.',
    'Raise the limit in School settings, or check again next month.',
  ),
} as const

/** Failures on the way, by what became of the post. */
const failuresOnTheWay: Readonly<Record<Exclude<PostAnswer['kind'], 'answered'>, FailedAnswer>> = {
  refused: unable(
    'refused_address',
    'The clearinghouse’s address isn’t a public https address.',
    correctAddress,
  ),
  too_slow: failed('timeout', 'The clearinghouse didn’t respond in time.'),
  too_large: failed('too_large', 'The response is too long to read.'),
  unreachable: failed('unreachable', 'The clearinghouse can’t be reached.'),
}

const unusable: FailedAnswer = {
  kind: 'failed',
  status: 'missing_request_information',
  reason_code: 'not_accepted',
  message: 'The clearinghouse couldn’t use the inquiry.',
  next_step: compareCard,
}

/** HTTP statuses by what they mean; others are below. */
const byStatus: Readonly<Record<number, FailedAnswer>> = {
  400: unusable,
  401: unable('sign_in_refused', 'The clearinghouse rejected the username or password.', correctSignIn),
  403: unable(
    'no_access',
    'The clearinghouse doesn’t let this account check eligibility.',
    'Ask the clearinghouse to turn on eligibility checks for the account.',
  ),
  404: unable('no_service', 'The clearinghouse has no service at this address.', correctAddress),
  408: failed('timeout', 'The clearinghouse didn’t respond in time.'),
  422: unusable,
  429: failed('too_many', 'The clearinghouse isn’t accepting inquiries right now.'),
}

/** Returns what an HTTP status that isn’t a success means. A redirect isn’t followed: the secret would go along. */
const failureOfStatus = (status: number): FailedAnswer => {
  const known = byStatus[status]
  if (known) return known
  if (status >= 500) return failed('outage', 'The clearinghouse has an outage.')
  return status >= 300 && status < 400
    ? unable('redirected', 'The clearinghouse’s address has changed.', correctAddress)
    : unable('not_taken', 'The clearinghouse doesn’t accept inquiries at this address.', correctAddress)
}
