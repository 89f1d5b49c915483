import { sql } from 'kysely'
import { reportDays, type DeliveryReport } from '#contract/mail/email-delivery/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { connectionOptions } from '../connections/smtp.ts'
import { officeTimeZone } from '#server/platform/lib/clock.ts'
import type { Settings } from '#server/platform/lib/env.ts'
import { pick } from '#server/platform/lib/pick.ts'

const mailServerOf = ({ smtpUrl }: Settings): DeliveryReport['mail_server'] => {
  if (smtpUrl === null) return null
  const url = new URL(smtpUrl)
  const { host, port, secure } = connectionOptions(url)
  return { host, port, is_tls: secure, has_login: url.username !== '' }
}

const readWaiting = async (context: Context): Promise<DeliveryReport['waiting']> => {
  const now = context.clock.now().toISOString()
  const isDue = sql`email.state = 'queued' and email.send_at <= ${now}::timestamptz`
  const { rows } = await sql<DeliveryReport['waiting']>`
    select (count(*) filter (where ${isDue}))::int as due,
      (count(*) filter (where email.state = 'queued' and email.send_at > ${now}::timestamptz))::int as later,
      min(email.send_at) filter (where ${isDue}) as oldest_due_at,
      (count(*) filter (where email.state = 'uncertain'))::int as uncertain
    from emails email
    where email.state in ('queued', 'uncertain') and ${scope.within(context, 'email.school_id')}`.execute(
    context.db,
  )
  return rows[0] ?? { due: 0, later: 0, oldest_due_at: null, uncertain: 0 }
}

interface Figures {
  readonly sent: number
  readonly kept_inside: number
  readonly failed: number
  readonly bounced: number
}

interface Counted extends Figures {
  readonly day: string
  readonly school_id: number | null
  readonly school: string | null
}

/** Counts the emails of the last days by day and school. */
const countByDay = async (context: Context): Promise<Counted[]> => {
  const from = new Date(context.clock.now().getTime() - reportDays * 86_400_000).toISOString()
  const at = sql`coalesce(email.sent_at, email.send_at)`
  const { rows } = await sql<Counted>`
    select (${at} at time zone ${officeTimeZone})::date::text as day, email.school_id, school.name as school,
      (count(*) filter (where email.state = 'sent' and email.via = 'smtp'))::int as sent,
      (count(*) filter (where email.state = 'sent' and email.via = 'mailbox'))::int as kept_inside,
      (count(*) filter (where email.state = 'failed'))::int as failed,
      (count(*) filter (where email.state = 'bounced'))::int as bounced
    from emails email left join schools school on school.id = email.school_id
    where ${at} >= ${from}::timestamptz and email.state in ('sent', 'failed', 'bounced')
      and ${scope.within(context, 'email.school_id')}
    group by 1, 2, 3`.execute(context.db)
  return rows
}

const sumOf = (rows: readonly Figures[]): Figures => {
  const sum = (name: keyof Figures) => rows.reduce((total, row) => total + row[name], 0)
  return {
    sent: sum('sent'),
    kept_inside: sum('kept_inside'),
    failed: sum('failed'),
    bounced: sum('bounced'),
  }
}

const allOf = ({ sent, kept_inside: inside, failed, bounced }: Figures): number =>
  sent + inside + failed + bounced

/** Returns how email delivery is doing: the setup, the last days, and what’s waiting. */
export const readDeliveryReport = async (context: Context): Promise<DeliveryReport> => {
  const { settings } = context.services
  const counted = await countByDay(context)
  const suppressed = await context.db
    .selectFrom('suppressed_addresses')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    mail_server: mailServerOf(settings),
    sender: settings.emailFrom,
    signature: settings.dkim && pick(settings.dkim, ['selector', 'domain']),
    rate: settings.emailRate,
    receives_events: settings.emailEventsSecret !== null,
    waiting: await readWaiting(context),
    suppressed_addresses: suppressed.count,
    totals: sumOf(counted),
    days: [...Map.groupBy(counted, ({ day }) => day)]
      .map(([day, rows]) => ({ day, ...sumOf(rows) }))
      .toSorted((one, other) => (one.day < other.day ? 1 : -1)),
    schools: [...Map.groupBy(counted, ({ school_id: id }) => id)]
      .map(([id, rows]) => ({ id, name: rows[0]?.school ?? null, ...sumOf(rows) }))
      .toSorted((one, other) => allOf(other) - allOf(one)),
  }
}
