import type { KnownDays } from '#contract/platform/relative-day.ts'
import { builtInViews } from '#contract/records/views/built-in.ts'
import type { ViewCounts } from '#contract/records/views/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { selectPeriod } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { problem } from '#server/platform/problem.ts'
import { countEach } from '#server/records/student-periods/index.ts'
import { listViews } from './queries.ts'
import { brokenFields, openStateOf } from './rules.ts'

/** Counts the records of a period in each view. @throws Problem 422 on a period or view the caller can’t access */
export const countViews = async (
  context: Context,
  ask: { readonly period_id: number; readonly view_ids?: readonly number[] | undefined },
): Promise<ViewCounts> => {
  const period = await selectPeriod(context, ask.period_id)
  const views = await listViews(context, period.school_id)
  const seen = new Map(views.map((view) => [view.id, view]))
  if (ask.view_ids?.some((id) => !seen.has(id))) throw problem.selected('view_ids')
  const wanted = ask.view_ids ? views.filter(({ id }) => ask.view_ids?.includes(id)) : views
  const whole = wanted.filter(({ query }) => brokenFields(query).length === 0)
  const asked = [...builtInViews, ...whole].map(({ query }) => query)
  const quantities = await countEach(context, period.id, asked)
  const days: KnownDays = { today: dayIn(context.clock, officeTimeZone), period }
  const saved = new Map(whole.map(({ id }, index) => [id, quantities[builtInViews.length + index] ?? 0]))
  return {
    built_in: builtInViews.map((view, index) => ({
      key: view.key,
      quantity: quantities[index] ?? 0,
      ...openStateOf(view, days),
    })),
    saved: wanted.map(({ id }) => ({ id, quantity: saved.get(id) ?? null })),
  }
}
