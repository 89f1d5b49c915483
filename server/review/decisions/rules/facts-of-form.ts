import { attestedKeys, type AttestedKey } from '#contract/setup/period-documents/attested.ts'
import type { ManualResult } from '#contract/review/decisions/outcome-shapes.ts'
import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { Answer } from '#contract/review/form-submissions/shapes.ts'
import type { WaiverValues } from '#contract/setup/period-documents/waiver-configuration.ts'
import {
  insuranceTypes,
  sourcesOfCoverage,
  subscriberRelations,
} from '#contract/platform/record/student-period-choices.ts'
import { deadlineFor, type LineRules } from '#server/platform/coverage/index.ts'
import type { CheckedResult } from '../queries/results.ts'
import type { DecidableForm, FormRecord, Snapshot } from '../queries/forms.ts'
import type { Company, EligibilityResult, SentDocument, WaivedLine, WaiverFacts } from './facts.ts'

/** Everything that is known about a waiver form when it’s judged. Days are `YYYY-MM-DD`. */
export interface KnownForm {
  readonly form: DecidableForm
  readonly snapshot: Snapshot
  readonly rules: WaiverValues
  readonly year: LineRules['dates']
  /** Null while the form isn’t matched. */
  readonly record: FormRecord | null
  readonly documents: readonly SentDocument[]
  readonly companies: ReadonlyMap<number, Company>
  /** The latest results that staff found out, by coverage type. */
  readonly results: ReadonlyMap<Coverage, ManualResult>
  /** The latest results of eligibility checks, by coverage type. */
  readonly checked: ReadonlyMap<Coverage, CheckedResult>
  readonly submitted_on: string
  readonly today: string
}

/** What the facts are made from: also of a form that isn’t sent yet. */
type KnownAnswers = Omit<KnownForm, 'form' | 'snapshot'> & { readonly snapshot: Pick<Snapshot, 'content'> }

type Answers = ReadonlyMap<string, Answer>

const textIn = (answers: Answers, name: string): string | null => {
  const value = answers.get(name)
  return typeof value === 'string' ? value : null
}

const choiceIn = <T extends string>(answers: Answers, name: string, choices: readonly T[]): T | null => {
  const value = answers.get(name)
  return choices.find((choice) => choice === value) ?? null
}

const unknownCompany: Company = {
  name: null,
  medicaid_state: null,
  is_health_sharing: false,
  is_short_term: false,
  is_foreign: false,
}

const companyOf = (answers: Answers, coverage: Coverage, known: KnownForm['companies']): Company => {
  const id = Number(answers.get(`${coverage}_waive_insurance_company_id`) ?? Number.NaN)
  const typed = textIn(answers, `${coverage}_waive_insurance_name_other`)
  return known.get(id) ?? { ...unknownCompany, name: typed }
}

const lineOf = ({ record, companies }: KnownAnswers, answers: Answers, coverage: Coverage): WaivedLine => {
  const line = record?.lines[coverage]
  return {
    status: line?.status ?? null,
    prior_tier: line?.prior_tier ?? null,
    coverage_starts_on: line?.starts_on ?? null,
    source_of_coverage: choiceIn(answers, `${coverage}_waive_source_of_coverage`, sourcesOfCoverage),
    insurance_type: choiceIn(answers, `${coverage}_waive_insurance_type`, insuranceTypes),
    subscriber_relation: choiceIn(answers, `${coverage}_waive_subscriber_relation`, subscriberRelations),
    member_id: textIn(answers, `${coverage}_waive_member_subscriber_number`),
    has_exception: coverage === 'medical' && record?.medical_waive_has_exception === true,
    company: companyOf(answers, coverage, companies),
  }
}

const isAttested = (key: string | null): key is AttestedKey => attestedKeys.some((known) => known === key)

/** What the student agreed to, by the requirement that each statement of the form answers. */
const attestationsOf = ({ content }: Pick<Snapshot, 'content'>): WaiverFacts['attestations'] =>
  Object.fromEntries(
    content.attestations
      .map(({ confirms }) => confirms)
      .filter(isAttested)
      .map((key) => [key, true]),
  )

/** Returns who the student is: as on the roster, or as sent while the form isn’t matched. */
const whoOf = ({ record }: KnownAnswers, answers: Answers) => {
  if (record) return record
  const year = answers.get('graduation_year')
  return {
    program: textIn(answers, 'program'),
    campus: textIn(answers, 'campus'),
    rotation_location: textIn(answers, 'rotation_location'),
    graduation_year: typeof year === 'number' ? year : null,
  }
}

/** Returns the documents with the date that staff read on the coverage letter. */
const dated = (documents: readonly SentDocument[], result: ManualResult | undefined): SentDocument[] =>
  documents.map((one) =>
    one.kind === 'coverage_letter' && result ? { ...one, dated_on: result.coverage_letter_on } : one,
  )

const manualIn = (result: ManualResult): EligibilityResult => ({
  ref: null,
  is_manual: true,
  status: result.status,
  plan_name: result.plan_name,
  plan_begins_on: result.plan_begins_on,
  plan_ends_on: result.plan_ends_on,
  deductible: result.deductible,
  out_of_pocket_max: result.out_of_pocket_max,
  services: {},
})

/** Returns the later of what a check and what staff found out. */
const eligibilityOf = (
  manual: ManualResult | undefined,
  checked: CheckedResult | undefined,
): EligibilityResult | null => {
  if (manual && (!checked || manual.created_at > checked.at)) return manualIn(manual)
  return checked?.result ?? null
}

/** Returns the frozen facts that the waiver rules judge for one coverage type of a form. */
export const factsOf = (known: KnownAnswers, coverage: Coverage): WaiverFacts => {
  const { snapshot, rules, year, documents, submitted_on, today } = known
  const answers: Answers = new Map(snapshot.content.answers.map(({ name, value }) => [name, value]))
  const who = whoOf(known, answers)
  const result = known.results.get(coverage)
  return {
    rules,
    year: { starts_on: year.starts_on, ends_on: year.ends_on },
    student: {
      program: who.program,
      campus: who.campus,
      class_year: who.graduation_year,
      rotation_location: who.rotation_location,
      has_visa: null,
      language: snapshot.content.language,
    },
    line: lineOf(known, answers, coverage),
    documents: dated(documents, result),
    attestations: attestationsOf(snapshot),
    submitted_on,
    deadline_on: deadlineFor(year, who, 'waiver_deadline_on'),
    today,
    eligibility: eligibilityOf(result, known.checked.get(coverage)),
  }
}
