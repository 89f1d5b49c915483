import { coverageLabels } from '#contract/coverage/choices.ts'
import type { Context } from '../context.ts'
import { batches } from '../lib/batches.ts'
import type { Changed } from './commands/bulk.ts'

/** Puts the waiver-approved confirmation of every approved waiver into the outbox, in the same transaction. */
export const queueWaiverApprovals = async (context: Context, changed: readonly Changed[]): Promise<void> => {
  const at = context.clock.now().toISOString()
  const messages = changed.flatMap(({ row, verdict }) => {
    const approved = verdict.moves.filter(({ event }) => event === 'approve_waiver')
    if (approved.length === 0 || row.email === null) return []
    const lines = approved.map(({ coverage }) => coverageLabels[coverage].toLowerCase()).join(' and ')
    return [
      {
        kind: 'waiver_approved_confirmation',
        to_address: row.email,
        to_name: row.name,
        subject: 'Your insurance waiver is approved',
        body: `Your waiver of ${lines} coverage is approved. You need not do anything else.`,
        school_id: row.school_id,
        student_id: row.student_id,
        created_at: at,
      },
    ]
  })
  for (const batch of batches(messages, 1000))
    await context.db
      .insertInto('outbox')
      .values([...batch])
      .execute()
}
