import type { Coverage } from '#contract/setup/coverage/choices.ts'
import type { Dependent, DependentChange } from '#contract/records/student-periods/shapes.ts'
import * as z from 'zod/mini'
import { scope } from '#server/platform/db/scope.ts'
import type { Entry } from '#server/platform/history/index.ts'
import { decrypt, formSsnsPlace } from '#server/platform/lib/crypt.ts'
import type { DependentContext } from '../dependent-ssn.ts'
import type { MatchedDependent } from '../rules/match-dependents.ts'
import { addDependent, changeDependent, type Owner } from './replace-dependents.ts'

/** The dependents of a form, to be covered by some coverage types. */
export interface SignedDependents {
  readonly formId: number
  readonly matched: readonly MatchedDependent[]
  readonly covers: readonly Coverage[]
}

/**
 * Covers the signed dependents of a form: adds those who are new with their SSN, and completes those on record, whose
 * own values stay. Returns a history entry for each changed row.
 */
export const addSignedDependents = async (
  context: DependentContext,
  owner: Owner,
  { formId, matched, covers }: SignedDependents,
): Promise<Entry[]> => {
  if (matched.length === 0 || covers.length === 0) return []
  const ssns = await readSsns(context, formId)
  const entries: Entry[] = []
  for (const one of matched) {
    const field = `dependents.${one.index}.ssn`
    const ssn = ssns[field]
    if (one.recorded)
      entries.push(
        ...(await changeDependent(
          context,
          owner,
          one.recorded,
          completed(one.recorded, one, covers, ssn),
          field,
        )),
      )
    else
      entries.push(await addDependent(context, owner, { ...asSigned(one), ssn, covers: [...covers] }, field))
  }
  return entries
}

/** Returns a dependent on record with what it lacks from the form. */
const completed = (
  recorded: Dependent,
  { signed }: MatchedDependent,
  covers: readonly Coverage[],
  ssn: string | undefined,
): DependentChange => ({
  ...recorded,
  gender: recorded.gender ?? asGender(signed.gender),
  dob: recorded.dob ?? signed.dob,
  ssn: recorded.ssn === null ? ssn : undefined,
  covers: [...new Set([...recorded.covers, ...covers])],
})

// a form is only taken with the contract's relations and genders
const asGender = (gender: string | null) => gender as Dependent['gender']
const asSigned = ({ signed: { type, gender, first_name, last_name, dob } }: MatchedDependent) => ({
  type: type as Dependent['type'],
  gender: asGender(gender),
  first_name,
  last_name,
  dob,
})

const storedSsns = z.record(z.string(), z.string())

/** Returns the SSNs that a form was signed with, by field. They go from one encrypted column to another. */
const readSsns = async (context: DependentContext, formId: number): Promise<Record<string, string>> => {
  const found = await scope
    .formSubmissionSnapshots(context)
    .select('form_submission_snapshots.ssns_cipher')
    .where('form_submission_snapshots.submission_id', '=', formId)
    .orderBy('form_submission_snapshots.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!found?.ssns_cipher) return {}
  const text = decrypt(context.services.keys, formSsnsPlace(formId), found.ssns_cipher).toString()
  return storedSsns.parse(JSON.parse(text))
}
