import { sql } from 'kysely'
import type { Services } from '../context.ts'
import { decrypt } from '../lib/crypt.ts'
import { startLoop } from '../lib/start-loop.ts'
import { createOutbound, type Outbound, type PostAnswer } from '../lib/outbound.ts'
import { queueMessages } from './events.ts'
import { headersOf } from './signature.ts'

/** Returns the authenticated data of a webhook’s secret. */
export const secretPlace = (schoolId: number): string => `webhooks.secret:${schoolId}`

const minute = 60_000

/** Minutes until a message is sent again, by how often it was sent. After the last one it has failed. */
const pauses = [1, 5, 30, 120, 480, 1440] as const

/** Milliseconds an answer may take, and how many messages are sent at once. */
const [timeout, atOnce] = [10_000, 20]

interface Due {
  readonly id: number
  readonly school_id: number
  readonly address: string
  readonly secret_cipher: Buffer
  readonly body: string
  readonly attempts: number
}

/** Takes messages that are due: no other process sends them for two minutes. */
const takeDue = async ({ db, clock }: Services): Promise<Due[]> => {
  const now = clock.now()
  const later = new Date(now.getTime() + 2 * minute).toISOString()
  // scope: messages of every school are sent by one worker
  const { rows } = await sql<Due>`
    with due as (
      select id from webhook_deliveries where state = 'queued' and next_try_at <= ${now.toISOString()}::timestamptz
      order by next_try_at, id limit ${atOnce} for update skip locked)
    update webhook_deliveries delivery set attempts = delivery.attempts + 1, next_try_at = ${later}::timestamptz
    from due, webhooks webhook
    where delivery.id = due.id and webhook.id = delivery.webhook_id
    returning delivery.id, delivery.school_id, webhook.address, webhook.secret_cipher, delivery.body,
      delivery.attempts`.execute(db)
  return rows
}

const failures: Record<Exclude<PostAnswer['kind'], 'answered'>, string> = {
  refused: 'The address isn’t public or doesn’t use https.',
  too_slow: 'No answer within 10 seconds.',
  too_large: 'The answer was too long.',
  unreachable: 'The address can’t be reached.',
}

const send = async (services: Services, outbound: Outbound, due: Due): Promise<void> => {
  const secret = decrypt(services.keys, secretPlace(due.school_id), due.secret_cipher).toString()
  const at = Math.floor(services.clock.now().getTime() / 1000)
  const headers = headersOf(secret, { id: `msg_${due.id}`, at, body: due.body })
  const answer = URL.canParse(due.address)
    ? await outbound.post(new URL(due.address), { headers, body: due.body, timeout })
    : ({ kind: 'refused' } as const)
  await note(services, due, answer)
}

const note = async ({ db, clock }: Services, { id, attempts }: Due, answer: PostAnswer): Promise<void> => {
  // scope: the message that this process has taken
  await db
    .updateTable('webhook_deliveries')
    .set({
      response_status: answer.kind === 'answered' ? answer.status : null,
      ...(isSuccess(answer) ? delivered(clock.now()) : missed(clock.now(), attempts, answer)),
    })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
}

const isSuccess = (answer: PostAnswer): boolean =>
  answer.kind === 'answered' && answer.status >= 200 && answer.status < 300

const delivered = (now: Date) => ({
  state: 'delivered',
  error: null,
  next_try_at: null,
  delivered_at: now.toISOString(),
})

const missed = (now: Date, attempts: number, answer: PostAnswer) => {
  const pause = pauses[attempts - 1]
  return {
    state: pause === undefined ? 'failed' : 'queued',
    error:
      answer.kind === 'answered'
        ? `The system answered with status ${answer.status}.`
        : failures[answer.kind],
    next_try_at: pause === undefined ? null : new Date(now.getTime() + pause * minute).toISOString(),
  }
}

/**
 * Queues messages about what happened, and sends those that are due. A message can arrive more than once (a process ended
 * before it noted the answer): its ID stays the same. Returns how many were sent.
 */
export const sendMessages = async (services: Services): Promise<number> => {
  await queueMessages(services)
  const due = await takeDue(services)
  const outbound = createOutbound(services.settings.outboundPrivateHosts)
  await Promise.all(due.map((one) => send(services, outbound, one)))
  await outbound.close()
  return due.length
}

/** Milliseconds between two looks. */
const lookEvery = 2000

/** Sends messages as things happen. Returns a function that lets a running look finish and stops. */
export const startWebhooks = (services: Services): (() => Promise<void>) =>
  startLoop(async () => {
    const sent = await sendMessages(services).catch((error: unknown) => {
      services.log.warn({ err: error }, 'Couldn’t tell the schools’ systems. Retrying.')
      return 0
    })
    return sent === atOnce ? 0 : lookEvery
  })
