import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { requestReport } from '#server/review/verifications/commands/request-report.ts'
import { insertRows } from './insert-rows.ts'

interface CheckedWorld {
  readonly db: Database
  readonly periodId: number
  /** Returns the context in which a Shipmate Admin asks for a check, so many minutes before the last moment. */
  readonly contextAt: (minutesAgo: number) => Context
}

/** The other coverage of waived students, by how the simulator answers for the end of the member ID. */
const answers = ['ACT', 'INA', 'OTH', 'NF7', 'PND', 'NPI', 'T42', 'END', 'GRC'] as const

/**
 * Asks for checks of some students, which the simulator answers; forms got theirs when they arrived. They run as jobs when the
 * server starts: active, inactive, another plan, found only when asked as the subscriber, pending, failed.
 */
export const seedChecks = async (world: CheckedWorld): Promise<void> => {
  const { db, periodId, contextAt } = world
  await seedEarlierChecks(world)
  const ids = await waivedStudents(db, periodId)
  for (const [index, student_period_id] of ids.entries())
    await requestReport(contextAt(ids.length - index), { student_period_id, coverage_type: 'medical' })
}

/** Gives the first waived students coverage that the simulator answers about in different ways. Returns them. */
const waivedStudents = async (db: Database, periodId: number): Promise<number[]> => {
  const company = await db
    .selectFrom('insurance_companies')
    .select('id')
    .where('name', '=', 'UnitedHealthcare')
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('student_periods')
    .select('id')
    .where('period_id', '=', periodId)
    .where('medical_status', '=', 'waived')
    .where('status', '=', 'active')
    .where('medical_waive_source_of_coverage', '=', 'parent_employer_group')
    .orderBy('id')
    .limit(answers.length)
    .execute()
  for (const [index, { id }] of rows.entries())
    await db
      .updateTable('student_periods')
      .set({
        medical_waive_insurance_company_id: company.id,
        medical_waive_member_subscriber_number: `91204${index}77${answers[index]}`,
        medical_waive_subscriber_relation: 'parent',
        medical_waive_subscriber_first_name: 'Maria',
        medical_waive_subscriber_last_name: 'Calloway',
        medical_waive_subscriber_dob: '1971-04-18',
      })
      .where('id', '=', id)
      .execute()
  return rows.map(({ id }) => id)
}

/** How payers answered on the days before, the last first: inquiries on a day, and how many of them failed. */
const earlierDays: Readonly<Record<string, readonly (readonly [asked: number, failed: number])[]>> = {
  UnitedHealthcare: [
    [5, 0],
    [4, 0],
    [6, 1],
    [7, 0],
    [5, 0],
    [0, 0],
    [0, 0],
    [6, 0],
    [4, 0],
    [3, 0],
  ],
  Aetna: [
    [4, 1],
    [4, 4],
    [3, 2],
    [3, 0],
    [4, 0],
    [0, 0],
    [0, 0],
    [3, 0],
    [3, 0],
    [2, 0],
  ],
  Cigna: [
    [2, 0],
    [3, 0],
    [2, 0],
    [2, 0],
    [3, 0],
    [0, 0],
    [0, 0],
    [2, 0],
    [2, 0],
    [1, 0],
  ],
}

/** Adds checks of the days before, which were answered then, so that payer health has days to show. */
const seedEarlierChecks = async (world: CheckedWorld): Promise<void> => {
  for (const [payer, days] of Object.entries(earlierDays)) {
    const waived = await waivedWith(world.db, world.periodId, payer)
    const asked = days.flatMap(([count, failed], day) =>
      Array.from({ length: count }, (_, index) => ({ day, index, fails: index < failed })),
    )
    const checks = asked.flatMap((one, index) => {
      const record = waived[index % Math.max(1, waived.length)]
      const at = world.contextAt((one.day + 1) * 1440 + one.index * 25).clock.now()
      return record ? [earlierCheck(record, payer, one.fails, at)] : []
    })
    const ids = await insertRows(
      world.db,
      'eligibility_reports',
      checks.map(({ report }) => report),
    )
    await insertRows(
      world.db,
      'verification_requests',
      checks.map(({ request }, index) => ({ ...request, report_id: ids[index] })),
    )
  }
}

type Waived = Awaited<ReturnType<typeof waivedWith>>[number]

/** Returns the rows of a check and of its only inquiry. */
const earlierCheck = (record: Waived, payer: string, fails: boolean, at: Date) => {
  const shared = {
    school_id: record.school_id,
    status: fails ? 'request_failed' : 'active',
    message: fails ? 'The insurance company didn’t respond in time.' : 'The plan is active.',
    payer_name: payer,
    payer_id: record.payer_id,
    cost_cents: 20,
  }
  return {
    report: {
      ...shared,
      student_id: record.student_id,
      student_period_id: record.id,
      coverage_type: 'medical',
      cause: 'form',
      retrieval_status: fails ? 'error' : 'retrieved',
      other_payers: '[]',
      is_simulated: true,
      created_at: at.toISOString(),
      retrieved_at: at.toISOString(),
    },
    request: {
      ...shared,
      number: 1,
      variation: 'as_entered',
      tries: fails ? 3 : 1,
      latency_ms: fails ? null : 450 + (at.getUTCDate() % 7) * 90 + (at.getUTCMinutes() % 11) * 40,
      sent_at: at.toISOString(),
    },
  }
}

/** Returns waived students of a company, the last on the roster first: the first ones are examples of other data. */
const waivedWith = (db: Database, periodId: number, company: string) =>
  db
    .selectFrom('student_periods as sp')
    .innerJoin('insurance_companies as c', 'c.id', 'sp.medical_waive_insurance_company_id')
    .select(['sp.id', 'sp.school_id', 'sp.student_id', sql<string>`c.medical_payer_ids[1]`.as('payer_id')])
    .where('sp.period_id', '=', periodId)
    .where('sp.medical_status', '=', 'waived')
    .where('c.name', '=', company)
    .orderBy('sp.id', 'desc')
    .limit(40)
    .execute()
