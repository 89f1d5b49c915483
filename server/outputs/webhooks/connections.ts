import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import { encryptedColumn } from '#server/platform/lib/encrypted-column.ts'
import { decrypt } from '#server/platform/lib/crypt.ts'
import { createOutbound, type Outbound, type PostAnswer } from '#server/platform/lib/outbound.ts'
import { startLoop } from '#server/platform/lib/start-loop.ts'
import { queueMessages } from './commands/queue-messages.ts'
import { headersOf } from './rules.ts'

/** Returns the authenticated data of a webhook’s secret. */
export const secretPlace = (schoolId: number): string => `webhooks.secret:${schoolId}`

export const webhookSecrets = encryptedColumn('webhooks', 'secret_cipher', ['school_id'], ({ school_id }) =>
  secretPlace(school_id),
)

const minute = 60_000

/** Minutes until a message is sent again, by how often it was sent. After the last one it has failed. */
const pauses = [1, 5, 30, 120, 480, 1440] as const

/** The most times a message is sent. */
const mostTries = pauses.length + 1

/** Milliseconds an answer may take. */
const timeout = 10_000

/** The most messages on their way at once, of one webhook by all processes and of all webhooks by this one. */
const [ofOneWebhook, ofThisProcess] = [2, 100]

interface Due {
  readonly id: number
  readonly webhook_id: number
  readonly school_id: number
  readonly address: string
  readonly secret_cipher: Buffer
  readonly body: string
  readonly attempts: number
}

/**
 * Takes messages that are due, as many of each webhook as it has room for: no other process sends them for two minutes.
 * Addresses that aren’t asked now are passed over.
 */
const takeDue = ({ db, clock }: Services, most: number, closedAddresses: readonly string[]): Promise<Due[]> =>
  db.transaction().execute(async (trx) => {
    const now = clock.now()
    const at = now.toISOString()
    const [later, earlier] = [2, -2].map((minutes) =>
      new Date(now.getTime() + minutes * minute).toISOString(),
    )
    // scope: messages of every school are sent by one worker; the locked webhooks aren't looked at by others
    const { rows: ready } = await sql<{ id: number }>`
      select id from webhooks where deleted_at is null and address <> all(${closedAddresses}::text[])
        and exists (select from webhook_deliveries d
          where d.webhook_id = webhooks.id and d.state = 'queued' and d.next_try_at <= ${at}::timestamptz)
      order by id for update skip locked`.execute(trx)
    // scope: messages of the webhooks above; the first of each come before the second of any
    const { rows } = await sql<Due>`
      with due as (
        select one.id from unnest(${ready.map(({ id }) => id)}::bigint[]) ready (webhook_id)
        cross join lateral (
          select id, next_try_at, row_number() over (order by next_try_at, id) as place from webhook_deliveries d
          where d.webhook_id = ready.webhook_id and d.state = 'queued' and d.next_try_at <= ${at}::timestamptz
          order by next_try_at, id limit greatest(0, ${ofOneWebhook} - (
            select count(*) from webhook_deliveries busy where busy.webhook_id = ready.webhook_id
              and busy.state = 'queued' and busy.claimed_at > ${earlier}::timestamptz))) one
        order by one.place, one.next_try_at limit ${most})
      update webhook_deliveries delivery
      set attempts = delivery.attempts + 1, next_try_at = ${later}::timestamptz, claimed_at = ${at}::timestamptz
      from due, webhooks webhook
      where delivery.id = due.id and webhook.id = delivery.webhook_id
      returning delivery.id, delivery.webhook_id, delivery.school_id, webhook.address, webhook.secret_cipher,
        delivery.body, delivery.attempts`.execute(trx)
    return rows
  })

/** What came of a message: an answer, or why nothing was sent this time. */
type Outcome = PostAnswer | { readonly kind: 'unreadable' | 'unknown' }

const failures: Record<Exclude<Outcome['kind'], 'answered'>, string> = {
  refused: 'The address isn’t public or doesn’t use https.',
  too_slow: 'No response within 10 seconds.',
  too_large: 'The answer was too long.',
  unreachable: 'The address can’t be reached.',
  unreadable: 'Shipmate can’t read the webhook’s secret. Remove the webhook and add it again.',
  unknown: 'The answers couldn’t be saved.',
}

const send = async (services: Services, outbound: Outbound, due: Due): Promise<Outcome> => {
  // every try was counted before it was sent, so one whose outcome is never noted ends too
  const outcome =
    due.attempts > mostTries ? ({ kind: 'unknown' } as const) : await post(services, outbound, due)
  await note(services, due, outcome)
  return outcome
}

const post = async (services: Services, outbound: Outbound, due: Due): Promise<Outcome> => {
  const secret = readSecret(services, due)
  if (secret === null) return { kind: 'unreadable' }
  const at = Math.floor(services.clock.now().getTime() / 1000)
  const headers = headersOf(secret, { id: `msg_${due.id}`, at, body: due.body })
  return URL.canParse(due.address)
    ? outbound.post(new URL(due.address), { headers, body: due.body, timeout })
    : { kind: 'refused' }
}

