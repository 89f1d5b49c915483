import type { Context } from '#server/platform/context.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'

/** Marks a finding as looked at, with a note. @throws Problem 404, 409 if someone was faster */
export const markLookedAt = async (context: Context, id: number, note: string): Promise<void> => {
  const found = await context.db
    .selectFrom('activity_findings')
    .select('looked_at')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw problem.notFound()
  if (found.looked_at !== null) throw problem.busy('Someone else already reviewed this.')
  await context.db
    .updateTable('activity_findings')
    .set({ looked_at: context.clock.now().toISOString(), looked_at_by_id: context.caller.id, note })
    .where('id', '=', id)
    .execute()
  const kind = 'activity_finding_looked_at'
  const changes = [{ field: 'note', before: null, after: note }]
  await recordHistory(context, { kind }, [{ kind, subject: { type: 'activity_finding', id }, changes }])
}
