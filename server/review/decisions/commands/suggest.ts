import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { NewManualResult } from '#contract/review/decisions/outcome-shapes.ts'
import type { Recommendation, WaiverDecision } from '#contract/review/decisions/shapes.ts'
import { dates } from '#contract/setup/period-documents/dates.ts'
import {
  waiverConfiguration,
  type WaiverValues,
} from '#contract/setup/period-documents/waiver-configuration.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { canonicalText } from '#server/platform/lib/canonical-text.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { addBusinessDays } from '#server/platform/lib/days.ts'
import { problem } from '#server/platform/problem.ts'
import { readDocument, readPublished } from '#server/setup/period-documents/index.ts'
import {
  companyIdsIn,
  readCompanies,
  readDocuments,
  readForms,
  readRecords,
  readSnapshots,
  type DecidableForm,
} from '../queries/forms.ts'
import { readChecked, readResults, shownResult } from '../queries/results.ts'
import { defaultTargetDays } from '../queries/waiver-options.ts'
import { readLatest, type LatestSuggestion } from '../queries/suggestions.ts'
import { decideEnrollment, decideWaiver, noRules, type EnrollmentFacts } from '../rules/decide.ts'
import { dueOn } from '../rules/due.ts'
import { factsOf, type KnownForm } from '../rules/facts-of-form.ts'
import { hashOf, type WaiverFacts } from '../rules/facts.ts'

type SuggestContext = ScopeContext & Pick<Context, 'clock'>

/** What a policy year says about new suggestions. `rules` is null until its waiver options are published. */
interface YearRules {
  readonly number: number | null
  readonly rules: WaiverValues | null
  readonly year: KnownForm['year']
}

interface Judged extends YearRules {
  readonly form: DecidableForm
  readonly known: Omit<KnownForm, 'rules'>
}

/** A suggestion for one coverage type, before it’s saved. */
interface Suggestion {
  readonly coverage: Coverage
  readonly decision: WaiverDecision
  /** Null without published waiver options. */
  readonly facts: WaiverFacts | EnrollmentFacts | null
}

/**
 * Judges the open coverage types of complete forms by what is known now, and saves a suggestion where it differs from
 * the last one. Also sets what the list shows: the strictest recommendation, the highest risk and the decision target.
 * Suggestions are kept for good, so they stand in no history.
 */
export const suggest = async (context: SuggestContext, ids: readonly number[]): Promise<void> => {
  const forms = (await readForms(context, ids)).filter(
    ({ progress, superseded_by_id: later }) => progress === 'complete' && later === null,
  )
  const latest = await readLatest(context, ids)
  const facts = {
    years: await readYears(context, forms),
    results: await readResults(context, ids),
    checked: await readChecked(context, forms),
  }
  for (const one of await readKnown(context, forms, facts))
    await suggestFor(context, one, latest.get(one.form.id) ?? [])
}

/** What a form’s policy year says about its suggestion, as read for its intake. */
export interface JudgedYear {
  readonly days: YearRules['year']
  readonly waivers: { readonly number: number; readonly content: WaiverValues } | null
}

/** The same for a form that arrives in this transaction: nothing was suggested, found out or checked about it before. */
export const suggestFirst = async (
  context: SuggestContext,
  id: number,
  { days, waivers }: JudgedYear,
): Promise<void> => {
  const rules = { number: waivers?.number ?? null, rules: waivers?.content ?? null, year: days }
  const forms = await readForms(context, [id])
  const years = new Map(forms.map(({ period_id }) => [period_id, rules]))
  for (const one of await readKnown(context, forms, { years, results: new Map(), checked: new Map() }))
    await suggestFor(context, one, [])
}

const readYears = async (
  context: SuggestContext,
  forms: readonly DecidableForm[],
): Promise<Map<number, YearRules>> => {
  const years = new Map<number, YearRules>()
  for (const id of new Set(forms.map(({ period_id }) => period_id))) {
    const published = await readPublished(context, id, waiverConfiguration)
    const year = await readDocument(context, id, dates)
    years.set(id, { number: published?.number ?? null, rules: published?.content ?? null, year })
  }
  return years
}

/** What suggestions depend on besides forms, records, documents and companies, by policy year or form. */
interface Facts {
  readonly years: ReadonlyMap<number, YearRules>
  readonly results: Awaited<ReturnType<typeof readResults>>
  readonly checked: Awaited<ReturnType<typeof readChecked>>
}

/** Reads everything else that the suggestions of some forms depend on, with one statement for each table. */
const readKnown = async (
  context: SuggestContext,
  forms: readonly DecidableForm[],
  { years, results, checked }: Facts,
): Promise<Judged[]> => {
  const snapshots = await readSnapshots(
    context,
    forms.map(({ id }) => id),
  )
  const records = await readRecords(
    context,
    forms.flatMap(({ student_period_id: id }) => id ?? []),
  )
  const documents = await readDocuments(context, forms)
  const companies = await readCompanies(
    context,
    [...snapshots.values()].flatMap(({ content }) => companyIdsIn(content.answers)),
  )
  const today = dayIn(context.clock, officeTimeZone)
  return forms.flatMap((form) => {
    const [snapshot, of] = [snapshots.get(form.id), years.get(form.period_id)]
    if (!snapshot || !of) return []
    const known = {
      form,
      snapshot,
      year: of.year,
      record: records.get(form.student_period_id ?? 0) ?? null,
      documents: documents.get(form.id) ?? [],
      companies,
      results: results.get(form.id) ?? new Map(),
      checked: checked.get(form.id) ?? new Map(),
      submitted_on: dayIn({ now: () => new Date(form.submitted_at) }, officeTimeZone),
      today,
    }
    return { ...of, form, known }
  })
}

