import { createHash } from 'node:crypto'
import type { Coverage } from '#contract/setup/coverage/choices.ts'
import type { Recommendation, WaiverDecision } from '#contract/review/decisions/shapes.ts'
import { dates } from '#contract/setup/periods/dates.ts'
import { waiverConfiguration, type WaiverValues } from '#contract/setup/periods/waiver-configuration.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { addBusinessDays } from '#server/platform/lib/days.ts'
import { canonicalText } from '#server/platform/lib/canonical-text.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { readDocument, readPublished } from '#server/setup/periods/index.ts'
import { readChecked, shownResult } from '../eligibility-results.ts'
import { factsOf, type KnownForm } from '../facts-of-form.ts'
import {
  readCompanies,
  readDocuments,
  readForms,
  readRecords,
  readSnapshots,
  type DecidableForm,
} from '../forms.ts'
import { readResults } from '../manual-results.ts'
import { readLatest, type LatestSuggestion } from '../queries.ts'
import { dueOn } from '../reopened.ts'
import { decideEnrollment, type EnrollmentFacts } from '../rules/decide-enrollment.ts'
import { decideWaiver, noRules } from '../rules/decide.ts'
import type { WaiverFacts } from '../rules/facts.ts'

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
  for (const one of await readKnown(context, forms))
    await suggestFor(context, one, latest.get(one.form.id) ?? [])
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

/** Reads everything that the suggestions of some forms depend on, with one statement for each table. */
const readKnown = async (context: SuggestContext, forms: readonly DecidableForm[]): Promise<Judged[]> => {
  const years = await readYears(context, forms)
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
  const results = await readResults(
    context,
    forms.map(({ id }) => id),
  )
  const checked = await readChecked(context, forms)
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

const companyIdsIn = (answers: readonly { readonly name: string; readonly value: unknown }[]): number[] =>
  answers.flatMap(({ name, value }) =>
    name.endsWith('_waive_insurance_company_id') && typeof value === 'number' ? [value] : [],
  )

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

/** Business days to decide until waiver options are published (domain section 3). */
export const defaultTargetDays = 2

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
  // what automatic approval would have approved; it acts once checks are electronic (decisions section 0)
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

/** Returns the SHA-256 of frozen facts. It can be computed again from the saved ones. */
export const hashOf = (facts: unknown): Buffer => createHash('sha256').update(canonicalText(facts)).digest()
