import { sql } from 'kysely'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { Context, Services } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { asAuthor } from '#server/platform/jobs/context.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { selectPeriodWithRules } from '#server/setup/periods/index.ts'
import type { ImportRecord } from '../queries/runs.ts'
import { planCopy, type CopySource } from '../rules/plan.ts'
import { RefusedImport } from './claim.ts'
import type { Value } from '../rules/reading.ts'
import { writePlan } from './write-plan.ts'
import { listedName } from '#server/platform/db/person-names.ts'

const batchSize = 1000

/**
 * Plans the copy of a period’s students, without inactive, graduated and withdrawn ones and those who graduate before
 * the new period, and only with these
 * medical statuses if `statuses` is set. Each batch is a transaction in the name of the import’s author.
 * @throws RefusedImport if there are no students to copy
 */
export const planPeriod = async (services: Services, run: ImportRecord, authorId: number): Promise<void> => {
  let [last, done, size] = [0, 0, batchSize]
  while (size === batchSize) {
    const planned = await asAuthor(services, authorId, `import-${run.id}`, (context) =>
      planBatch(context, run, { after: last, done }),
    )
    last = planned.last
    size = planned.size
    done += size
  }
  if (done === 0) throw new RefusedImport('The earlier policy year has no students to copy.')
}

const planBatch = async (
  context: Context,
  run: ImportRecord,
  { after, done }: { after: number; done: number },
): Promise<{ last: number; size: number }> => {
  const period = await selectPeriodWithRules(context, run.period_id)
  const fields = run.fields_to_carry ?? []
  const planning = { today: dayIn(context.clock, officeTimeZone), period, fields }
  const sources = await readSources(context, run, { fields, after, startsOn: period.starts_on })
  const read = done + sources.length
  const total = Math.max(run.total, read)
  const progress = { done: run.dry_run ? read : Math.floor(read / 2), total }
  const plan = (source: CopySource, index: number) => planCopy(done + index + 1, source, planning)
  await writePlan(context, run, { rows: sources, plan, mostAdded: sources.length, progress })
  return { last: sources.at(-1)?.id ?? after, size: sources.length }
}

type Flat = Readonly<Record<string, Value | null>>

const readSources = async (
  context: Context,
  run: ImportRecord,
  { fields, after, startsOn }: { fields: readonly string[]; after: number; startsOn: string },
): Promise<CopySource[]> => {
  const names = [...new Set([...fields, ...coverages.map(statusFieldOf)])]
  const { rows } = await sql<Flat>`
    select sp.id as source_id, s.id as source_student_id, s.version as source_student_version, s.sid,
      ${listedName('s')} as name, target.id as target_id, target.version as target_version,
      ${sql.join(names.map((name) => sql.ref(`sp.${name}`)))}
    from student_periods sp
    join students s on s.id = sp.student_id
    left join lateral (
      select * from (
        -- the fence: see findStored
        select id, version, period_id from student_periods
        where student_id = sp.student_id and deleted_at is null offset 0
      ) theirs
      where theirs.period_id = ${run.period_id}
    ) target on true
    where sp.period_id = ${run.from_period_id} and sp.school_id = ${run.school_id} and sp.deleted_at is null
      and sp.status = 'active' and sp.academic_status is distinct from 'graduated'
      and sp.academic_status is distinct from 'withdrawn'
      and (sp.expected_graduation_on is null or sp.expected_graduation_on >= ${startsOn}::date)
      and (${run.statuses}::text[] is null or sp.medical_status = any(${run.statuses}::text[]))
      and sp.id > ${after} and ${scope.within(context, 'sp.school_id')}
    order by sp.id limit ${batchSize}`.execute(context.db)
  return rows.map(toSource)
}

const numberOrNull = (value: Value | null | undefined): number | null =>
  value == null ? null : Number(value)

const toSource = (row: Flat): CopySource => ({
  id: Number(row['source_id']),
  student_id: Number(row['source_student_id']),
  student_version: Number(row['source_student_version']),
  sid: String(row['sid']),
  name: String(row['name']),
  target_id: numberOrNull(row['target_id']),
  target_version: numberOrNull(row['target_version']),
  values: row,
})
