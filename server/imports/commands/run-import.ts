import { sql } from 'kysely'
import type { House } from '../../context.ts'
import { scope, type ScopeContext } from '../../db/scope.ts'
import { UnreadableCsv } from '../../lib/csv.ts'
import { mayGoBetter, toProblem } from '../../http/problems.ts'
import { maxAttempts, type Attempt } from '../../jobs/task.ts'
import { Problem } from '../../problem.ts'
import type { ImportRecord } from '../queries.ts'
import { unclosed } from '../rules/read-head.ts'
import { RefusedImport } from '../rules/refused-import.ts'
import { applyPlan, StalePlan } from './apply-plan.ts'
import { claimRun, SupersededRun, updateRun } from './claim-run.ts'
import { planFile } from './plan-file.ts'
import { planPeriod } from './plan-period.ts'

const oneOfMany: Attempt = { isLast: false }

/** How often a plan is made anew when others change records while it is made. */
const maxPlans = 3

/**
 * Plans an import from the start, whatever a former try left behind, and unless it is a dry run applies it.
 * An import that has ended stays as it is.
 */
export const planImport = (house: House, importId: number, attempt = oneOfMany): Promise<void> =>
  inWords(house, { importId, ...attempt }, async (run, authorId) => {
    for (let left = maxPlans; ; left -= 1) {
      const planned = await plan(house, run, authorId)
      if (planned.state !== 'running') return
      try {
        return await applyPlan(house, run, authorId)
      } catch (error) {
        if (!(error instanceof StalePlan) || left === 1) throw error
      }
    }
  })

/** Applies a plan that a dry run has shown, and nothing else. */
export const applyImport = (house: House, importId: number, attempt = oneOfMany): Promise<void> =>
  inWords(house, { importId, ...attempt }, (run, authorId) => applyPlan(house, run, authorId))

/** Ends an import whose every attempt was cut off. It is claimed first, so that no attempt can still write. */
export const abandonImport = async (house: House, importId: number): Promise<void> => {
  const run = await claimRun(house, importId)
  if (run) await end(house, run, { state: 'failed', message: interrupted })
}

const interrupted = `The import was interrupted ${maxAttempts} times. Nothing was written. Start it again.`

/** Runs a part of an import; what keeps it from ending well is told in its message. */
const inWords = async (
  house: House,
  { importId, isLast }: Attempt & { readonly importId: number },
  work: (run: ImportRecord, authorId: number) => Promise<void>,
): Promise<void> => {
  const run = await claimRun(house, importId)
  if (!run || run.author_id === null) return
  try {
    await work(run, run.author_id)
  } catch (error) {
    if (error instanceof SupersededRun || (mayGoBetter(error) && !isLast)) throw error
    const ending = endingOf(error)
    if (ending.state === 'failed') house.log.error({ err: error, import_id: importId }, 'An import failed.')
    await end(house, run, ending)
  }
}

interface Ending {
  readonly state: 'refused' | 'failed'
  readonly message: string
}

/** How an import ends that cannot go on. */
const endingOf = (error: unknown): Ending => {
  if (error instanceof RefusedImport) return { state: 'refused', message: error.message }
  if (error instanceof UnreadableCsv) return { state: 'refused', message: unclosed(error) }
  if (error instanceof StalePlan)
    return { state: 'failed', message: `${error.message} Nothing was written. Preview the file again.` }
  if (error instanceof Problem) return { state: 'failed', message: 'The period can no longer be written to.' }
  return { state: 'failed', message: messageOf(error) }
}

/** What is told of an error that is not about the file. */
const messageOf = (error: unknown): string => {
  const { code, message } = toProblem(error)
  if (code === 'no_room') return message
  if (code === 'unavailable')
    return 'The database did not answer in time. Nothing was written. Start the import again.'
  return 'Something went wrong. Nothing was written.'
}

/**
 * Ends an import; of a plan that was never whole nothing is left to be looked at. One whose commit went through
 * although the answer was lost has ended well, and stays so.
 */
const end = async (house: House, run: ImportRecord, ending: Ending): Promise<void> =>
  house.db.transaction().execute(async (db) => {
    const school = scope.asSystem(db, run.school_id)
    const ended = await scope
      .update(school, 'imports')
      .set({ ...ending, updated_at: house.clock.now().toISOString() })
      .where('id', '=', run.id)
      .where('attempt', '=', run.attempt)
      .where('state', '=', 'running')
      .returningAll()
      .executeTakeFirst()
    if (!ended) return assertNotSuperseded(school, run)
    if (ended.planned_at !== null) return
    await scope.update(school, 'imports').set(noPlan).where('id', '=', run.id).execute()
    await scope.delete(school, 'import_rows').where('import_id', '=', run.id).execute()
  })

/** A run whose import has ended is done. @throws SupersededRun when the import goes on in another run */
const assertNotSuperseded = async (school: ScopeContext, run: ImportRecord): Promise<void> => {
  const goesOn = await scope
    .imports(school)
    .select('imports.id')
    .where('imports.id', '=', run.id)
    .where('imports.state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  if (goesOn) throw new SupersededRun()
}

/** Makes the plan anew, and says how it goes on: `running` where it is to be applied now. */
const plan = async (house: House, run: ImportRecord, authorId: number): Promise<ImportRecord> => {
  const version = await clear(house, run)
  await (run.kind === 'csv' ? planFile : planPeriod)(house, run, authorId)
  const at = house.clock.now().toISOString()
  const isRefused = sql<boolean>`refused > 0 and not accept_valid_rows`
  return updateRun(house, run, {
    planned_at: at,
    period_version: version,
    updated_at: at,
    total: sql<number>`added + changed + unchanged + refused`,
    done: sql<number>`case when dry_run or (${isRefused}) then added + changed + unchanged + refused
      else (added + changed + unchanged + refused) / 2 end`,
    state: sql<string>`case when dry_run then 'done' when ${isRefused} then 'refused' else 'running' end`,
    message: sql<string | null>`case when not dry_run and ${isRefused} then ${refusedText} end`,
  })
}

/** Why nothing was written although the file could be read. */
export const refusedText = 'Rows were refused, so nothing was written.'

/** What an import without a plan has counted. */
const noPlan = { done: 0, added: 0, changed: 0, unchanged: 0, refused: 0, unlisted: '[]', planned_at: null }

/** Deletes what an earlier run planned. Returns the version of the period that the new plan is based on. */
const clear = async (house: House, run: ImportRecord): Promise<number> => {
  await house.db.transaction().execute(async (db) => {
    await updateRun({ db }, run, noPlan)
    await scope
      .delete(scope.asSystem(db, run.school_id), 'import_rows')
      .where('import_id', '=', run.id)
      .execute()
  })
  const period = await scope
    .periods(scope.asSystem(house.db, run.school_id))
    .select('periods.version')
    .where('periods.id', '=', run.period_id)
    .executeTakeFirst()
  return period?.version ?? 0
}
