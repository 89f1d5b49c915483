import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import { figure, type Line } from './figure.ts'

type Read = (services: Pick<Services, 'db'>) => Promise<string[]>

/**
 * Jobs by kind and state of all processes: `queued` is the queue’s length, `failed` the jobs that ended without a result.
 */
const readWork: Read = async ({ db }) => {
  // scope: counts over every school, for the operator; no row or school is named
  const { rows } = await sql<{ kind: string; state: string; count: number }>`
    select 'import' as kind, state, count(*)::int as count from imports group by state
    union all select kind, state, count(*)::int from jobs group by kind, state order by kind, state`.execute(
    db,
  )
  const lines = rows.map(({ kind, state, count }): Line => [{ kind, state }, count])
  return figure('work', 'Imports and bulk changes by kind and state, across all processes.', lines)
}

/** How long entries of the history and the access log have waited for their seal. */
const readSeals: Read = async ({ db }) => {
  const { rows } = await sql<{ log: string; seconds: number }>`
    select logs.name as log, coalesce(extract(epoch from clock_timestamp() - min(added_at)), 0)::int as seconds
    from unnest(array['history', 'access_log']) logs (name) left join unsealed_entries on log = logs.name
    group by logs.name order by logs.name`.execute(db)
  return figure(
    'oldest_unsealed_seconds',
    'Age of the oldest entry that isn’t sealed, by log. More than a minute is too long.',
    rows.map(({ log, seconds }): Line => [{ log }, seconds]),
  )
}

/** What leaves: emails of the last day by state, webhook messages and checks that wait, and how long the oldest is overdue. */
const readOutgoing: Read = async ({ db }) => {
  // scope: counts over every school, for the operator; no row or school is named
  const { rows } = await sql<{ kind: string; state: string; count: number; overdue: number | null }>`
    select 'email' as kind, state, count(*)::int as count,
      extract(epoch from clock_timestamp() - min(send_at) filter (where state = 'queued'))::int as overdue
    from emails where coalesce(sent_at, send_at) > now() - interval '1 day' or state = 'queued' group by state
    union all select 'webhook', 'queued', count(*)::int,
      extract(epoch from clock_timestamp() - min(next_try_at))::int
    from webhook_deliveries where state = 'queued'
    union all select 'check', 'pending', count(*)::int,
      extract(epoch from clock_timestamp() - min(next_try_at))::int
    from eligibility_reports where retrieval_status = 'pending' order by kind, state`.execute(db)
  const overdue = rows.flatMap(({ kind, overdue: seconds }): Line[] =>
    seconds === null ? [] : [[{ kind }, Math.max(seconds, 0)]],
  )
  return [
    ...figure(
      'outgoing',
      'Emails of the last day by state, and pending webhook messages and eligibility checks.',
      rows.map(({ kind, state, count }): Line => [{ kind, state }, count]),
    ),
    ...figure('outgoing_overdue_seconds', 'How long the oldest pending one is overdue, by kind.', overdue),
  ]
}

/** When what runs by the clock was last done, and last failed. */
const readSchedules: Read = async ({ db }) => {
  const { rows } = await sql<{ kind: string; done: number | null; failed: number | null }>`
    select kind, extract(epoch from done_at)::float8 as done, extract(epoch from failed_at)::float8 as failed
    from schedule_runs order by kind`.execute(db)
  const linesOf = (of: 'done' | 'failed') =>
    rows.flatMap(({ kind, [of]: at }): Line[] => (at === null ? [] : [[{ kind }, at]]))
  return [
    ...figure('schedule_done_timestamp_seconds', 'When scheduled work was last done.', linesOf('done')),
    ...figure('schedule_failed_timestamp_seconds', 'When scheduled work last failed.', linesOf('failed')),
  ]
}

/** Returns what the database counts, for all processes. */
export const readDatabaseMetrics: Read = async (services) => {
  const parts = []
  for (const read of [readWork, readSeals, readOutgoing, readSchedules]) parts.push(await read(services))
  return parts.flat()
}
