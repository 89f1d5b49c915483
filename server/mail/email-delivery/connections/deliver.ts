import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { suppressedAmong } from '../queries/suppression.ts'
import { holdPoolLock } from '#server/platform/jobs/index.ts'
import { startLoop } from '#server/platform/lib/start-loop.ts'
import {
  envelopeOf,
  prepareLayouts,
  withFormToken,
  type IssueFormToken,
  type Layouts,
  type SendingEmail,
} from './envelope.ts'
import { begin, finish, isLate, releaseAbandoned, type Held, claimWithinRate } from './lease.ts'
import { linkIsGone } from '../commands/link-text.ts'
import { outcomeOf, type Outcome } from '../rules/outcomes.ts'
import { connect, newMessageId, SendError, type Connection } from './smtp.ts'

type Delivering = Pick<Services, 'db' | 'clock' | 'keys' | 'settings' | 'log'>

/** An email this process has claimed. */
interface Claimed extends SendingEmail, Held {
  readonly attempts: number
}

/** Emails claimed at once, and connections to the mail server that share them. */
const [batchSize, lanes] = [100, 5]

/** Claims emails that are due, as many as the mail server’s rate allows. */
const claimDue = (services: Delivering, by: string | null): Promise<Claimed[]> => {
  const { emailRate: perSecond, smtpUrl } = services.settings
  const claim = (db: Database, room: number) => claimSome({ ...services, db }, room, by)
  return smtpUrl === null
    ? claim(services.db, batchSize)
    : claimWithinRate(services.db, { perSecond, most: batchSize }, claim)
}

/** Claims emails that are due, so that no other process sends them. One-time links go out by mail server only. */
const claimSome = async (
  { db, clock, settings }: Delivering,
  room: number,
  by: string | null,
): Promise<Claimed[]> => {
  const now = clock.now().toISOString()
  const domain = settings.emailFrom ?? 'shipmate.invalid'
  const isPost = settings.smtpUrl !== null
  // scope: emails of every school are sent by one worker
  const { rows } = await sql<Claimed>`
    with due as (
      select id, school_id from emails
      where state = 'queued' and send_at <= ${now}::timestamptz
        and (${isPost} or body is not null)
      order by send_at, id limit ${room} for update skip locked)
    update emails email set state = 'sending', claimed_at = ${now}::timestamptz, claimed_by = ${by}::uuid, started_at = null,
      attempts = email.attempts + 1,
      message_id = coalesce(email.message_id, replace(${newMessageId(domain)}, '@', '.' || email.id || '@'))
    from due left join schools school on school.id = due.school_id
    where email.id = due.id
    returning email.id, email.kind, email.to_address, email.to_name, email.subject, email.body, email.body_cipher,
      email.html, email.language, email.school_id, email.form_submission_id, email.message_id, email.attempts, email.claimed_at,
      coalesce(school.email_settings->>'sender_name', school.name) as sender_name,
      coalesce(email.reply_to, school.email_settings->>'reply_to') as reply_to`.execute(db)
  return rows
}

/** Finishes the emails to addresses that get none, with the reason. Returns the others. */
const leaveOutSuppressed = async (services: Delivering, due: readonly Claimed[]): Promise<Claimed[]> => {
  const reasons = await suppressedAmong(
    services.db,
    due.map(({ to_address: address }) => address),
  )
  const reasonOf = ({ to_address: address }: Claimed) => reasons.get(address.toLowerCase())
  await Promise.all(
    due.map(async (email) => {
      const error = reasonOf(email)
      if (error !== undefined) await finish(services, email, { state: 'suppressed', error })
    }),
  )
  return due.filter((email) => reasonOf(email) === undefined)
}

/** How a group of emails is sent. */
interface Way {
  readonly smtpUrl: string
  readonly layouts: Layouts
  readonly issueFormToken: IssueFormToken
}

