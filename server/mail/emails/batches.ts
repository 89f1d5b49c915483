import { sql, type RawBuilder } from 'kysely'
import type { EmailBatch } from '#contract/mail/emails/compose.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'

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
        from users sender where sender.id = act.actor_id) as sender
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

/** Cancels the emails of a batch that are still queued, with history. Returns how many. @throws Problem 404 */
export const stopBatch = async (context: Context, id: number): Promise<number> => {
  await getBatch(context, id)
  const canceled = await scope
    .update(context, 'emails')
    .set({ state: 'canceled', error: 'Staff stopped these emails.' })
    .where('emails.change_id', '=', id)
    .where('emails.state', '=', 'queued')
    .returning([
      'emails.id',
      'emails.school_id',
      'emails.student_id',
      'emails.student_period_id',
      'emails.subject',
    ])
    .execute()
  if (canceled.length === 0) return 0
  const schools = new Set(canceled.map(({ school_id: schoolId }) => schoolId))
  const [school = null] = schools
  await recordHistory(
    context,
    { kind: 'emails_stopped', cause: 'bulk', schoolId: schools.size === 1 ? school : null },
    canceled.map((email) => ({
      kind: 'email_canceled',
      subject: { type: 'student_email', id: email.id },
      school_id: email.school_id,
      student_id: email.student_id,
      student_period_id: email.student_period_id,
      changes: [{ field: 'subject', before: email.subject, after: null }],
    })),
  )
  return canceled.length
}
