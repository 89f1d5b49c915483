import { sql } from 'kysely'
import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import type { FieldChange } from '#contract/platform/history/shapes.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { WebhookEvent } from '#contract/outputs/webhooks/choices.ts'
import type { Services } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { batches } from '#server/platform/lib/batches.ts'
import { doEach } from '#server/platform/lib/do-each.ts'

/** History entries that are looked at in one transaction. */
const mostEntries = 5000

/** Things that one message tells of. */
const mostItems = 100

interface Entry {
  readonly position: number
  readonly change_id: number
  readonly at: string
  readonly kind: string
  readonly subject_id: number
  readonly student_id: number | null
  readonly student_period_id: number | null
  readonly changes: readonly FieldChange[]
}

type Item = Readonly<Record<string, unknown>>

/** What each event tells of a history entry: IDs and statuses, never personal data. The receiver reads the rest by API. */
const itemsOf: Record<WebhookEvent, (entry: Entry) => readonly Item[]> = {
  'coverage_status.changed': ({ at, student_id, student_period_id, changes }) =>
    coverages.flatMap((coverage_type) =>
      changes
        .filter(({ field }) => field === statusFieldOf(coverage_type satisfies Coverage))
        .map(({ before: from, after: to }) => ({
          at,
          student_id,
          student_period_id,
          coverage_type,
          from,
          to,
        })),
    ),
  'form_submission.received': ({
    at,
    kind,
    subject_id: form_submission_id,
    student_id,
    student_period_id,
  }) => (kind === 'form_submitted' ? [{ at, form_submission_id, student_id, student_period_id }] : []),
}

interface Watching {
  readonly id: number
  readonly school_id: number
  readonly events: string[]
  /** The last seal that was looked at. */
  readonly position: number
  /** The last entry that was written before it was turned on. */
  readonly entry_id: number
}

/**
 * Queues messages about what happened since the last look. A webhook’s place in the history moves forward in the transaction
 * that queues its messages, so each thing is told in exactly one message. Returns how many were queued.
 */
export const queueMessages = async (services: Services): Promise<number> => {
  // scope: webhooks of every school that are on
  const ids = await services.db
    .selectFrom('webhooks')
    .select('id')
    .where('is_on', '=', true)
    .where('deleted_at', 'is', null)
    .execute()
  const queued = await doEach(
    services,
    'Couldn’t tell a school’s system. Retrying.',
    ids.map(({ id }) => [id, id]),
    (id) => services.db.transaction().execute((db) => lookOnce({ ...services, db }, id)),
  )
  return queued.reduce((sum, messages) => sum + messages, 0)
}

const lookOnce = async (services: Services, id: number): Promise<number> => {
  const { db } = services
  // scope: a webhook of whatever school; everything after uses its school
  const webhook: Watching | undefined = await db
    .selectFrom('webhooks')
    .select(['id', 'school_id', 'events', 'position', 'entry_id'])
    .where('id', '=', id)
    .where('is_on', '=', true)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!webhook) return 0
  const system = scope.asSystem(db, webhook.school_id)
  const { entries, place } = await readEntries(system, webhook)
  const messages = webhook.events.flatMap((event) => messagesOf(event as WebhookEvent, entries))
  const now = services.clock.now().toISOString()
  for (const batch of batches(messages, 500))
    await db
      .insertInto('webhook_deliveries')
      .values(
        batch.map(({ type, items }) => ({
          school_id: webhook.school_id,
          webhook_id: id,
          type,
          items: items.length,
          body: JSON.stringify({ type, timestamp: now, data: { items } }),
          next_try_at: now,
          created_at: now,
        })),
      )
      .execute()
  if (place !== null)
    await scope.update(system, 'webhooks').set({ position: place }).where('webhooks.id', '=', id).execute()
  return messages.length
}

/** Seals after which a place moves forward although nothing happened, so that a look stays short. */
const farBehind = 1000

/**
 * Returns the entries after a webhook’s place, and the place after them; null if it stays. Entries are read in the order in
 * which they were sealed: what is committed later is sealed later, so nothing is passed over.
 */
const readEntries = async (system: ScopeContext, { school_id, position, entry_id }: Watching) => {
  const { rows: heads } = await sql<{ position: number }>`
    select position from history_seals order by position desc limit 1`.execute(system.db)
  const head = heads[0]?.position ?? 0
  const { rows: entries } = await sql<Entry>`
    select seal.position, entry.change_id, entry.at, entry.kind, entry.subject_id, entry.student_id,
      entry.student_period_id, entry.changes
    from history_seals seal join history entry on entry.id = seal.entry_id
    where ${scope.within(system, 'entry.school_id')} and entry.school_id = ${school_id}
      and seal.position > ${position} and seal.position <= ${head} and entry.id > ${entry_id}
    order by seal.position limit ${mostEntries}`.execute(system.db)
  const last = entries.at(-1)
  const place = last && entries.length === mostEntries ? last.position : head
  return { entries, place: last !== undefined || head - position > farBehind ? place : null }
}

/** Returns the messages about one event: a change’s entries together, up to a number. */
const messagesOf = (type: WebhookEvent, entries: readonly Entry[]) =>
  [...Map.groupBy(entries, ({ change_id }) => change_id).values()].flatMap((change) =>
    [...batches(change.flatMap(itemsOf[type]), mostItems)].map((items) => ({ type, items })),
  )
