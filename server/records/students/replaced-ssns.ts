import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'

/** Saves the encrypted SSNs that a change is about to replace, because the history has only masks. */
export const saveSsns = async (context: Context, changeId: number, ids: readonly number[]): Promise<void> => {
  await sql`
    insert into replaced_ssns (change_id, student_id, ssn_cipher, ssn_index, ssn_last_four)
    select ${changeId}::bigint, s.id, s.ssn_cipher, s.ssn_index, s.ssn_last_four
    from students s where s.id = any(${[...ids]}::bigint[]) and ${scope.within(context, 's.school_id')}
      and s.ssn_cipher is not null`.execute(context.db)
}

/**
 * Restores the SSNs that a change replaced, or clears them if there were none. Saves the current ones, so that
 * the undo can be undone. The database holds one that another student has now.
 */
export const restoreSsns = async (
  context: Context,
  { changeId, undoId }: { changeId: number; undoId: number },
  ids: readonly number[],
): Promise<void> => {
  if (ids.length === 0) return
  await saveSsns(context, undoId, ids)
  await sql`
    update students s
    set ssn_cipher = former.ssn_cipher, ssn_index = former.ssn_index, ssn_last_four = former.ssn_last_four,
      version = s.version + 1, updated_at = ${context.clock.now().toISOString()}
    from unnest(${[...ids]}::bigint[]) as asked(id)
    left join replaced_ssns former on former.change_id = ${changeId} and former.student_id = asked.id
    where s.id = asked.id and ${scope.within(context, 's.school_id')}`.execute(context.db)
}
