import { sql } from 'kysely'
import { claimMinutes } from '#contract/review/form-submissions/choices.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { announceForm } from '#server/platform/live/announce.ts'
import { problem } from '#server/platform/problem.ts'
import { suggest } from '#server/review/decisions/index.ts'

interface ClaimedForm {
  readonly id: number
  readonly school_id: number
  readonly period_id: number
  readonly claimed_by_id: number | null
  readonly claimed_by: string | null
  readonly is_claimed: boolean
}

/** Locks a form and reads its claim. @throws Problem 404 */
const lockForm = async (context: Context, id: number): Promise<ClaimedForm> => {
  const { rows } = await sql<ClaimedForm>`
    select form.id, form.school_id, form.period_id, form.claimed_by_id,
      (select first_name || ' ' || last_name from users where users.id = form.claimed_by_id) as claimed_by,
      form.claimed_until is not null and form.claimed_until > ${context.clock.now().toISOString()}::timestamptz
        as is_claimed
    from form_submissions form where form.id = ${id} and ${scope.within(context, 'form.school_id')}
    for update`.execute(context.db)
  if (!rows[0]) throw problem.notFound()
  return rows[0]
}

/**
 * Claims a form for some minutes, or renews the caller’s claim. Returns when it runs out (ISO). Claims aren’t recorded
 * in the history, because no business data changes. The form is judged by the newest evidence, so that whoever reviews
 * it sees what the rules suggest now.
 * @throws Problem 404; 409 busy if someone else has it, unless it’s taken over
 */
export const claimForm = async (
  context: Context,
  id: number,
  { take_over: takesOver = false }: { readonly take_over?: boolean | undefined },
): Promise<string> => {
  const form = await lockForm(context, id)
  const isOwn = form.is_claimed && form.claimed_by_id === context.caller.id
  if (form.is_claimed && !isOwn && !takesOver)
    throw problem.busy(`${form.claimed_by ?? 'Someone else'} is reviewing this form.`)
  const until = new Date(context.clock.now().getTime() + claimMinutes * 60_000).toISOString()
  await scope
    .update(context, 'form_submissions')
    .set({ claimed_by_id: context.caller.id, claimed_until: until })
    .where('form_submissions.id', '=', id)
    .execute()
  await suggest(context, [id])
  if (!isOwn) await announceForm(context, form)
  return until
}

/** Ends the caller’s claim on a form. Someone else’s stays. @throws Problem 404 */
export const releaseForm = async (context: Context, id: number): Promise<void> => {
  const form = await lockForm(context, id)
  if (form.claimed_by_id !== context.caller.id) return
  await scope
    .update(context, 'form_submissions')
    .set({ claimed_by_id: null, claimed_until: null })
    .where('form_submissions.id', '=', id)
    .execute()
  await announceForm(context, form)
}

/**
 * Marks a form as seen, for all admins. The first time stays. It isn’t recorded in the history: the access log says who
 * opened the form.
 * @throws Problem 404
 */
export const markSeen = async (context: Context, id: number): Promise<void> => {
  const form = await scope
    .formSubmissions(context)
    .select([
      'form_submissions.id',
      'form_submissions.school_id',
      'form_submissions.period_id',
      'form_submissions.seen_at',
    ])
    .where('form_submissions.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!form) throw problem.notFound()
  if (form.seen_at !== null) return
  await scope
    .update(context, 'form_submissions')
    .set({ seen_at: context.clock.now().toISOString() })
    .where('form_submissions.id', '=', id)
    .execute()
  await announceForm(context, form)
}
