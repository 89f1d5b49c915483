import { sql } from 'kysely'
import type { MessageQueue } from '#contract/review/student-messages/shapes.ts'
import { listedName } from '#server/platform/db/person-names.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'

const selectMessages = (context: ScopeContext) =>
  scope
    .studentMessages(context)
    .leftJoin('students as s', 's.id', 'student_messages.student_id')
    .leftJoin('users as doer', 'doer.id', 'student_messages.done_by_id')
    .selectAll('student_messages')
    .select([
      listedName('s').as('student_name'),
      's.sid',
      sql<string | null>`doer.first_name || ' ' || doer.last_name`.as('done_by_name'),
    ])

/** A message with the names that its reply has. */
export type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>['executeTakeFirstOrThrow']>>

/** Which messages to list: of a policy year or of a student. */
interface Which {
  readonly periodId?: number
  readonly studentId?: number
  readonly queue?: MessageQueue | undefined
}

const conditionOf = ({ periodId, studentId, queue }: Which) => {
  const open = sql<boolean>`student_messages.done_at is null`
  const ofQueue = {
    open,
    unmatched: sql<boolean>`${open} and student_messages.student_id is null`,
    done: sql<boolean>`student_messages.done_at is not null`,
  }
  const conditions = [
    ...(periodId === undefined ? [] : [sql<boolean>`student_messages.period_id = ${periodId}`]),
    ...(studentId === undefined ? [] : [sql<boolean>`student_messages.student_id = ${studentId}`]),
    ...(queue === undefined ? [] : [ofQueue[queue]]),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Returns a page of messages, newest first, and their total. */
export const listMessages = async (
  context: ScopeContext,
  which: Which,
  { page, per_page: perPage }: { readonly page: number; readonly per_page: number },
): Promise<{ rows: MessageRow[]; total: number }> => {
  const condition = conditionOf(which)
  const rows = await selectMessages(context)
    .where(condition)
    .orderBy('student_messages.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const { total } = await scope
    .studentMessages(context)
    .select(sql<number>`count(*)::int`.as('total'))
    .where(condition)
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** Returns a message. @throws Problem 404 */
export const getMessage = async (context: ScopeContext, id: number): Promise<MessageRow> => {
  const row = await selectMessages(context).where('student_messages.id', '=', id).executeTakeFirst()
  if (!row) throw problem.notFound()
  return row
}

/** Returns a message and locks its row until the end of the transaction. @throws Problem 404 */
export const lockMessage = async (context: ScopeContext, id: number): Promise<MessageRow> => {
  await scope
    .studentMessages(context)
    .select('student_messages.id')
    .where('student_messages.id', '=', id)
    .forUpdate()
    .execute()
  return getMessage(context, id)
}
