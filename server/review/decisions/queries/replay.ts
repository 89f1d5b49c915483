import type { WaiverDecision } from '#contract/review/decisions/shapes.ts'
import type { Database } from '#server/platform/db/database.ts'
import { canonicalText } from '#server/platform/lib/canonical-text.ts'
import { hashOf, type WaiverFacts } from '../rules/facts.ts'
import { decisionOf } from './suggestions.ts'
import {
  decideEnrollment,
  enrollmentEngineVersion,
  type EnrollmentFacts,
  decideWaiver,
  engineVersion,
  noRules,
} from '../rules/decide.ts'

/** What a replay found. */
interface Replay {
  readonly saved: WaiverDecision
  readonly again: WaiverDecision
  /** Whether the frozen facts are the ones that were judged. */
  readonly has_same_facts: boolean
  readonly has_same_result: boolean
  /** The versions of the rules, if they differ. */
  readonly versions: { readonly saved: string; readonly now: string } | null
}

/** Judges the frozen facts of a saved suggestion again. Returns null if there’s no such suggestion. */
export const replay = async (db: Database, id: number): Promise<Replay | null> => {
  // scope: an operator’s command at the server, about one suggestion of any school
  const row = await db
    .selectFrom('decisions')
    .innerJoin('form_submissions as form', 'form.id', 'decisions.submission_id')
    .selectAll('decisions')
    .select('form.form_type')
    .where('decisions.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const saved = decisionOf(row)
  // the facts were written by `suggest` from the same types; the hash shows whether they’re still those
  const again =
    row.inputs === null
      ? noRules
      : row.form_type === 'enroll'
        ? decideEnrollment(row.inputs as unknown as EnrollmentFacts)
        : decideWaiver(row.inputs as unknown as WaiverFacts)
  const now = row.form_type === 'enroll' ? enrollmentEngineVersion : engineVersion
  return {
    saved,
    again,
    has_same_facts: hashOf(row.inputs).equals(row.inputs_hash),
    has_same_result: canonicalText(saved) === canonicalText(again),
    versions: saved.engine_version === now ? null : { saved: saved.engine_version, now },
  }
}
