import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { decisionSkips } from '#contract/review/decisions/choices.ts'
import type { bulkDecisionResult, BulkDecision } from '#contract/review/decisions/outcome-shapes.ts'
import { suggestedLine } from '#contract/review/decisions/reasons.ts'
import type { WaiverDecision } from '#contract/review/decisions/shapes.ts'
import type * as z from 'zod/mini'
import type { Context } from '#server/platform/context.ts'
import { haveSameTexts } from '#server/platform/lib/same-texts.ts'
import { problem } from '#server/platform/problem.ts'
import { lockRows, type MovableRow } from '#server/records/student-periods/index.ts'
import { emailsOf } from './emails.ts'
import { readForms, type DecidableForm } from '../queries/forms.ts'
import {
  assertLines,
  mustBeOthers,
  planDecisions,
  reasonNotToDecide,
  unclearIn,
  type DecisionLine,
  type Plan,
  type PlanContext,
} from '../rules/plan.ts'
import { readLatest, type LatestSuggestion } from '../queries/suggestions.ts'
import { planContextOf, sourcesOf } from './decide.ts'
import { saveDecisions } from './save-decisions.ts'

type SkipReason = keyof typeof decisionSkips

type BulkResult = z.output<typeof bulkDecisionResult>

/** Skipped forms in the response. */
const skippedLimit = 1000

/**
 * Decides all open coverage types of many forms alike, in one change. Forms for which the rules recommend something else
 * are left out, and those that can’t be decided. A dry run counts them and writes nothing.
 * @throws Problem 404 if a form is unknown or foreign; 409 stale if the preview no longer holds; 422
 */
export const decideInBulk = async (context: Context, body: BulkDecision): Promise<BulkResult> => {
  assertReasons(body)
  const { forms, rows } = await lockForms(context, body)
  const latest = await readLatest(context, body.ids)
  const contexts = new Map<number, PlanContext>()
  const plans: Plan[] = []
  const skipped: BulkResult['skipped'] = []
  for (const form of forms) {
    const of = contexts.get(form.period_id) ?? (await planContextOf(context, form.period_id))
    contexts.set(form.period_id, of)
    const row = rows.get(form.student_period_id ?? 0)
    const result = evaluate(context, form, row, { body, of, latest: latest.get(form.id) ?? [] })
    if (typeof result === 'string') skipped.push({ id: form.id, name: form.name, reason: result })
    else plans.push(result)
  }
  const emails = await writeEmails(context, plans, body.send_email)
  const result: BulkResult = {
    matched: forms.length,
    changed: plans.length,
    emails: [...emails.values()].flat().filter(({ email }) => email !== null).length,
    reasons: countReasons(plans),
    example: exampleOf(emails),
    skipped: skipped.slice(0, skippedLimit),
    skipped_total: skipped.length,
  }
  if (body.dry_run === true) return result
  assertExpected(body, result)
  if (plans.length > 0)
    await saveDecisions(
      { context, system: context },
      { kind: 'form_decided', cause: 'bulk' },
      plans.map((plan) => ({ plan, emails: emails.get(plan) ?? [] })),
    )
  return result
}

/** @throws Problem 422 if the recommended reasons are asked for, and others are given */
const assertReasons = ({
  uses_recommended_reasons: isRecommended,
  reason_codes,
  note,
}: BulkDecision): void => {
  if (isRecommended && (reason_codes.length > 0 || (note ?? '') !== ''))
    throw problem.invalid({ reason_codes: 'Use either the recommended reasons or your own.' })
}

const countReasons = (plans: readonly Plan[]): BulkResult['reasons'] => {
  const counts = new Map<string, number>()
  for (const { lines } of plans)
    for (const code of new Set(lines.flatMap(({ reason_codes }) => reason_codes)))
      counts.set(code, (counts.get(code) ?? 0) + 1)
  return [...counts]
    .map(([code, quantity]) => ({ code, quantity }))
    .toSorted((one, other) => other.quantity - one.quantity)
}

const exampleOf = (emails: Awaited<ReturnType<typeof writeEmails>>): BulkResult['example'] => {
  for (const [{ form }, all] of emails) {
    const sent = all.find(({ email }) => email !== null)
    if (sent) return { name: form.name, to: sent.to, subject: sent.subject, html: sent.html }
  }
  return null
}