/** Sends emails one after another over one connection, which it opens for the first. */
const sendAll = async (
  services: Delivering,
  { smtpUrl, layouts, issueFormToken }: Way,
  next: () => Claimed | undefined,
) => {
  const open: { connection?: Connection | undefined } = {}
  /** Returns what became of an email; null if its claim has ended, so another process may send it. */
  const send = async (email: Claimed): Promise<Outcome | null> => {
    if (isLate(services, email)) return { state: 'queued', error: 'The mail server is slow.', pause: 0 }
    try {
      const envelope = envelopeOf(services, email, layouts)
      if (envelope === null) return { state: 'canceled', error: linkIsGone }
      open.connection ??= await connect(smtpUrl)
      const complete = await withFormToken(services, email, envelope, issueFormToken)
      if (!(await begin(services, email, layouts.get(email.id)?.id ?? null))) return null
      await open.connection.send(complete)
      return { state: 'sent' }
    } catch (error) {
      open.connection?.close()
      open.connection = undefined
      if (error instanceof SendError) return outcomeOf(error.failure, email.attempts)
      services.log.error({ err: error, email: email.id }, 'An email couldn’t be written.')
      return { state: 'failed', error: 'Shipmate couldn’t create this email.' }
    }
  }
  for (let email = next(); email; email = next()) {
    const outcome = await send(email)
    if (outcome) await finish(services, email, outcome)
  }
  open.connection?.close()
}

/** Moves emails to the mailbox inside Shipmate. */
const keepInside = async (services: Delivering, emails: readonly Claimed[], layouts: Layouts) => {
  await Promise.all(
    emails.map(async (email) => {
      if (await begin(services, email, layouts.get(email.id)?.id ?? null))
        await finish(services, email, { state: 'sent' })
    }),
  )
}

const issueNone: IssueFormToken = () => Promise.resolve(null)

/**
 * Sends the emails that are due: over the mail server of `SMTP_URL`, or without one into the mailbox inside
 * Shipmate. Returns how many were due. Each email is claimed first, so that several processes can send at once.
 * `by` is the ID under whose lock they’re claimed; without one, a claim only ends after its time. Without `issueFormToken`,
 * links to a form lead to the status page.
 */
export const deliverDue = async (
  services: Delivering,
  by: string | null = null,
  issueFormToken: IssueFormToken = issueNone,
): Promise<number> => {
  await releaseAbandoned(services, by)
  const due = await claimDue(services, by)
  const waiting = await leaveOutSuppressed(services, due)
  const layouts = await prepareLayouts(services, waiting)
  const { smtpUrl } = services.settings
  if (smtpUrl === null) await keepInside(services, waiting, layouts)
  else {
    const way = { smtpUrl, layouts, issueFormToken }
    await Promise.all(Array.from({ length: lanes }, () => sendAll(services, way, () => waiting.shift())))
  }
  return due.length
}

/** Milliseconds between looks for emails that are due, and while there are some that the rate holds back. */
const [lookEvery, lookAgain] = [1000, 250]

const pauseAfter = (due: number): number => {
  if (due === batchSize) return 0
  return due > 0 ? lookAgain : lookEvery
}

/**
 * Milliseconds after which the next emails are sent while some of the last ones are still on their way: a mail server that
 * hangs in one conversation doesn’t hold the others.
 */
const hungAfter = 5000

/** The most groups of emails on their way at once. */
const mostAtOnce = 4

/**
 * Sends emails as they become due (`deliverDue`). Returns a function that lets running deliveries finish and stops.
 */
export const startDelivery = (
  services: Delivering & Pick<Services, 'pool'>,
  issueFormToken?: IssueFormToken,
): (() => Promise<void>) => {
  const id = randomUUID()
  const lock = holdPoolLock(services.pool, id, services.log)
  const stopping = Promise.withResolvers<false>()
  const underway = new Set<Promise<number>>()
  const deliver = (): Promise<number> => {
    const run = deliverDue(services, id, issueFormToken)
      .catch((error: unknown) => {
        services.log.warn({ err: error }, 'Couldn’t send emails. Retrying.')
        return 0
      })
      .finally(() => underway.delete(run))
    underway.add(run)
    return run
  }
  const stop = startLoop(async () => {
    // nothing is claimed while other processes could take this one for dead
    if (!(await Promise.race([lock.held().then(() => true), stopping.promise]))) return lookEvery
    if (underway.size >= mostAtOnce) await Promise.race([...underway, stopping.promise])
    else {
      const due = await Promise.race([deliver(), setTimeout(hungAfter, null, { ref: false })])
      if (due !== null) return pauseAfter(due)
    }
    return 0
  })
  return async () => {
    stopping.resolve(false)
    await stop()
    await Promise.all(underway)
    lock.stop()
  }
}
