import type { YearCopy } from '#contract/review/imports/shapes.ts'
import type { Context, Services } from '#server/platform/context.ts'
import { asAuthor } from '#server/platform/jobs/context.ts'
import { unpricedText, unpricedTiers } from '#server/platform/coverage/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { defaultCopyFields } from '#server/records/student-periods/index.ts'
import { selectPeriodWithRules, type PeriodWithRules } from '#server/setup/periods/index.ts'
import type { ImportRecord } from '../queries/runs.ts'
import { readSources, type CopiedYear } from '../queries/sources.ts'
import { countCopies } from '../rules/count-copies.ts'
import { planCopy, type CopySource } from '../rules/plan.ts'
import { renewedTiers, samePremiums } from '../rules/renewal.ts'
import { RefusedImport, updateRun } from './claim.ts'
import { writePlan } from './write-plan.ts'

const batchSize = 1000

type Counter = ReturnType<typeof countCopies>

/**
 * Plans the copy of a period’s students, only those with these medical statuses if `statuses` is set, with the reason
 * for each who is left out, and what they will owe. Each batch is a transaction in the name of the import’s author.
 * @throws RefusedImport if there are no students to copy, or a premium isn’t set
 */
export const planPeriod = async (services: Services, run: ImportRecord, authorId: number): Promise<void> => {
  const counter = countCopies()
  const inBatch = <T>(work: (context: Context) => Promise<T>): Promise<T> =>
    asAuthor(services, authorId, `import-${run.id}`, work)
  let [last, done, size] = [0, 0, batchSize]
  while (size === batchSize) {
    const planned = await inBatch((context) => planBatch(context, run, { after: last, done, counter }))
    last = planned.last
    size = planned.size
    done += size
  }
  if (done === 0) throw new RefusedImport('The earlier policy year has no students to copy.')
  await inBatch((context) => saveCounts(context, run, counter))
}

const planBatch = async (
  context: Context,
  run: ImportRecord,
  { after, done, counter }: { after: number; done: number; counter: Counter },
): Promise<{ last: number; size: number }> => {
  const period = await selectPeriodWithRules(context, run.period_id)
  const year = yearOf(run, period)
  const planning = { today: dayIn(context.clock, officeTimeZone), period, fields: year.fields }
  const sources = await readSources(context, year, { after, limit: batchSize })
  const read = done + sources.length
  const total = Math.max(run.total, read)
  const progress = { done: run.dry_run ? read : Math.floor(read / 2), total }
  const plan = (source: CopySource, index: number) => {
    const planned = planCopy(done + index + 1, source, planning)
    counter.count(source, planned)
    return planned
  }
  const mostAdded = sources.filter(({ left_out_for }) => left_out_for === null).length
  await writePlan(context, run, { rows: sources, plan, mostAdded, progress })
  return { last: sources.at(-1)?.id ?? after, size: sources.length }
}

const yearOf = (run: ImportRecord, to: PeriodWithRules): CopiedYear => ({
  school_id: run.school_id,
  from_period_id: fromPeriodOf(run),
  to,
  statuses: run.statuses,
  fields: run.fields_to_carry ?? defaultCopyFields,
})

const fromPeriodOf = ({ from_period_id }: ImportRecord): number => {
  if (from_period_id === null) throw new Error('A copy has no earlier policy year.')
  return from_period_id
}

/** Saves what the plan does, for its preview. @throws RefusedImport if a premium isn’t set */
const saveCounts = async (context: Context, run: ImportRecord, counter: Counter): Promise<void> => {
  const to = await selectPeriodWithRules(context, run.period_id)
  const from = await selectPeriodWithRules(context, fromPeriodOf(run))
  const counts = counter.told()
  const renewed = renewedTiers(counts.statuses)
  const missing = unpricedTiers(renewed, to.rules.plans)
  if (missing.length > 0) throw new RefusedImport(unpricedText(missing, to.name))
  const { enrolled_becomes, waived_becomes } = to.rules.insurance
  const same_premiums = samePremiums(renewed, to.rules.plans, from.rules.plans)
  const origin = { from_period_id: from.id, from_period_name: from.name }
  const copy: YearCopy = { ...origin, enrolled_becomes, waived_becomes, ...counts, same_premiums }
  await updateRun(context, run, { year_copy: JSON.stringify(copy) })
}
