import { sql } from 'kysely'
import type { Coverage } from '#contract/platform/coverage/choices.ts'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { addDays } from '#server/platform/lib/days.ts'
import { readPublished } from '#server/setup/period-documents/index.ts'
import { lockRow } from '#server/records/student-periods/index.ts'
import { emailsOf } from './emails.ts'
import { readChecked } from '../queries/results.ts'
import { readForms, type DecidableForm } from '../queries/forms.ts'
import { planDecisions, reasonNotToDecide, unclearIn, type Plan, type PlanContext } from '../rules/plan.ts'
import { readLatest } from '../queries/suggestions.ts'
import type { EligibilityResult } from '../rules/facts.ts'
import { planContextBy, sourcesOf } from './decide.ts'
import { saveDecisions, type Deciding } from './save-decisions.ts'

type System = ScopeContext & Pick<Context, 'clock'>

/** What staff read in the history. */
const why =
  'Approved automatically: the insurance company confirmed the coverage, and every requirement is met.'

/**
 * Approves coverage types of waiver forms whose policy year approves automatically, after its trial: the payer confirmed
 * the coverage, and the rules recommend approving by checks alone. Forms that someone is reviewing are left to them, and
 * nothing is ever declined. Returns how many forms were approved.
 */
export const approveAutomatically = async (deciding: Deciding, ids: readonly number[]): Promise<number> => {
  let approved = 0
  for (const form of await readForms(deciding.system, ids)) if (await approve(deciding, form)) approved += 1
  return approved
}

const approve = async (deciding: Deciding, found: DecidableForm): Promise<boolean> => {
  const { context, system } = deciding
  const acting = found.form_type === 'waiver' ? await readActing(system, found.period_id) : null
  if (!acting || found.student_period_id === null) return false
  // records are locked before forms, as the intake does
  const row = await lockRow(system, found.student_period_id)
  const [form] = await readForms(system, [found.id], true)
  if (!form || !row || reasonNotToDecide(form, { callerId: 0, now: system.clock.now() }) !== null)
    return false
  const lines = (await clearCoverages(system, form)).map((coverage_type) => ({
    coverage_type,
    outcome: 'approve' as const,
    reason_codes: [],
  }))
  if (lines.length === 0) return false
  const planned = planDecisions(form, row, lines, acting.planContext)
  if (!isClear(planned)) return false
  // a second review is for decisions of staff
  const plan = { ...planned, is_chosen: false }
  const sources = await sourcesOf(system, [plan])
  const wanted = { isWanted: acting.isEmailed, senderId: null }
  const emails =
    (await emailsOf({ ...system, services: context.services }, form.school_id, sources, wanted)).get(plan) ??
    []
  const kind = { kind: 'form_decided', cause: 'system', schoolId: form.school_id } as const
  // a change of its own, so that it can be undone by itself
  await saveDecisions({ context: { ...context, change: null }, system }, kind, [
    { plan, emails, reason: why },
  ])
  return true
}

/** Nothing may be assumed: an answer that leaves something open is for staff. */
const isCertain = (result: EligibilityResult | undefined): boolean =>
  result?.status === 'active' && (result.questions ?? []).length === 0

const isClear = (planned: ReturnType<typeof planDecisions>): planned is Plan =>
  !('refused' in planned) && unclearIn(planned).length === 0

/** Returns the open coverage types that nothing speaks against: confirmed by the payer, and recommended by checks alone. */
const clearCoverages = async (system: System, form: DecidableForm): Promise<Coverage[]> => {
  const latest = (await readLatest(system, [form.id])).get(form.id) ?? []
  const checked = (await readChecked(system, [form])).get(form.id)
  const reopened = new Set(form.reopened.map(({ coverage_type }) => coverage_type))
  return form.open_coverages.filter((coverage) => {
    if (reopened.has(coverage)) return false
    const decision = latest.find(({ coverage_type }) => coverage_type === coverage)?.decision
    return (
      decision?.recommendation === 'approve' &&
      decision.confidence === 'high' &&
      decision.blocking.length === 0 &&
      isCertain(checked?.get(coverage)?.result)
    )
  })
}

/** Returns what automatic approvals of a policy year depend on; null if it doesn’t approve automatically now. */
const readActing = async (
  system: System,
  periodId: number,
): Promise<{ readonly isEmailed: boolean; readonly planContext: PlanContext } | null> => {
  const published = await readPublished(system, periodId, waiverConfiguration)
  if (published?.content.approves_automatically !== true) return null
  const since = await automaticSince(system, periodId)
  const today = dayIn(system.clock, officeTimeZone)
  if (since === null || addDays(since, published.content.trial_days) > today) return null
  return {
    isEmailed: published.content.confirms_automatic_approvals,
    planContext: planContextBy(published.content, today),
  }
}

/** Returns the day since which every publication of the waiver options has approved automatically. */
const automaticSince = async (system: System, periodId: number): Promise<string | null> => {
  const rows = await scope
    .periodPublications(system)
    .select([
      'period_publications.published_at',
      sql<boolean>`coalesce((period_publications.content ->> 'approves_automatically')::boolean, false)`.as(
        'is_on',
      ),
    ])
    .where('period_publications.period_id', '=', periodId)
    .where('period_publications.kind', '=', waiverConfiguration.kind)
    .orderBy('period_publications.number', 'desc')
    .execute()
  const end = rows.findIndex(({ is_on: isOn }) => !isOn)
  const first = (end < 0 ? rows : rows.slice(0, end)).at(-1)
  return first ? dayIn({ now: () => new Date(first.published_at) }, officeTimeZone) : null
}
