import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { coverages, coverageStatuses, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const fees = ['admin_fee', 'on_call_fee', 'ltd_premium', 'life_premium', 'add_premium'] as const

/** A record as a run changes it. Amounts are in cents; months count from the start of the policy year. */
interface Values {
  readonly lines: readonly {
    readonly status: CoverageStatus
    readonly prior: CoverageStatus | null
    readonly premium: number | null
    readonly direct: number | null
    readonly starts: number
    readonly ends: number
  }[]
  readonly fees: readonly (number | null)[]
  readonly late: number | null
  readonly isInactive: boolean
  readonly isRemoved: boolean
}

const cents = fc.option(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 999_999 })))
const line = fc.record({
  status: fc.constantFrom(...coverageStatuses, ...tiers, 'enrolled_eoc', 'loa', 'waived'),
  prior: fc.constantFrom<CoverageStatus | null>(null, 'enrolled', 'enrolled_waiver_submitted', 'waived'),
  premium: cents,
  direct: cents,
  starts: fc.integer({ min: 0, max: 11 }),
  ends: fc.integer({ min: 0, max: 11 }),
})
const values: fc.Arbitrary<Values> = fc.record({
  lines: fc.tuple(line, line, line),
  fees: fc.array(cents, { minLength: fees.length, maxLength: fees.length }),
  late: cents,
  isInactive: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  isRemoved: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
})

const records = 4
type Step =
  | { readonly does: 'change'; readonly who: number; readonly values: Values }
  | { readonly does: 'make' }
  | { readonly does: 'step'; readonly name: 'release' | 'confirm' | 'void'; readonly which: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constant('change' as const), who: fc.nat(records - 1), values }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('make' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('step' as const),
      name: fc.constantFrom('release' as const, 'confirm' as const, 'void' as const),
      which: fc.nat(20),
    }),
  },
)

const money = (amount: number | null): string | null => (amount === null ? null : (amount / 100).toFixed(2))
const dayAt = (month: number): string => new Date(Date.UTC(2026, 7 + month, 15)).toISOString().slice(0, 10)

/** The premium a line owes in cents, or null if it isn’t billed. The policy year has months 0 to 11. */
const premiumOf = ({
  status,
  prior,
  premium,
  direct,
  starts,
  ends,
}: Values['lines'][number]): number | null => {
  const counted = status === 'loa' ? prior : status
  if (!counted?.startsWith('enrolled') || (premium === null && direct !== null)) return null
  const isEnded = status === 'loa' || counted === 'enrolled_eoc'
  return shareOf(premium ?? 0, starts, isEnded ? ends : null)
}

const shareOf = (premium: number, starts: number, ends: number | null): number | null => {
  if (ends === null) return premium
  return ends <= starts ? null : Math.round((premium * (ends - starts + 1)) / (12 - starts))
}

/** What a record owes, in cents by item; written apart from the product’s SQL on purpose. */
const owedBy = ({ lines, fees: amounts, late, isInactive, isRemoved }: Values): Map<string, number> => {
  if (isInactive || isRemoved) return new Map()
  const premiums = lines.map(premiumOf)
  const isBilled = premiums.some((amount) => amount !== null)
  const items: [string, number | null][] = [
    ...premiums.map((amount, index): [string, number | null] => [`premium ${coverages[index]}`, amount]),
    ...fees.map((fee, index): [string, number | null] => [
      `${fee} `,
      isBilled ? (amounts[index] ?? null) : null,
    ]),
    ['late_waiver_fee ', late],
  ]
  return new Map(items.flatMap(([what, amount]) => (amount === null || amount === 0 ? [] : [[what, amount]])))
}

