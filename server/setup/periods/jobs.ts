import type { Context } from '#server/platform/context.ts'
import { sql } from 'kysely'
import { getPeriod } from '#server/platform/db/scope.ts'
import { work } from '#server/platform/jobs/index.ts'
import { problem } from '#server/platform/problem.ts'
import { areLinksChecked, linkCheckAsk, linkCheckKind } from './queries/links.ts'
import { findDeadLinks } from './commands/check-links.ts'

/** Checks a policy year’s links to other sites in the background. */
const checkingLinks = work({
  kind: linkCheckKind,
  ask: linkCheckAsk,
  isOutbound: true,
  run: findDeadLinks,
})

export const periodTasks = [checkingLinks.task]

/** Starts a check of a period’s links. @throws Problem 404; 409 while one is running */
export const startLinkCheck = async (context: Context, periodId: number): Promise<void> => {
  const { school_id } = await getPeriod(context, periodId)
  await sql`select pg_advisory_xact_lock(hashtextextended('shipmate_check_links', ${periodId}))`.execute(
    context.db,
  )
  if (await areLinksChecked(context, periodId)) throw problem.busy('The links are already being checked.')
  await checkingLinks.start(context, { period_id: periodId }, { schoolId: school_id })
}
