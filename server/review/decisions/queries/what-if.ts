import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { coverages } from '#contract/platform/coverage/choices.ts'
import type { RuleResult, WaiverDecision } from '#contract/review/decisions/shapes.ts'
import { mostExamples, type WaiverWhatIf } from '#contract/review/decisions/what-if.ts'
import {
  waiverConfiguration,
  type WaiverValues,
} from '#contract/setup/period-documents/waiver-configuration.ts'
import { ruleKeys, type RuleKey } from '#contract/setup/period-documents/waiver-rules.ts'
import type { Context } from '#server/platform/context.ts'
import { getPeriod, scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { batches } from '#server/platform/lib/batches.ts'
import { readDocument } from '#server/setup/period-documents/index.ts'
import { decideWaiver } from '../rules/decide.ts'
import type { WaiverFacts } from '../rules/facts.ts'
import { listedName } from '#server/platform/db/person-names.ts'

/** The most forms that a what-if judges, the newest first. */
const mostForms = 2000

/** Forms that are read and judged before other work gets its turn: up to 75 coverage types, about 15 ms. */
const atOnce = 25

type Example = WaiverWhatIf['examples'][number]
type Move = WaiverWhatIf['moves'][number]

/**
 * Judges the waivers of a policy year and of the year before by the saved waiver options, and compares with the rules
 * they were judged by last. All other facts stay as they were then, and this engine judges both, so that only the rules
 * differ. Waivers that were never judged by published rules don’t count. Reads only.
 * @throws Problem 404, unknown_content
 */
export const getWaiverWhatIf = async (context: Context, periodId: number): Promise<WaiverWhatIf> => {
  const rules = await readDocument(context, periodId, waiverConfiguration)
  const ids = await selectForms(context, await selectYears(context, periodId))
  const moves = new Map<string, Move>()
  const examples: Example[] = []
  let [judged, changed] = [0, 0]
  for (const some of batches(ids.slice(0, mostForms), atOnce)) {
    const lines = await readLines(context, some)
    const moved = lines.flatMap((line) => compare(line, rules) ?? [])
    judged += lines.length
    changed += moved.length
    for (const { from, to } of moved) {
      const key = `${from} ${to}`
      moves.set(key, { from, to, quantity: (moves.get(key)?.quantity ?? 0) + 1 })
    }
    examples.push(...moved.slice(0, mostExamples - examples.length))
    await setImmediate()
  }
  return {
    judged,
    changed,
    moves: [...moves.values()].toSorted((one, other) => other.quantity - one.quantity),
    examples,
    is_cut: ids.length > mostForms,
  }
}

/** Returns a period and the one before it at the same school, if there is one. */
const selectYears = async (context: ScopeContext, periodId: number): Promise<number[]> => {
  const { school_id: schoolId, starts_on: start } = await getPeriod(context, periodId)
  const before = await scope
    .periods(context)
    .select('periods.id')
    .where('periods.school_id', '=', schoolId)
    .where('periods.starts_on', '<', start)
    .orderBy('periods.starts_on', 'desc')
    .orderBy('periods.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return before ? [periodId, before.id] : [periodId]
}

/** Returns the IDs of the complete, matched waiver forms that count, newest first: one more than are judged. */
const selectForms = async (context: ScopeContext, periodIds: readonly number[]): Promise<number[]> => {
  const rows = await scope
    .formSubmissions(context)
    .select('form_submissions.id')
    .where('form_submissions.period_id', '=', sql<number>`any(${[...periodIds]}::bigint[])`)
    .where('form_submissions.form_type', '=', 'waiver')
    .where('form_submissions.progress', '=', 'complete')
    .where('form_submissions.superseded_by_id', 'is', null)
    .where('form_submissions.student_period_id', 'is not', null)
    .orderBy('form_submissions.submitted_at', 'desc')
    .orderBy('form_submissions.id', 'desc')
    .limit(mostForms + 1)
    .execute()
  return rows.map(({ id }) => id)
}

/** One waived coverage type with the facts it was judged by last. */
interface Line extends Pick<Example, 'submission_id' | 'period_id' | 'student_name' | 'coverage_type'> {
  readonly facts: WaiverFacts
}

const coverage = z.enum(coverages)

const readLines = async (context: ScopeContext, ids: readonly number[]): Promise<Line[]> => {
  const rows = await scope
    .decisions(context)
    .innerJoin('form_submissions as form', 'form.id', 'decisions.submission_id')
    .distinctOn(['decisions.submission_id', 'decisions.coverage_type'])
    .select([
      'decisions.submission_id',
      'decisions.coverage_type',
      'decisions.inputs',
      'form.period_id',
      sql<string>`coalesce(${listedName('form')}, '')`.as('student_name'),
    ])
    .where('decisions.submission_id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .where(sql<boolean>`decisions.coverage_type = any(form.coverage_types)`)
    .orderBy('decisions.submission_id', 'desc')
    .orderBy('decisions.coverage_type')
    .orderBy('decisions.id', 'desc')
    .execute()
  return rows.flatMap(({ inputs, coverage_type, ...row }) =>
    inputs === null
      ? []
      : // `suggest` wrote the facts of a waiver form from this type
        { ...row, coverage_type: coverage.parse(coverage_type), facts: inputs as unknown as WaiverFacts },
  )
}

/** Returns a line with both recommendations; null if they’re the same. */
const compare = ({ facts, ...line }: Line, rules: WaiverValues): Example | null => {
  const [before, after] = [decideWaiver(facts), decideWaiver({ ...facts, rules })]
  if (before.recommendation === after.recommendation) return null
  return { ...line, from: before.recommendation, to: after.recommendation, rules: differing(before, after) }
}

const differing = (before: WaiverDecision, after: WaiverDecision): RuleKey[] => {
  const [effectsBefore, effectsAfter] = [effectsOf(before), effectsOf(after)]
  return ruleKeys.filter((key) => effectsBefore.get(key) !== effectsAfter.get(key))
}

/** Rules that are met, off or only for information change no recommendation: they have no effect. */
const effectsOf = ({ rules }: WaiverDecision): Map<RuleKey, string> =>
  new Map(
    rules
      .filter(({ outcome, severity }) => outcome !== 'pass' && severity !== 'info')
      .map((rule) => [rule.key, effectOf(rule)]),
  )

const effectOf = ({ severity, outcome, evidence }: RuleResult): string =>
  `${severity} ${outcome} ${evidence.type}`
