import { sql } from 'kysely'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'

const selectEmails = (context: ScopeContext) =>
  scope
    .emails(context)
    .leftJoin('users as sender', 'sender.id', 'emails.sender_id')
    .selectAll('emails')
    .select(sql<string | null>`sender.first_name || ' ' || sender.last_name`.as('sender_name'))
export type EmailRow = Awaited<ReturnType<ReturnType<typeof selectEmails>['executeTakeFirstOrThrow']>>

interface Paging {
  readonly page: number
  readonly per_page: number
}

/** Returns a page of emails, newest first, and their total; of one student, or of everyone the scope allows. */
export const listEmails = async (
  context: ScopeContext,
  { page, per_page: perPage }: Paging,
  studentId?: number,
): Promise<{ rows: EmailRow[]; total: number }> => {
  const asked = studentId === undefined ? sql<boolean>`true` : sql<boolean>`emails.student_id = ${studentId}`
  const rows = await selectEmails(context)
    .where(asked)
    .orderBy('emails.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const { total } = await scope
    .emails(context)
    .select(sql<number>`count(*)::int`.as('total'))
    .where(asked)
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** Returns an email to a student. @throws Problem 404 if it’s unknown, foreign or about an account */
export const getEmail = async (context: ScopeContext, id: number): Promise<EmailRow> => {
  const row = await selectEmails(context)
    .where('emails.id', '=', id)
    .where('emails.student_id', 'is not', null)
    .executeTakeFirst()
  if (!row) throw problem.notFound()
  return row
}

/** Returns an email to a student and locks its row until the end of the transaction. @throws Problem 404 */
export const lockEmail = async (context: ScopeContext, id: number): Promise<EmailRow> => {
  await scope.emails(context).select('emails.id').where('emails.id', '=', id).forUpdate().execute()
  return getEmail(context, id)
}
