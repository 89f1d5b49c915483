import { planCodesOf, type CarrierSettings } from '#contract/setup/period-documents/carrier-file.ts'
import { isZip } from '#contract/platform/fields.ts'
import { tierFor } from '#contract/platform/coverage/tiers.ts'
import { addressElements, elementText, lostLetters } from '#server/platform/lib/x12/elements.ts'
import { stateCode } from '#server/records/students/index.ts'
import type { CoveredLine } from './covered-lines.ts'
import type { CarrierRecord, Problem, RecordDependent, RecordStudent } from './record.ts'
import { fullName } from '#contract/platform/person-name.ts'

const about = (code: Problem['code'], place: Problem['place'], field: string): Problem => ({
  code,
  place,
  field,
  dependent: null,
  coverage_type: null,
  tier: null,
})

/** Returns what a carrier would reject in a record with coverage. Empty if it can be sent. */
export const findProblems = (
  { student, dependents: listed }: CarrierRecord,
  lines: readonly CoveredLine[],
  dependents: readonly RecordDependent[],
  settings: CarrierSettings,
): Problem[] => [
  ...studentProblems(student, settings),
  ...addressProblems(student),
  ...lines.flatMap((line) => [...lineProblems(line, settings), ...tierProblems(line, listed)]),
  ...dependents.flatMap(dependentProblems),
]

/** A name is never shortened: each of its letters has a form that the file can carry. */
const isSendable = (text: string): boolean =>
  /[A-Za-z]/.test(elementText(text)) && lostLetters(text).length === 0

/** Whoever has one name leaves with it alone. */
const isSendableFirst = (firstName: string): boolean => firstName === '' || isSendable(firstName)

const studentProblems = (
  { last_name, first_name, ssn }: RecordStudent,
  { ssns }: CarrierSettings,
): Problem[] => [
  ...(isSendable(last_name) ? [] : [about('name_not_sendable', 'student', 'last_name')]),
  ...(isSendableFirst(first_name) ? [] : [about('name_not_sendable', 'student', 'first_name')]),
  ...(ssn === null && ssns === 'required' ? [about('no_ssn', 'student', 'ssn')] : []),
]

/** In the U.S., an address has a state and a ZIP. */
const addressProblems = ({ address_1, address_2, city, state, zip, country }: RecordStudent): Problem[] => {
  const missing = [
    ...(elementText(address_1) === '' ? [about('no_address', 'student', 'address_1')] : []),
    ...(elementText(city) === '' ? [about('no_city', 'student', 'city')] : []),
    ...(addressElements(address_1, address_2).rest === ''
      ? []
      : [about('address_too_long', 'student', 'address_1')]),
  ]
  if ((country ?? 'US') !== 'US') return missing
  return [
    ...missing,
    ...(state !== null && stateCode(state) !== null ? [] : [about('no_state', 'student', 'state')]),
    ...(zip !== null && isZip(zip) ? [] : [about('no_zip', 'student', 'zip')]),
  ]
}

const lineProblems = (
  { coverage, tier, isEnded, line }: CoveredLine,
  settings: CarrierSettings,
): Problem[] => {
  const of = { coverage_type: coverage, tier }
  const { starts_on: start, ends_on: end } = line
  const isReversed = start !== null && end !== null && end < start
  const endField = `${coverage}_enroll_coverage_end_on`
  return [
    ...(start === null ? [about('no_start', 'coverage', `${coverage}_enroll_coverage_start_on`)] : []),
    ...(isEnded && end === null ? [about('no_end', 'coverage', endField)] : []),
    ...(isReversed && !isEnded ? [about('ends_before_start', 'coverage', endField)] : []),
    ...(settings[planCodesOf(coverage)][tier] === null
      ? [about('no_plan_code', 'settings', `${planCodesOf(coverage)}.${tier}`)]
      : []),
  ].map((problem) => ({ ...problem, ...of }))
}

/** A tier is of the dependents that the coverage includes. Coverage that ends is told, whoever it includes now. */
const tierProblems = (
  { coverage, tier, isEnded }: CoveredLine,
  dependents: readonly RecordDependent[],
): Problem[] => {
  const covered = dependents.filter(({ covers }) => covers.includes(coverage))
  const hasTier = [tierFor(covered), tierFor(covered, true)].includes(tier)
  if (isEnded || hasTier) return []
  const code = covered.length === 0 ? 'no_dependents' : 'dependents_differ'
  return [{ ...about(code, 'dependents', 'covers'), coverage_type: coverage, tier }]
}

/** Returns what a carrier would reject in a dependent. */
export const dependentProblems = (dependent: RecordDependent): Problem[] =>
  [
    ...(dependent.dob === null ? [about('no_birth_date', 'dependents', 'dob')] : []),
    ...(isSendable(dependent.last_name) && isSendableFirst(dependent.first_name)
      ? []
      : [about('name_not_sendable', 'dependents', 'last_name')]),
  ].map((problem) => ({ ...problem, dependent: fullName(dependent) }))