/** Returns the secret of a message’s webhook; null if its key is missing or it was changed. */
const readSecret = (
  { keys, log }: Services,
  { webhook_id, school_id, secret_cipher }: Due,
): string | null => {
  try {
    return decrypt(keys, secretPlace(school_id), secret_cipher).toString()
  } catch (error) {
    log.error({ err: error, webhook: webhook_id }, 'A webhook’s secret can’t be read.')
    return null
  }
}

const note = async ({ db, clock }: Services, { id, attempts }: Due, answer: Outcome): Promise<void> => {
  // scope: the message that this process has taken
  await db
    .updateTable('webhook_deliveries')
    .set({
      response_status: answer.kind === 'answered' ? answer.status : null,
      claimed_at: null,
      ...(isSuccess(answer) ? delivered(clock.now()) : missed(clock.now(), attempts, answer)),
    })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
}

const isSuccess = (answer: Outcome): boolean =>
  answer.kind === 'answered' && answer.status >= 200 && answer.status < 300

const delivered = (now: Date) => ({
  state: 'delivered',
  error: null,
  next_try_at: null,
  delivered_at: now.toISOString(),
})

const missed = (now: Date, attempts: number, answer: Outcome) => {
  const pause = pauses[attempts - 1]
  return {
    state: pause === undefined ? 'failed' : 'queued',
    error:
      answer.kind === 'answered'
        ? `The system responded with status ${answer.status}.`
        : failures[answer.kind],
    next_try_at: pause === undefined ? null : new Date(now.getTime() + pause * minute).toISOString(),
  }
}

/** Sends messages without waiting for the slowest. */
interface Sender {
  /** Starts to send what is due and has room. Returns how many were started. */
  look(): Promise<number>
  /** Resolves when nothing is on its way anymore, and closes the connections. */
  stop(): Promise<void>
}

/** Creates a sender. Whenever a message has been answered, the next ones of its webhook go out. */
export const createSender = (
  services: Services,
  breaker: Breaker = createBreaker(() => services.clock.now().getTime()),
): Sender => {
  const outbound = createOutbound(services.settings.outboundPrivateHosts)
  const flights = new Set<Promise<void>>()
  let isStopped = false
  const fly = async (due: Due): Promise<void> => {
    try {
      const answer = await send(services, outbound, due)
      if (answer.kind !== 'unreadable' && answer.kind !== 'unknown')
        breaker.note(due.address, answer.kind !== 'too_slow' && answer.kind !== 'unreachable')
    } catch (error) {
      services.log.warn({ err: error }, 'Couldn’t note what became of a message. It’s sent again.')
    }
  }
  const look = async (): Promise<number> => {
    const room = ofThisProcess - flights.size
    if (room === 0) return 0
    const taken = await takeDue(services, room, breaker.closed())
    for (const due of taken) {
      const flight: Promise<void> = fly(due).then(() => {
        flights.delete(flight)
        if (!isStopped) again()
      })
      flights.add(flight)
    }
    return taken.length
  }
  let looking: Promise<unknown> = Promise.resolve()
  let isAsked = false
  const again = (): void => {
    if (isAsked) return
    isAsked = true
    looking = looking.then(async () => {
      isAsked = false
      await look().catch((error: unknown) => noteTrouble(services, error))
    })
  }
  return {
    look,
    stop: async () => {
      isStopped = true
      await looking
      await Promise.all(flights)
      await outbound.close()
    },
  }
}

const noteTrouble = ({ log }: Services, error: unknown): void =>
  log.warn({ err: error }, 'Couldn’t tell the schools’ systems. Retrying.')

/**
 * Queues messages about what happened, and sends those that are due and have room. A message can arrive more than once (a
 * process ended before it noted the answer): its ID stays the same. Returns how many were sent.
 */
export const sendMessages = async (services: Services): Promise<number> => {
  await queueMessages(services)
  const sender = createSender(services)
  const sent = await sender.look()
  await sender.stop()
  return sent
}

/** Milliseconds between two looks. */
const lookEvery = 2000

/** Sends messages as things happen. Returns a function that lets messages on their way arrive and stops. */
export const startWebhooks = (services: Services): (() => Promise<void>) => {
  const sender = createSender(services)
  const stopLoop = startLoop(async () => {
    try {
      await queueMessages(services)
      await sender.look()
    } catch (error) {
      noteTrouble(services, error)
    }
    return lookEvery
  })
  return async () => {
    await stopLoop()
    await sender.stop()
  }
}

/** Remembers addresses that don’t answer, so that nothing waits for them. */
interface Breaker {
  /** Notes whether an address answered. */
  note(address: string, hasAnswered: boolean): void
  /** Returns the addresses that nothing is sent to now. */
  closed(): string[]
}

/** Failures in a row after which an address isn’t asked, and for how many milliseconds. Then it’s tried again. */
const [failuresAllowed, pause] = [3, 60_000]

/** Creates a breaker. `now` returns milliseconds since the epoch. */
export const createBreaker = (now: () => number): Breaker => {
  const silent = new Map<string, { failures: number; until: number }>()
  return {
    note: (address, hasAnswered) => {
      if (hasAnswered) return void silent.delete(address)
      const failures = (silent.get(address)?.failures ?? 0) + 1
      silent.set(address, { failures, until: failures < failuresAllowed ? 0 : now() + pause })
    },
    closed: () => [...silent].filter(([, { until }]) => until > now()).map(([address]) => address),
  }
}
