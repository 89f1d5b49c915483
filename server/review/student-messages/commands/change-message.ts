import type { FieldChange, HistoryKind } from '#contract/platform/history/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { assertNotErased } from '#server/platform/db/record-locks.ts'
import { scope } from '#server/platform/db/scope.ts'
import { fieldChanges, recordHistory } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { presentMessage } from '../present.ts'
import { lockMessage, type MessageRow } from '../queries.ts'

/** Locks a message and checks its version. @throws Problem 404, 409 with the current message */
const open = async (context: Context, id: number, version: number): Promise<MessageRow> => {
  const row = await lockMessage(context, id)
  if (row.version !== version) throw problem.stale(presentMessage(row))
  return row
}

type Fields = Partial<Pick<MessageRow, 'student_id' | 'student_period_id' | 'done_at' | 'done_by_id'>>

const write = async (
  context: Context,
  row: MessageRow,
  kind: HistoryKind,
  { fields, changes }: { readonly fields: Fields; readonly changes: readonly FieldChange[] },
): Promise<void> => {
  await scope
    .update(context, 'student_messages')
    .set({ ...fields, version: row.version + 1 })
    .where('student_messages.id', '=', row.id)
    .execute()
  await recordHistory(context, { kind, schoolId: row.school_id }, [
    {
      kind,
      subject: { type: 'student_message', id: row.id },
      school_id: row.school_id,
      student_id: fields.student_id ?? row.student_id,
      student_period_id: fields.student_period_id ?? row.student_period_id,
      changes,
    },
  ])
}

/**
 * Says which student of the policy year sent a message.
 * @throws Problem 404; 409 stale, or if it’s already matched; 422 on `student_period_id`
 */
export const matchMessage = async (
  context: Context,
  id: number,
  ask: { readonly student_period_id: number; readonly version: number },
): Promise<void> => {
  const row = await open(context, id, ask.version)
  if (row.student_id !== null) throw problem.stale(presentMessage(row), 'This message already has a student.')
  const record = await scope
    .studentPeriods(context)
    .select(['student_periods.id', 'student_periods.student_id'])
    .where('student_periods.id', '=', ask.student_period_id)
    .where('student_periods.period_id', '=', row.period_id)
    .executeTakeFirst()
  if (!record) throw problem.selected('student_period_id')
  await assertNotErased(context, record.student_id)
  await write(context, row, 'message_matched', {
    fields: { student_id: record.student_id, student_period_id: record.id },
    changes: [{ field: 'reference', before: null, after: row.reference }],
  })
}

/** Marks a message as done, or opens it again. Nothing changes if it’s so already. @throws Problem 404, 409 */
export const changeState = async (
  context: Context,
  id: number,
  { is_done: isDone, version }: { readonly is_done: boolean; readonly version: number },
): Promise<void> => {
  const row = await open(context, id, version)
  if ((row.done_at !== null) === isDone) return
  const done_at = isDone ? context.clock.now().toISOString() : null
  await write(context, row, isDone ? 'message_done' : 'message_reopened', {
    fields: { done_at, done_by_id: isDone ? context.caller.id : null },
    changes: fieldChanges({ ...row }, { done_at }),
  })
}
