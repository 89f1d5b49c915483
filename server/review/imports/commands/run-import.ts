import { sql } from 'kysely'
import { holdTexts } from '#contract/review/imports/choices.ts'
import type { Context, Services } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { UnreadableCsv } from '#server/platform/lib/csv.ts'
import { failureText, isTemporary } from '#server/platform/http/problems.ts'
import { asAuthor } from '#server/platform/jobs/context.ts'
import { maxAttempts, type Attempt } from '#server/platform/jobs/task.ts'
import { Problem } from '#server/platform/problem.ts'
import type { ImportRecord } from '../queries/runs.ts'
import { unclosed } from '../rules/read-head.ts'
import { RefusedImport, claimRun, SupersededRun, updateRun } from './claim.ts'
import { applyPlan, readPeriodVersion, StalePlan } from './apply-plan.ts'
import { confirmAgain, listConfirmedRows } from './confirm-rows.ts'
import { planFile } from './plan-file.ts'
import { planPeriod } from './plan-period.ts'

const oneOfMany: Attempt = { isLast: false }

/** How often a plan is remade when other users change records while it’s being made. */
const maxPlans = 3

/**
 * Plans an import from the start, whatever an earlier attempt left, and applies it unless it’s a dry run. An
 * import that has ended doesn’t change.
 */
export const planImport = (services: Services, importId: number, attempt = oneOfMany): Promise<void> =>
  reportFailure(services, { importId, ...attempt }, async (run, authorId) => {
    for (let left = maxPlans; ; left -= 1) {
      const planned = await plan(services, run, authorId)
      if (planned.state !== 'running') return
      try {
        return await applyPlan(services, run, authorId)
      } catch (error) {
        if (!(error instanceof StalePlan) || left === 1) throw error
      }
    }
  })

/** Applies the plan of a dry run, exactly as shown. */
export const applyImport = (services: Services, importId: number, attempt = oneOfMany): Promise<void> =>
  reportFailure(services, { importId, ...attempt }, (run, authorId) => applyPlan(services, run, authorId))

/**
 * Ends an import whose attempts were all interrupted. Claims it first, so that no attempt can still save
 * anything.
 */
export const abandonImport = async (services: Services, importId: number): Promise<void> => {
  const run = await claimRun(services, importId)
  if (run) await end(services, run, { state: 'failed', message: interrupted })
}

const interrupted = `The import was interrupted ${maxAttempts} times. Nothing was imported. Start it again.`

/** Runs one part of an import. If it fails, the import’s message says why. */
const reportFailure = async (
  services: Services,
  { importId, isLast }: Attempt & { readonly importId: number },
  work: (run: ImportRecord, authorId: number) => Promise<void>,
): Promise<void> => {
  const run = await claimRun(services, importId)
  if (!run || run.author_id === null) return
  try {
    await work(run, run.author_id)
  } catch (error) {
    if (error instanceof SupersededRun || (isTemporary(error) && !isLast)) throw error
    const ending = failureOf(error)
    if (ending.state === 'failed')
      services.log.error({ err: error, import_id: importId }, 'An import failed.')
    await end(services, run, ending)
  }
}

interface ImportFailure {
  readonly state: 'refused' | 'failed'
  readonly message: string
}

/** Returns the end state of an import that can’t continue. */
const failureOf = (error: unknown): ImportFailure => {
  if (error instanceof RefusedImport) return { state: 'refused', message: error.message }
  if (error instanceof UnreadableCsv) return { state: 'refused', message: unclosed(error) }
  if (error instanceof StalePlan)
    return { state: 'failed', message: `${error.message} Nothing was imported. Preview the file again.` }
  if (error instanceof Problem)
    return { state: 'failed', message: 'You can no longer import into this policy year.' }
  const again = 'Nothing was imported. Start the import again.'
  return { state: 'failed', message: failureText(error, 'Something went wrong.', again) }
}

/**
 * Ends an import and deletes an incomplete plan. An import whose commit succeeded stays finished, even if the
 * commit’s response was lost.
 */
const end = async (services: Services, run: ImportRecord, ending: ImportFailure): Promise<void> =>
  services.db.transaction().execute(async (db) => {
    const school = scope.asSystem(db, run.school_id)
    const ended = await scope
      .update(school, 'imports')
      .set({ ...ending, updated_at: services.clock.now().toISOString() })
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

/** Checks that the run’s import has ended. @throws SupersededRun if the import continues in another run */
const assertNotSuperseded = async (school: ScopeContext, run: ImportRecord): Promise<void> => {
  const goesOn = await scope
    .imports(school)
    .select('imports.id')
    .where('imports.id', '=', run.id)
    .where('imports.state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  if (goesOn) throw new SupersededRun()
}

/** Plans again and returns the next state: `running` if the plan is applied now. */
const plan = async (services: Services, run: ImportRecord, authorId: number): Promise<ImportRecord> => {
  const asUser = <T>(work: (context: Context) => Promise<T>) =>
    asAuthor(services, authorId, `import-${run.id}`, work)
  const confirmed = await asUser((context) => listConfirmedRows(context, run.id))
  const version = await clear(services, run)
  await (run.kind === 'csv' ? planFile : planPeriod)(services, run, authorId)
  if (confirmed.length > 0) await asUser((context) => confirmAgain(context, run.id, confirmed))
  const at = services.clock.now().toISOString()
  const isRefused = sql<boolean>`(refused > 0 and not accept_valid_rows) or held_for is not null`
  return updateRun(services, run, {
    planned_at: at,
    period_version: version,
    updated_at: at,
    total: sql<number>`added + changed + unchanged + refused`,
    done: sql<number>`case when dry_run or (${isRefused}) then added + changed + unchanged + refused
      else (added + changed + unchanged + refused) / 2 end`,
    state: sql<string>`case when dry_run then 'done' when ${isRefused} then 'refused' else 'running' end`,
    message: sql<string | null>`case when not dry_run and (${isRefused}) then
      coalesce(${sql.val(JSON.stringify(holdTexts))}::jsonb ->> held_for, ${rejectedText}) end`,
  })
}

/** Why nothing was imported although the file could be read. */
export const rejectedText = 'Some rows were rejected, so nothing was imported.'

/** The counts of an import without a plan. */
const noPlan = {
  done: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  refused: 0,
  unlisted: '[]',
  unknown_values: '[]',
  year_copy: null,
  planned_at: null,
  held_for: null,
  held_rows: 0,
  released_at: null,
  released_by: null,
}

/** Deletes the plan of an earlier run. Returns the version of the policy year that the new plan is based on. */
const clear = async (services: Services, run: ImportRecord): Promise<number> => {
  await services.db.transaction().execute(async (db) => {
    // a file that was released stays released if cells were fixed since
    const { released_at, released_by } = run
    await updateRun({ db }, run, { ...noPlan, released_at, released_by })
    await scope
      .delete(scope.asSystem(db, run.school_id), 'import_rows')
      .where('import_id', '=', run.id)
      .execute()
  })
  return readPeriodVersion(scope.asSystem(services.db, run.school_id), run)
}
