import { writeInquiry } from '#server/platform/lib/x12/inquiry.ts'
import { readResponses } from '#server/platform/lib/x12/response.ts'
import { readInterchanges, X12Error } from '#server/platform/lib/x12/syntax.ts'
import { failures, postInquiry, type Clearinghouse } from './post-inquiry.ts'
import type { AnswerContent, Provider } from './provider.ts'

/** A clearinghouse that takes X12 with a user name and a password. */
interface X12Clearinghouse extends Clearinghouse {
  readonly userName: string | null
}

/** Posts each inquiry as a 270 and reads the 271 in the answer. */
export const createX12Provider = (clearinghouse: X12Clearinghouse): Provider => {
  const { userName, secret, costCents } = clearinghouse
  const signIn = Buffer.from(`${userName ?? ''}:${secret ?? ''}`).toString('base64')
  const headers = {
    'content-type': 'application/edi-x12',
    accept: 'application/edi-x12',
    authorization: `Basic ${signIn}`,
  }
  return {
    costCents,
    send: ({ inquiry, envelope }) =>
      postInquiry(clearinghouse, {
        headers,
        sent: writeInquiry(envelope, inquiry),
        read: (body, isSuccess) => (isSuccess ? readBody(body) : null),
      }),
  }
}

const readBody = (body: string): AnswerContent => {
  try {
    return isAcknowledgment(body)
      ? failures.rejectedFormat
      : { kind: 'answered', responses: readResponses(body) }
  } catch (error) {
    if (error instanceof X12Error) return failures.unreadable
    throw error
  }
}

/** Returns whether the answer only says what the clearinghouse thinks of the inquiry’s syntax: a TA1 or a 999. */
const isAcknowledgment = (body: string): boolean => {
  const interchanges = readInterchanges(body)
  const transactions = interchanges.flatMap((one) => one.transactions)
  return transactions.length === 0
    ? interchanges.some(({ segments }) => segments.some(({ id }) => id === 'TA1'))
    : transactions.every(({ type }) => type === '999')
}
