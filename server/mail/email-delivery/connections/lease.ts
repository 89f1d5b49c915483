import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { isHeld } from '#server/platform/jobs/index.ts'
import { inGroups } from '#server/platform/lib/in-groups.ts'
import { SendError } from './smtp.ts'
import type { Outcome } from '../rules/outcomes.ts'

type Holding = Pick<Services, 'db' | 'clock' | 'log'>

/** An email that a process has claimed. */
export interface Held {
  readonly id: number
  readonly claimed_at: string
}

/** Minutes after which an email that’s still being sent counts as abandoned, whatever its process does. */
const leaseMinutes = 10
/** Seconds after which it counts as abandoned if its process holds no lock: one that lost its connection has a new one by then. */
const reconnectSeconds = 10

/**
 * Releases emails whose process died: its lock ended with it. `mine` is this process, which lives. Those it had begun to hand over are flagged: nobody knows whether they
 * arrived, so staff decide whether to send them again. The others are queued again.
 */
export const releaseAbandoned = async ({ db, clock }: Holding, mine: string | null): Promise<void> => {
  const ago = (seconds: number) =>
    sql`${new Date(clock.now().getTime() - seconds * 1000).toISOString()}::timestamptz`
  // scope: emails of every school are sent by one worker
  await sql`update emails set claimed_at = null,
      state = case when started_at is null then 'queued' else 'uncertain' end,
      attempts = case when started_at is null then attempts - 1 else attempts end,
      body_cipher = case when started_at is null then body_cipher end,
      error = case when started_at is null then error else 'The server stopped while it was sending this email.' end
    where state = 'sending' and (coalesce(started_at, claimed_at) <= ${ago(leaseMinutes * 60)}
      or coalesce(started_at, claimed_at) <= ${ago(reconnectSeconds)} and claimed_by in (
        select sender.claimed_by from (
          select distinct claimed_by from emails where state = 'sending' and claimed_by is distinct from ${mine}::uuid) sender
        where not ${sql.raw(isHeld('sender.claimed_by'))}))`.execute(db)
}

/** What is saved about an email while it’s sent. Null leaves a value as it is. */
interface Step {
  readonly email: Held
  readonly state: Outcome['state'] | 'sending'
  readonly error?: string | null
  readonly started_at?: string
  readonly layout_id?: number | null
  readonly send_at?: string
  readonly sent_at?: string
  readonly via?: 'smtp' | 'mailbox'
}

/** Saves steps of several emails at once. Returns for each whether the email was still this process’s. */
const saveSteps = async (db: Database, steps: readonly Step[]): Promise<boolean[]> => {
  const column = (of: (step: Step) => unknown) => sql`${steps.map((step) => of(step) ?? null)}`
  // scope: emails of every school are sent by one worker
  const { rows } = await sql<{ id: number }>`
    update emails email set state = step.state, error = step.error,
      claimed_at = case step.state when 'sending' then email.claimed_at end,
      started_at = coalesce(step.started_at, email.started_at),
      layout_id = coalesce(step.layout_id, email.layout_id),
      send_at = coalesce(step.send_at, email.send_at),
      sent_at = coalesce(step.sent_at, email.sent_at), via = coalesce(step.via, email.via),
      body_cipher = case when step.state in ('sending', 'queued') then email.body_cipher end
    from unnest(${column(({ email }) => email.id)}::bigint[], ${column(({ email }) => email.claimed_at)}::timestamptz[],
      ${column(({ state }) => state)}::text[], ${column(({ error }) => error)}::text[],
      ${column((step) => step.started_at)}::timestamptz[], ${column((step) => step.layout_id)}::bigint[],
      ${column((step) => step.send_at)}::timestamptz[], ${column((step) => step.sent_at)}::timestamptz[],
      ${column(({ via }) => via)}::text[])
      as step(id, claimed_at, state, error, started_at, layout_id, send_at, sent_at, via)
    where email.id = step.id and email.state = 'sending' and email.claimed_at = step.claimed_at
    returning email.id`.execute(db)
  const saved = new Set(rows.map(({ id }) => id))
  return steps.map(({ email }) => saved.has(email.id))
}

/** The steps of all connections to the mail server are saved together, by database. */
const savers = new WeakMap<Database, (step: Step) => Promise<boolean>>()

const save = ({ db }: Pick<Services, 'db'>, step: Step): Promise<boolean> => {
  const saver = savers.get(db) ?? inGroups((steps: readonly Step[]) => saveSteps(db, steps))
  savers.set(db, saver)
  return saver(step)
}

/**
 * Saves that an email is being handed over, and in which layout. Returns whether it’s still this process’s to send.
 * @throws SendError if the database isn’t available, so that it isn’t sent without a trace
 */
export const begin = async (services: Holding, email: Held, layoutId: number | null): Promise<boolean> => {
  const started_at = services.clock.now().toISOString()
  try {
    return await save(services, { email, state: 'sending', started_at, layout_id: layoutId })
  } catch (error) {
    services.log.warn({ err: error, email: email.id }, 'Couldn’t begin to send an email. Retrying.')
    throw new SendError({ message: 'The database wasn’t available.', code: undefined, isHandedOver: false })
  }
}

/** Saves what became of an email, unless its claim has expired meanwhile. */
export const finish = async (
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
  email: Held,
  outcome: Outcome,
): Promise<void> => {
  const now = services.clock.now()
  await save(services, {
    email,
    state: outcome.state,
    error: 'error' in outcome ? outcome.error : null,
    ...(outcome.state === 'queued'
      ? { send_at: new Date(now.getTime() + outcome.pause * 60_000).toISOString() }
      : {}),
    ...(outcome.state === 'sent'
      ? { sent_at: now.toISOString(), via: services.settings.smtpUrl === null ? 'mailbox' : 'smtp' }
      : {}),
  })
}

/** Whether a claim is so old that sending could outlast it, because emails before it took long. */
export const isLate = ({ clock }: Holding, { claimed_at: at }: Held): boolean =>
  new Date(at).getTime() + (leaseMinutes / 2) * 60_000 < clock.now().getTime()

/**
 * Claims as many emails as the rate allows, at most `most`, in one transaction. One row of the database says until
 * when the rate is used up, so all processes together keep it; its clock counts, because theirs can differ. After a
 * pause, the emails of one second (at least one) can go at once.
 * @param perSecond emails per second
 * @param claim claims up to `room` emails and returns them
 */
export const claimWithinRate = <T>(
  db: Database,
  { perSecond, most }: { readonly perSecond: number; readonly most: number },
  claim: (trx: Database, room: number) => Promise<T[]>,
): Promise<T[]> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ room: number }>`
      select floor(greatest(1, ${perSecond}::float8)
        - greatest(0, extract(epoch from used_until - clock_timestamp())) * ${perSecond}::float8)::int as room
      from email_pace for update`.execute(trx)
    const room = Math.min(most, rows[0]?.room ?? 0)
    if (room < 1) return []
    const claimed = await claim(trx, room)
    if (claimed.length > 0)
      await sql`update email_pace set used_until =
        greatest(used_until, clock_timestamp()) + ${claimed.length / perSecond} * interval '1 second'`.execute(
        trx,
      )
    return claimed
  })
