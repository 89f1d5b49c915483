import type { StudentMessage } from '#contract/review/student-messages/shapes.ts'
import { pick } from '#server/platform/lib/pick.ts'
import type { MessageRow } from './queries.ts'

/** Returns a message as in its reply. */
export const presentMessage = (row: MessageRow): StudentMessage => ({
  ...pick(row, [
    'id',
    'period_id',
    'reference',
    'topic',
    'name',
    'email',
    'message',
    'created_at',
    'done_at',
    'version',
  ]),
  student:
    row.student_id === null || row.student_period_id === null
      ? null
      : {
          id: row.student_id,
          student_period_id: row.student_period_id,
          name: row.student_name,
          sid: row.sid ?? '',
        },
  done_by: row.done_by_id === null ? null : { id: row.done_by_id, name: row.done_by_name ?? '' },
})
