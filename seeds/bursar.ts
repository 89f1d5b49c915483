import { sql } from 'kysely'
import type { CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { buildBatch } from '#server/outputs/bursar/factory.ts'
import type { Database } from '#server/platform/db/database.ts'
import { premiumOf } from './insurance.ts'

interface BursarGround {
  readonly db: Database
  readonly schoolId: number
  readonly periodId: number
  readonly year: number
  readonly adminId: number
  readonly reviewerId: number
}

/** Records that had another medical status until some batch: every nth of those with a status now. */
interface Former {
  readonly now: CoverageStatus
  readonly before: CoverageStatus
  readonly every: number
}

/** The days of the two batches, in the policy year’s first summer, and the last day of the changes before each. */
const days = { first: '07-28', second: '08-05', end: '12-31' } as const

/** What changed between the batches: late waivers, late enrollments and an end of coverage. */
const untilSecond: readonly Former[] = [
  { now: 'waived', before: 'enrolled', every: 3 },
  { now: 'enrolled', before: 'not_started', every: 22 },
]
const untilNow: readonly Former[] = [
  { now: 'waived', before: 'enrolled', every: 2 },
  { now: 'enrolled', before: 'not_started', every: 23 },
  { now: 'enrolled_eoc', before: 'enrolled', every: 2 },
]

/** Adds a confirmed and a released batch for the bursar, and leaves changes for the next one. */
export const seedBursar = async (ground: BursarGround): Promise<void> => {
  const { db, schoolId, periodId, year, adminId, reviewerId } = ground
  // found before any is changed, so that every record ends as it is now
  const [late, later] = [
    await find(ground, untilSecond, days.first, days.second),
    await find(ground, untilNow, days.second, days.end),
  ]
  await change(
    ground,
    [...late, ...later].map(({ former }) => former),
  )
  const batch = { school_id: schoolId, period_id: periodId, made_by_id: adminId }
  const released = (day: string) => ({
    state: 'released',
    released_by_id: reviewerId,
    released_at: `${day}T16:20:00.000Z`,
  })
  const set = (id: number, values: object) =>
    db.updateTable('bursar_batches').set(values).where('id', '=', id).execute()
  const first = await buildBatch(db, { ...batch, number: 1, day: `${year}-${days.first}` })
  await set(first, released(`${year}-07-29`))
  const confirmed = { confirmed_by_id: adminId, confirmed_at: `${year}-07-31T14:05:00.000Z` }
  await set(first, { state: 'confirmed', ...confirmed })
  await change(
    ground,
    late.map(({ now }) => now),
  )
  const second = await buildBatch(db, { ...batch, number: 2, day: `${year}-${days.second}` })
  await set(second, released(`${year}-08-06`))
  await change(
    ground,
    later.map(({ now }) => now),
  )
}

interface Medical {
  readonly id: number
  readonly medical_status: string
  readonly medical_enroll_premium: string | null
}

/** A record as it is now and as it was. Waivers are found by the day of their approval. */
interface Changed {
  readonly now: Medical
  readonly former: Medical
}

const find = async (
  { db, periodId, year }: BursarGround,
  formers: readonly Former[],
  from: string,
  until: string,
): Promise<Changed[]> => {
  const found: Changed[] = []
  for (const { now, before, every } of formers) {
    const { rows } = await sql<Medical>`
      select record.id, record.medical_status, record.medical_enroll_premium from student_periods record
      where record.period_id = ${periodId} and record.status = 'active' and record.medical_status = ${now}
        and record.id % ${every} = 0 and (record.medical_status <> 'waived' or (
          select max(entry.at) from history entry
          where entry.student_period_id = record.id and entry.changes @> '[{"field": "medical_status"}]'
        ) between ${`${year}-${from}`}::timestamptz and ${`${year}-${until}`}::timestamptz)
      order by record.id`.execute(db)
    found.push(
      ...rows.map((row) => ({
        now: row,
        former: {
          id: row.id,
          medical_status: before,
          medical_enroll_premium: row.medical_enroll_premium ?? premiumOf(year, 'medical', 'enrolled'),
        },
      })),
    )
  }
  return found
}

const change = async ({ db }: BursarGround, records: readonly Medical[]): Promise<void> => {
  await sql`
    update student_periods record set medical_status = given.status::coverage_status, medical_enroll_premium = given.premium
    from unnest(${records.map(({ id }) => id)}::bigint[], ${records.map(({ medical_status: status }) => status)}::text[],
      ${records.map(({ medical_enroll_premium: premium }) => premium)}::numeric[]) as given (id, status, premium)
    where record.id = given.id`.execute(db)
}
