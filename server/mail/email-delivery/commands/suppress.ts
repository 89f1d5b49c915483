import { sql } from 'kysely'
import { suppressionLabels } from '#contract/mail/email-delivery/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldChanges, recordHistory, type HistoryContext } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import type { Suppression } from '../queries/suppression.ts'

/** Adds an address, with history, unless it’s listed. Returns its ID; null if it was listed. */
export const suppress = async (
  context: HistoryContext,
  { address, source: why, reason }: Suppression,
): Promise<number | null> => {
  const { rows } = await sql<{ id: number }>`
    insert into suppressed_addresses as listed (address, source, reason, since, added_by)
    values (${address.toLowerCase()}, ${why}, ${reason}, ${context.clock.now().toISOString()},
      ${context.caller?.id ?? null})
    on conflict (address) do update set source = excluded.source, reason = excluded.reason, since = excluded.since,
      added_by = excluded.added_by, removed_at = null
    where listed.removed_at is not null
    returning id`.execute(context.db)
  const id = rows[0]?.id ?? null
  if (id !== null)
    await recordHistory(
      context,
      { kind: 'address_suppressed', cause: context.caller ? 'person' : 'system' },
      [
        {
          kind: 'address_suppressed',
          subject: { type: 'suppressed_address', id },
          reason,
          changes: fieldChanges({}, { address: address.toLowerCase(), source: suppressionLabels[why] }),
        },
      ],
    )
  return id
}

/** Adds an address for staff. Returns its ID. @throws Problem 409 if it’s listed */
export const addSuppressed = async (
  context: Context,
  { address, reason }: Omit<Suppression, 'source'>,
): Promise<number> => {
  const id = await suppress(context, { address, reason, source: 'added' })
  if (id === null) throw problem.exists('This address is already blocked.')
  return id
}

/** Removes an address, so that it gets emails again. @throws Problem 404 */
export const removeSuppressed = async (context: Context, id: number): Promise<void> => {
  const row = await context.db
    .updateTable('suppressed_addresses')
    .set({ removed_at: context.clock.now().toISOString() })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning('address')
    .executeTakeFirst()
  if (!row) throw problem.notFound()
  await recordHistory(context, { kind: 'address_released' }, [
    {
      kind: 'address_released',
      subject: { type: 'suppressed_address', id },
      changes: [{ field: 'address', before: row.address, after: null }],
    },
  ])
}
