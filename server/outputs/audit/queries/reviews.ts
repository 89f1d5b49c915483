import { sql } from 'kysely'
import type { ActivityReview, Finding } from '#contract/outputs/audit/review.ts'
import type { Context } from '#server/platform/context.ts'
import { fullName } from '#server/platform/db/person-names.ts'
import { scope } from '#server/platform/db/scope.ts'
import { addDays } from '#server/platform/lib/days.ts'
import { personOf } from './accesses.ts'

/** Reviews that are listed: a year. */
const listed = 53

interface Row extends Omit<Finding, 'person' | 'student' | 'looked_at_by'> {
  readonly review_id: number
  readonly user_id: number
  readonly user_name: string
  readonly student_id: number | null
  readonly student_name: string | null
  readonly looked_at_by_id: number | null
  readonly looked_at_by_name: string | null
}

/** Returns the reviews of the last year with their findings, the latest first. */
export const listReviews = async (context: Context): Promise<ActivityReview[]> => {
  const reviews = await context.db
    .selectFrom('activity_reviews')
    .select(['id', sql<string>`to_char(starts_on, 'YYYY-MM-DD')`.as('starts_on')])
    .orderBy('activity_reviews.starts_on', 'desc')
    .limit(listed)
    .execute()
  const ids = reviews.map(({ id }) => id)
  const { rows } = await sql<Row>`
    select f.id, f.review_id, f.kind, f.user_id, u.first_name || ' ' || u.last_name as user_name, f.quantity,
      f.own_usual, f.others_usual, f.student_id, ${fullName('s')} as student_name, f.looked_at,
      f.looked_at_by_id, looker.first_name || ' ' || looker.last_name as looked_at_by_name, f.note
    from activity_findings f join users u on u.id = f.user_id
    left join students s on s.id = f.student_id and ${scope.within(context, 's.school_id')}
    left join users looker on looker.id = f.looked_at_by_id
    where f.review_id = any(${ids}::bigint[]) order by f.kind, f.quantity desc, f.id`.execute(context.db)
  return reviews.map((review) => ({
    ...review,
    ends_on: addDays(review.starts_on, 6),
    findings: rows.filter(({ review_id }) => review_id === review.id).map(presentFinding),
  }))
}

const presentFinding = (row: Row): Finding => ({
  id: row.id,
  kind: row.kind,
  person: { id: row.user_id, name: row.user_name },
  quantity: row.quantity,
  own_usual: row.own_usual,
  others_usual: row.others_usual,
  student: personOf(row.student_id, row.student_name),
  looked_at: row.looked_at,
  looked_at_by: personOf(row.looked_at_by_id, row.looked_at_by_name),
  note: row.note,
})

/** Returns how many findings no one has looked at. */
export const countOpenFindings = async ({ db }: Context): Promise<number> => {
  const { rows } = await sql<{ quantity: number }>`
    select count(*)::int as quantity from activity_findings where looked_at is null`.execute(db)
  return rows[0]?.quantity ?? 0
}