const judge = ({ form, known, rules }: Judged, coverage: Coverage): Suggestion => {
  if (form.form_type === 'waiver') {
    const facts = rules && factsOf({ ...known, rules }, coverage)
    return { coverage, decision: facts ? decideWaiver(facts) : noRules, facts }
  }
  const facts: EnrollmentFacts = {
    status: known.record?.lines[coverage].status ?? null,
    is_flagged: form.flagged_coverages.includes(coverage),
    today: known.today,
    starts_on: known.year.starts_on,
  }
  return { coverage, decision: decideEnrollment(facts), facts }
}

/** The recommendations, the strictest first: the list shows the strictest of a form. */
const strictness: readonly Recommendation[] = ['decline', 'needs_review', 'utp', 'approve']

const strictest = (suggestions: readonly Suggestion[]): Recommendation | null =>
  strictness.find((one) => suggestions.some(({ decision }) => decision.recommendation === one)) ?? null

/** Returns the day by which staff plan to decide the open coverage types of a form. */
const deadlineOf = ({ form, known, rules }: Judged, open: readonly Coverage[]): string | null => {
  const days = rules?.decision_target_days ?? defaultTargetDays
  const fixed_on = dayIn({ now: () => new Date(known.snapshot.created_at) }, officeTimeZone)
  return dueOn({
    open,
    reopened: form.reopened,
    submitted_due_on: addBusinessDays(known.submitted_on, days),
    fixed_due_on: addBusinessDays(fixed_on, days),
  })
}

const suggestFor = async (
  context: SuggestContext,
  judged: Judged,
  latest: readonly LatestSuggestion[],
): Promise<void> => {
  const { form, known } = judged
  const open = form.open_coverages
  if (open.length === 0) return
  const suggestions = open.map((coverage) => judge(judged, coverage))
  const changed = suggestions.filter(({ coverage, decision }) => {
    const last = latest.find(({ coverage_type: of }) => of === coverage)
    return !last || !isSame(last, decision, judged)
  })
  if (changed.length > 0)
    await context.db
      .insertInto('decisions')
      .values(changed.map((one) => rowOf(context, judged, one)))
      .execute()
  await scope
    .update(context, 'form_submissions')
    .set({
      recommendation: strictest(suggestions),
      risk: Math.max(...suggestions.map(({ decision }) => decision.risk)),
      deadline_on: deadlineOf(judged, open),
      eligibility: shownResult(open, known.checked),
      judged_on: known.today,
    })
    .where('form_submissions.id', '=', form.id)
    .execute()
}

/** Returns whether a suggestion repeats the last one. The frozen facts can differ in what no rule depends on. */
const isSame = (last: LatestSuggestion, decision: WaiverDecision, { number, known }: Judged): boolean =>
  last.ruleset_version === number &&
  last.snapshot_number === known.snapshot.number &&
  canonicalText(last.decision) === canonicalText(decision)

const rowOf = (
  { clock }: SuggestContext,
  { form, known, number, rules }: Judged,
  { coverage, decision, facts }: Suggestion,
) => {
  // what automatic approval would have approved; it acts once checks are electronic
  const isShadow =
    rules?.approves_automatically === true &&
    decision.recommendation === 'approve' &&
    decision.confidence === 'high'
  return {
    school_id: form.school_id,
    submission_id: form.id,
    coverage_type: coverage,
    snapshot_number: known.snapshot.number,
    recommendation: decision.recommendation,
    confidence: decision.confidence,
    risk: decision.risk,
    rules: JSON.stringify(decision.rules),
    blocking: decision.blocking,
    suggested_status: decision.suggested_status,
    student_message: decision.student_message,
    engine_version: decision.engine_version,
    ruleset_version: number,
    inputs: facts === null ? null : JSON.stringify(facts),
    inputs_hash: hashOf(facts),
    mode: isShadow ? 'shadow' : 'assist',
    created_at: clock.now().toISOString(),
  }
}

/** Saves what staff found out about other coverage, and judges the form again. @throws Problem 422 by field */
export const addManualResult = async (context: Context, body: NewManualResult): Promise<void> => {
  const { form_submission_id, coverage_type, ...result } = body
  const [form] = await readForms(context, [form_submission_id])
  if (!form) throw problem.selected('form_submission_id')
  if (form.form_type !== 'waiver' || !form.coverage_types.includes(coverage_type))
    throw problem.invalid({ coverage_type: 'Choose coverage that’s on the waiver form.' })
  const { plan_begins_on: begins, plan_ends_on: ends } = result
  if (begins != null && ends != null && begins > ends)
    throw problem.invalid({ plan_ends_on: 'Enter a date on or after the start date.' })
  await context.db
    .insertInto('manual_results')
    .values({
      ...result,
      school_id: form.school_id,
      submission_id: form.id,
      coverage_type,
      created_by_id: context.caller.id,
      created_at: context.clock.now().toISOString(),
    })
    .execute()
  await recordHistory(context, { kind: 'manual_result_added', schoolId: form.school_id }, [
    {
      kind: 'manual_result_added',
      subject: { type: 'form_submission', id: form.id },
      school_id: form.school_id,
      student_id: form.student_id,
      student_period_id: form.student_period_id,
      reason: result.note ?? null,
      changes: [{ field: `${coverage_type}_result`, before: null, after: result.status }],
    },
  ])
  await suggest(context, [form.id])
}
