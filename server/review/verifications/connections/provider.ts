import type { Envelope } from '#server/platform/lib/x12/envelope.ts'
import type { Inquiry } from '#server/platform/lib/x12/inquiry.ts'
import type { Response } from '#server/platform/lib/x12/response.ts'

/** The texts that were sent and received; null if it didn’t come to that. */
interface Exchanged {
  readonly sent: string | null
  readonly received: string | null
}

/** No answer that can be relied on. */
export interface FailedAnswer {
  readonly kind: 'failed'
  readonly status: 'missing_request_information' | 'unable_to_send_request' | 'request_failed'
  readonly reason_code: string
  readonly message: string
  readonly next_step: string
}

/** What an answer says, without its text. */
export type AnswerContent =
  /** One response at least; a payer may send several, each whole in itself. */
  | { readonly kind: 'answered'; readonly responses: readonly Response[] }
  /** The payer answers later; the same inquiry asks for it again, after `seconds` or as often as is usual. */
  | { readonly kind: 'pending'; readonly seconds?: number }
  | FailedAnswer

/** What became of one inquiry. */
export type ProviderAnswer = Exchanged & AnswerContent

/** One inquiry, and how often it was sent before. */
interface Exchange {
  readonly inquiry: Inquiry
  readonly envelope: Envelope
  readonly tries: number
}

/** Carries inquiries to payers. It doesn’t throw: a technical failure is an answer. */
export interface Provider {
  /** The price of one inquiry. */
  readonly costCents: number
  send(exchange: Exchange): Promise<ProviderAnswer>
}