const columnsOf = ({ lines, fees: amounts, late, isInactive, isRemoved }: Values) =>
  Object.assign(
    {
      status: isInactive ? 'inactive' : 'active',
      late_waiver_fee: money(late),
      deleted_at: isRemoved ? '2026-11-19T12:00:00Z' : null,
    },
    ...fees.map((fee, index) => ({ [fee]: money(amounts[index] ?? null) })),
    ...lines.map(({ status, prior, premium, direct, starts, ends }, index) => {
      const name = coverages[index]
      return {
        [`${name}_status`]: status,
        [`${name}_prior_status`]: prior,
        [`${name}_enroll_premium`]: money(premium),
        [`${name}_enroll_direct_pay_premium`]: money(direct),
        [`${name}_enroll_coverage_start_on`]: dayAt(starts),
        [`${name}_enroll_coverage_end_on`]: dayAt(ends),
      }
    }),
  ) as object // the columns are those of the table

/** What the batches that aren’t voided have told the bursar, in cents by record and item: a plain sum. */
const told = async (periodId: number): Promise<Map<string, number>> => {
  const { rows } = await sql<{ id: number; what: string; cents: number }>`
    select l.student_period_id as id, l.item || ' ' || coalesce(l.coverage_type, '') as what, (sum(l.amount) * 100)::int as cents
    from bursar_lines l join bursar_batches b on b.id = l.batch_id
    where b.period_id = ${periodId} and b.state <> 'voided' group by 1, 2 having sum(l.amount) <> 0`.execute(
    services.owner,
  )
  return new Map(rows.map(({ id, what, cents: sum }) => [`${id} ${what}`, sum]))
}

/** What the records owe and what the bursar was told, which must be the same. */
interface Comparison {
  readonly owed: unknown
  readonly told: unknown
}

const sumOf = (amounts: Map<string, number>): number =>
  [...amounts.values()].reduce((sum, amount) => sum + amount, 0)

/** Runs the steps on a new school. Returns a comparison after each batch, and one of the last preview. */
const run = async (world: SchoolWorld, steps: readonly Step[]): Promise<Comparison[]> => {
  const place = { school_id: world.schoolId, period_id: world.periodId }
  const ids: number[] = []
  while (ids.length < records) ids.push((await buildStudentPeriod(services.owner, place)).id)
  const present = new Map<number, Values>()
  const owed = (): Map<string, number> =>
    new Map(
      [...present].flatMap(([id, one]) =>
        [...owedBy(one)].map(([what, sum]) => [`${id} ${what}`, sum] as const),
      ),
    )
  const path = `/api/periods/${world.periodId}/bursar`
  const batches: number[] = []
  const found: Comparison[] = []
  const does: { [D in Step['does']]: (one: Extract<Step, { does: D }>) => Promise<void> } = {
    change: async ({ who, values: next }) => {
      const id = ids[who] ?? 0
      present.set(id, next)
      await services.owner.updateTable('student_periods').set(columnsOf(next)).where('id', '=', id).execute()
    },
    make: async () => {
      const { status, body } = await world.admin.post(`${path}-batches`, {})
      if (status === 201) batches.push(body.data.id)
      // while there is a draft, no other is made
      if (body.code !== 'busy') found.push({ owed: owed(), told: await told(world.periodId) })
    },
    step: async ({ name, which }) => {
      if (batches.length === 0) return
      const body = name === 'void' ? { reason: 'Wrong.' } : undefined
      await world.admin.post(`/api/bursar-batches/${batches[which % batches.length]}/${name}`, body)
    },
  }
  for (const one of steps) {
    if (one.does === 'change') await does.change(one)
    else if (one.does === 'make') await does.make(one)
    else await does.step(one)
  }
  const { totals } = (await world.admin.get(`${path}-preview`)).body.data
  const left = sumOf(owed()) - sumOf(await told(world.periodId))
  return [...found, { owed: left, told: Math.round(Number(totals.total) * 100) }]
}

it(
  'tells the bursar what the records owe, after any changes, runs and voids',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
        const found = await run(await buildSchoolWorld(services), steps)
        expect(found.map((one) => one.told)).toEqual(found.map((one) => one.owed))
      }),
      { numRuns: 40 },
    )
  },
)
