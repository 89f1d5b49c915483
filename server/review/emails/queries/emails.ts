import { sql, type RawBuilder } from 'kysely'
import { isAdmin } from '#contract/platform/access.ts'
import type { HandlerInput } from '#contract/platform/endpoint.ts'
import type { EmailBatch } from '#contract/review/emails/compose.ts'
import type { listMailbox } from '#contract/review/emails/endpoints.ts'
import { openStates } from '#contract/review/emails/shapes.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { likeText, searchWords } from '#server/platform/lib/table.ts'
import { problem } from '#server/platform/problem.ts'

const selectEmails = (context: ScopeContext) =>
  scope
    .emails(context)
    .leftJoin('users as sender', 'sender.id', 'emails.sender_id')
    .selectAll('emails')
    .select(sql<string | null>`sender.first_name || ' ' || sender.last_name`.as('sender_name'))
export type EmailRow = Awaited<ReturnType<ReturnType<typeof selectEmails>['executeTakeFirstOrThrow']>>

/** A page of emails, and which; without conditions those of everyone the scope allows. */
type Asked = HandlerInput<typeof listMailbox>['query'] & { readonly student_id?: number }

/** What a search looks in; an index has it. */
const searched = sql`shipmate_fold(emails.to_address || ' ' || emails.to_name || ' ' || emails.subject)`

const equalColumns = ['student_id', 'school_id', 'kind', 'via'] as const

const conditionsOf = (asked: Asked): RawBuilder<boolean>[] => [
  sql`true`,
  ...equalColumns.flatMap((column) =>
    asked[column] === undefined ? [] : [sql<boolean>`${sql.ref(`emails.${column}`)} = ${asked[column]}`],
  ),
  ...(asked.state === undefined
    ? []
    : [sql<boolean>`emails.state = any(${asked.state === 'open' ? openStates : [asked.state]})`]),
  ...searchWords(asked.search).map(
    (word) => sql<boolean>`${searched} like shipmate_fold(${`%${likeText(word)}%`})`,
  ),
]

/** Returns a page of emails, newest first, and their total. */
export const listEmails = async (
  context: ScopeContext,
  query: Asked,
): Promise<{ rows: EmailRow[]; total: number }> => {
  const { page, per_page: perPage } = query
  const asked = sql<boolean>`${sql.join(conditionsOf(query), sql` and `)}`
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

/** Emails to senders of forms without a student: only those who review forms see them. */
const isToSender = ({ caller }: ScopeContext, alias: 'emails' | 'mine'): RawBuilder<boolean> =>
  isAdmin(caller) ? sql<boolean>`${sql.ref(`${alias}.form_submission_id`)} is not null` : sql<boolean>`false`

/** Returns an email to a student, or to the sender of a form. @throws Problem 404 if it’s unknown, foreign or about an account */
export const getEmail = async (context: ScopeContext, id: number): Promise<EmailRow> => {
  const row = await selectEmails(context)
    .where('emails.id', '=', id)
    .where(sql<boolean>`(emails.student_id is not null or ${isToSender(context, 'emails')})`)
    .executeTakeFirst()
  if (!row) throw problem.notFound()
  return row
}

/** Returns an email to a student and locks its row until the end of the transaction. @throws Problem 404 */
export const lockEmail = async (context: ScopeContext, id: number): Promise<EmailRow> => {
  await scope.emails(context).select('emails.id').where('emails.id', '=', id).forUpdate().execute()
  return getEmail(context, id)
}

const readBatches = async (
  context: ScopeContext,
  which: RawBuilder<unknown>,
  rest: RawBuilder<unknown> = sql``,
): Promise<EmailBatch[]> => {
  const { rows } = await sql<EmailBatch>`
    with counted as (
      select email.change_id, email.state, count(*)::int as quantity, min(email.id) as first,
        (count(*) filter (where email.state = 'sent' and email.via = 'mailbox'))::int as kept_inside
      from emails email
      where ${which} and ${scope.within(context, 'email.school_id')}
      group by email.change_id, email.state
    ), batch as (
      select change_id, min(first) as first, sum(quantity)::int as total, sum(kept_inside)::int as kept_inside,
        jsonb_object_agg(state, quantity) as by_state
      from counted group by change_id
    )
    select act.id, email.subject, email.kind, act.at as queued_at, email.send_at, batch.total, batch.kept_inside,
      batch.by_state,
      (select jsonb_build_object('id', sender.id, 'name', sender.first_name || ' ' || sender.last_name)
        from users sender where sender.id = act.actor_id) as sender,
      (select jsonb_build_object('email_id', email.id, 'to', email.to_address, 'form_submission_id', form.id,
          'period_id', form.period_id)
        from form_submissions form where form.id = email.form_submission_id and email.student_id is null
          and ${scope.within(context, 'form.school_id')}) as to_sender
    from batch
    join changes act on act.id = batch.change_id and act.kind = 'emails_composed'
    join emails email on email.id = batch.first and ${scope.within(context, 'email.school_id')}
    order by act.id desc ${rest}`.execute(context.db)
  return rows
}

/** Returns a batch of emails within the caller’s schools. @throws Problem 404 */
export const getBatch = async (context: ScopeContext, id: number): Promise<EmailBatch> => {
  const [batch] = await readBatches(context, sql`email.change_id = ${id}`)
  if (!batch) throw problem.notFound()
  return batch
}

interface BatchPage {
  readonly school_id: number
  readonly page: number
  readonly per_page: number
}

/** Returns a page of a school’s batches, newest first. */
export const listBatches = async (
  context: ScopeContext,
  { school_id: schoolId, page, per_page: perPage }: BatchPage,
): Promise<{ rows: EmailBatch[]; total: number }> => {
  const changes = sql`from changes act where act.kind = 'emails_composed' and exists (
    select from emails mine where mine.change_id = act.id and mine.school_id = ${schoolId}
      and (mine.student_id is not null or ${isToSender(context, 'mine')})
      and ${scope.within(context, 'mine.school_id')})`
  const { rows: found } = await sql<{ id: number }>`
    select act.id ${changes} order by act.id desc limit ${perPage} offset ${(page - 1) * perPage}`.execute(
    context.db,
  )
  const counted = await sql<{ total: number }>`select count(*)::int as total ${changes}`.execute(context.db)
  const ids = found.map(({ id }) => id)
  const rows =
    ids.length === 0
      ? []
      : await readBatches(
          context,
          sql`email.change_id = any(${ids}::bigint[]) and email.school_id = ${schoolId}`,
        )
  return { rows, total: counted.rows[0]?.total ?? 0 }
}