/** Records are locked before forms, as the intake does. A dry run locks nothing. */
const lockForms = async (context: Context, { ids, dry_run }: BulkDecision) => {
  const lock = dry_run !== true
  const found = await readForms(context, ids)
  if (found.length !== new Set(ids).size) throw problem.notFound()
  const matched = [...new Set(found.flatMap(({ student_period_id: id }) => id ?? []))]
  const { rows } = await lockRows(context, { ids: matched }, { isDryRun: !lock })
  const forms = lock ? await readForms(context, ids, true) : found
  return { forms, rows: new Map(rows.map((row) => [row.id, row])) }
}

interface Asked {
  readonly body: BulkDecision
  readonly of: PlanContext
  readonly latest: readonly LatestSuggestion[]
}

const evaluate = (
  context: Context,
  form: DecidableForm,
  row: MovableRow | undefined,
  { body, of, latest }: Asked,
): Plan | SkipReason => {
  const reason = reasonNotToDecide(form, { callerId: context.caller.id, now: context.clock.now() })
  if (reason !== null) return reason
  const open = form.open_coverages
  if (open.length === 0) return isDecided(form) ? 'decided' : 'closed'
  if (mustBeOthers(form, open, context.caller.id)) return 'own_decline'
  const lines = linesOf(open, body, latest)
  if (typeof lines === 'string') return lines
  assertLines(form, lines, (field) => field)
  const plan = row && planDecisions(form, row, lines, of)
  if (!plan || 'refused' in plan) return 'not_allowed'
  return unclearIn(plan).length > 0 ? 'unclear_dependents' : plan
}

const isDecided = ({ coverage_types: all, decided_coverages: decided }: DecidableForm): boolean =>
  all.every((coverage) => decided.includes(coverage))

/** Returns the decision about each open coverage type, or why the form is left out. */
const linesOf = (
  open: readonly Coverage[],
  body: BulkDecision,
  latest: Asked['latest'],
): DecisionLine[] | SkipReason => {
  const { outcome, uses_recommended_reasons: isRecommended } = body
  if (!open.every((coverage) => suggestionOf(latest, coverage)?.recommendation === outcome))
    return 'different'
  const lines = open.map((coverage) => lineOf(coverage, body, suggestionOf(latest, coverage)))
  return outcome !== 'approve' && isRecommended && lines.some(hasNoReason) ? 'no_reason' : lines
}

const suggestionOf = (latest: Asked['latest'], coverage: Coverage): WaiverDecision | undefined =>
  latest.find(({ coverage_type }) => coverage_type === coverage)?.decision

const hasNoReason = ({ reason_codes: codes }: DecisionLine): boolean => codes.length === 0

const lineOf = (
  coverage_type: Coverage,
  { outcome, uses_recommended_reasons: isRecommended, reason_codes, note }: BulkDecision,
  suggestion: WaiverDecision | undefined,
): DecisionLine => {
  const suggested = isRecommended && suggestion ? suggestedLine(suggestion) : null
  return suggested
    ? { coverage_type, outcome, reason_codes: [...suggested.reason_codes], note: suggested.note }
    : { coverage_type, outcome, reason_codes, note }
}

const writeEmails = async (context: Context, plans: readonly Plan[], isWanted: boolean) => {
  const sources = await sourcesOf(context, plans)
  const bySchool = Map.groupBy(sources, ({ plan }) => plan.form.school_id)
  const found: Awaited<ReturnType<typeof emailsOf>> = new Map()
  for (const [schoolId, some] of bySchool)
    for (const [plan, emails] of await emailsOf(context, schoolId, some, {
      isWanted,
      senderId: context.caller.id,
    }))
      found.set(plan, emails)
  return found
}

/** Compares the decision with the one in the preview. @throws Problem 409 with the new preview if they differ */
const assertExpected = ({ expected }: BulkDecision, result: BulkResult): void => {
  if (!expected) return
  const { reasons = result.reasons, skipped = result.skipped } = expected
  const holds =
    expected.matched === result.matched &&
    expected.changed === result.changed &&
    (expected.emails ?? result.emails) === result.emails &&
    haveSameTexts(reasons.map(reasonKey), result.reasons.map(reasonKey)) &&
    haveSameTexts(skipped.map(skipKey), result.skipped.map(skipKey))
  if (!holds) throw problem.stale(result, 'The forms changed since the preview. Check the new counts.')
}

const reasonKey = ({ code, quantity }: BulkResult['reasons'][number]): string => `${code} ${quantity}`

const skipKey = ({ id, reason }: Pick<BulkResult['skipped'][number], 'id' | 'reason'>): string =>
  `${id} ${reason}`
