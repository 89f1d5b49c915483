import { sql, type RawBuilder } from 'kysely'
import { highRisk, type QueueName } from '#contract/review/form-submissions/choices.ts'
import { queues } from '#contract/review/form-submissions/queues.ts'
import type { QueueQuantities } from '#contract/review/form-submissions/review-shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { statusIn } from '#server/platform/coverage/index.ts'
import { scope, selectPeriod } from '#server/platform/db/scope.ts'
import { awaitsSecondReview, hasDisagreement, isActionable } from '#server/review/decisions/index.ts'
import { addBusinessDays } from '#server/platform/lib/days.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { keysOf } from '#server/platform/lib/pick.ts'

type Reader = Pick<Context, 'caller' | 'clock'>
type Condition = RawBuilder<boolean>

const isPresent = sql<boolean>`form.progress = 'complete' and form.superseded_by_id is null`

/** Returns the condition that the claim on the form `form` hasn’t run out. */
export const isClaimed = ({ clock }: Pick<Context, 'clock'>): Condition =>
  sql<boolean>`form.claimed_until > ${clock.now().toISOString()}::timestamptz`

/** Returns the condition that what counts for some coverage type of the form is 'unable to process'. */
const isUnableToProcess = (context: Reader, isAnswerDue: Condition): Condition => sql<boolean>`
  ${isPresent} and exists (
    select from (
      select distinct on (outcome.coverage_type) outcome.coverage_type, outcome.outcome, outcome.respond_by
      from decision_outcomes outcome
      where outcome.submission_id = form.id and outcome.undone_at is null
        and ${scope.within(context, 'outcome.school_id')}
      order by outcome.coverage_type, outcome.id desc) latest
    join student_periods record on record.id = form.student_period_id and ${scope.within(context, 'record.school_id')}
    where latest.outcome = 'utp' and latest.coverage_type = any(form.decided_coverages) and ${isAnswerDue}
      and ${statusIn('record', 'latest.coverage_type')}
        in ('waiver_utp', 'enrolled_waiver_utp', 'enrollment_utp', 'waived_enrollment_utp'))`

/** Returns the condition of each queue on the form `form`, as its meaning in the contract says. */
const conditionsFor = (context: Reader): Record<QueueName, Condition> => {
  const today = dayIn(context.clock, officeTimeZone)
  const isOpen = sql<boolean>`${isPresent} and form.decision <> 'decided' and ${isActionable(context, 'form')}`
  const isToReview = sql<boolean>`${isOpen} and form.student_period_id is not null`
  return {
    to_review: isToReview,
    overdue: sql`${isToReview} and form.deadline_on < ${today}::date`,
    due_soon: sql`${isToReview} and form.deadline_on between ${today}::date and ${addBusinessDays(today, 1)}::date`,
    unseen: sql`${isOpen} and form.seen_at is null`,
    unmatched: sql`${isOpen} and form.student_period_id is null`,
    high_risk: sql`${isToReview} and form.risk >= ${highRisk}`,
    ready: sql`${isToReview} and form.recommendation = 'approve'`,
    plan_changes: sql`${isToReview} and cardinality(form.plan_change_coverages) > 0
      and not form.plan_change_coverages <@ form.decided_coverages`,
    appeals: sql`${isToReview} and exists (
      select from appeals appeal where appeal.submission_id = form.id
        and not appeal.coverage_types <@ form.decided_coverages and ${scope.within(context, 'appeal.school_id')})`,
    mine: sql`${isOpen} and form.claimed_by_id = ${context.caller.id} and ${isClaimed(context)}`,
    waiting_for_student: isUnableToProcess(
      context,
      sql`(latest.respond_by is null or latest.respond_by >= ${today}::date)`,
    ),
    no_answer: isUnableToProcess(context, sql`latest.respond_by < ${today}::date`),
    second_review: sql`${isPresent} and form.decision = 'decided' and ${awaitsSecondReview(context)}`,
    disagreements: sql`${isPresent} and ${hasDisagreement(context)}`,
  }
}

/** Returns the condition of a queue on the form `form`. */
export const queueCondition = (context: Reader, queue: QueueName): Condition => conditionsFor(context)[queue]

/** Counts the forms of a policy year in each queue. @throws Problem 422 */
export const countQueues = async (context: Context, periodId: number): Promise<QueueQuantities> => {
  await selectPeriod(context, periodId)
  const conditions = conditionsFor(context)
  const counts = keysOf(queues).map(
    (name) => sql`count(*) filter (where ${conditions[name]})::int as ${sql.ref(name)}`,
  )
  const { rows } = await sql<QueueQuantities>`
    select ${sql.join(counts)} from form_submissions form
    where form.period_id = ${periodId} and ${scope.within(context, 'form.school_id')}`.execute(context.db)
  if (!rows[0]) throw new Error('The queues weren’t counted.')
  return rows[0]
}

/** Returns the number of complete forms of a policy year that no admin has opened, as a value of a statement. */
export const quantityUnseen = (
  context: Reader,
  periodId: RawBuilder<unknown>,
): RawBuilder<number> => sql<number>`(
  select count(*)::int from form_submissions form
  where form.period_id = ${periodId} and ${queueCondition(context, 'unseen')}
    and ${scope.within(context, 'form.school_id')})`

/** Counts the complete forms of a policy year that no admin has opened. @throws Problem 422 */
export const countUnseen = async (context: Context, periodId: number): Promise<number> => {
  await selectPeriod(context, periodId)
  const { rows } = await sql<{ quantity: number }>`
    select ${quantityUnseen(context, sql`${periodId}::bigint`)} as quantity`.execute(context.db)
  return rows[0]?.quantity ?? 0
}
