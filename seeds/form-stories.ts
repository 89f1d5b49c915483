import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { Outcome } from '#contract/review/decisions/choices.ts'
import type { NewManualResult } from '#contract/review/decisions/outcome-shapes.ts'
import type { FileKind } from '#contract/platform/record/file-kinds.ts'
import type { FormType } from '#contract/review/form-submissions/choices.ts'
import type { FormDependent } from '#contract/review/form-submissions/sent-form.ts'
import type { QualifyingEvent } from '#contract/setup/period-documents/insurance-configuration.ts'
import { claims, usualClaim, type Claim } from './form-claims.ts'

/** A file sent with a form. An old letter is from five months before. */
export type Paper = Exclude<FileKind, 'other'> | 'old_letter'

/** What staff found out by phone, before they decided. */
type Found = Omit<NewManualResult, 'form_submission_id' | 'coverage_type'>

/** What staff decided, and how long before today. */
interface Decided {
  readonly daysAgo: number
  readonly coverages: readonly Coverage[]
  readonly outcome: Outcome
  readonly reasons?: readonly string[]
  readonly note?: string
}

/** A form of the demo data and what became of it. */
export interface Story {
  readonly form_type: FormType
  readonly daysAgo: number
  readonly coverages?: readonly Coverage[]
  readonly claim?: Claim
  readonly papers?: readonly Paper[]
  readonly language?: 'es'
  readonly comment?: string
  readonly dependents?: readonly FormDependent[]
  /** Why it’s late; the student isn’t in a program that starts in January. */
  readonly event?: QualifyingEvent
  /** Whether it’s late, with the late fee. */
  readonly isLate?: boolean
  /** Whether the student hasn’t finished it. */
  readonly isUnfinished?: boolean
  /** The student’s details that differ from the roster. */
  readonly typo?: 'two_details' | 'married_name' | 'unknown_student' | 'nickname'
  readonly isSeen?: boolean
  readonly found?: Found
  readonly decided?: Decided
  /** The files of the same form sent again later, which replaces this one. */
  readonly again?: Sent
  /** The files with which the student fixed what staff asked for. */
  readonly fixed?: Sent
  /** The dependents that an enrolled student adds later, by another form. */
  readonly added?: { readonly daysAgo: number; readonly dependents: readonly FormDependent[] }
  /** The appeal of a declined waiver. */
  readonly appealed?: Sent & { readonly comment: string }
}

interface Sent {
  readonly daysAgo: number
  readonly papers: readonly Paper[]
}

const card = ['insurance_card_front', 'insurance_card_back'] as const
const cardAndLetter = [...card, 'coverage_letter'] as const
const front = ['insurance_card_front'] as const
/** Makes several stories that differ in their claim and day. */
const several = (daysAgo: readonly number[], about: Partial<Story>): Story[] =>
  daysAgo.map((days, index) => ({
    form_type: 'waiver',
    claim: usualClaim(index + daysAgo.length),
    papers: card,
    daysAgo: days,
    ...about,
  }))

/** An active plan that covers the whole policy year of `year`. */
const active = (year: number): Found => ({
  status: 'active',
  plan_name: 'Choice Plus PPO',
  plan_begins_on: `${year}-01-01`,
  plan_ends_on: null,
  deductible: '1500.00',
  note: 'Called member services. Active, no end date on file.',
})

const beingReviewed = (year: number): Story[] => [
  ...several([0, 1, 1, 2, 2, 3, 5, 7], { found: active(year), isSeen: true }),
  ...several([0, 0, 0, 1, 1, 1, 2, 2], {}),
  ...several([0, 1, 4, 9], { papers: front }),
  ...several([1, 3], { papers: cardAndLetter, language: 'es' }),
  ...several([2, 8], {
    papers: [...card, 'old_letter'],
    found: { ...active(year), coverage_letter_on: `${year}-05-12` },
    isSeen: true,
  }),
  ...several([1, 6], { claim: claims.individual, papers: cardAndLetter }),
  ...several([3], { claim: claims.cobra, comment: 'I pay COBRA until my new job starts in March.' }),
  ...several([2], { claim: claims.kaiser, comment: 'My plan has a clinic near the Harbor campus.' }),
  ...several([4], { claim: claims.shortTerm, papers: front, isSeen: true }),
  ...several([2], { claim: claims.medicaid, papers: [] }),
  ...several([1], { claim: claims.sharing, papers: front, language: 'es' }),
  ...several([14], { papers: front, again: { daysAgo: 3, papers: card } }),
  ...several([11], { papers: [], again: { daysAgo: 1, papers: cardAndLetter }, language: 'es' }),
  ...several([6, 20], { isLate: true, comment: 'I was on rotation and missed the deadline.' }),
]

const declined = (year: number): Story[] => [
  ...several([16, 21], {
    claim: claims.sharing,
    decided: { daysAgo: 12, coverages: ['medical'], outcome: 'decline', reasons: ['excluded_types'] },
  }),
  ...several([25], {
    found: { ...active(year), deductible: '6500.00', note: 'Deductible is $6,500 for one person.' },
    decided: { daysAgo: 20, coverages: ['medical'], outcome: 'decline', reasons: ['max_deductible'] },
    appealed: {
      daysAgo: 11,
      papers: ['coverage_letter'],
      comment: 'You looked at the family deductible. Mine is $1,500. I added a letter from the plan.',
    },
  }),
]

const decided = (year: number): Story[] => [
  ...several([12, 15, 19, 23, 30], {
    found: active(year),
    decided: { daysAgo: 9, coverages: ['medical'], outcome: 'approve' },
  }),
  ...several([8, 10, 13], {
    coverages: ['medical', 'dental'],
    found: active(year),
    decided: { daysAgo: 5, coverages: ['medical'], outcome: 'approve' },
  }),
  ...several([10, 14], {
    papers: front,
    decided: { daysAgo: 6, coverages: ['medical'], outcome: 'utp', reasons: ['card_back_missing'] },
  }),
  ...several([18], {
    papers: [...card, 'old_letter'],
    language: 'es',
    decided: { daysAgo: 13, coverages: ['medical'], outcome: 'utp', reasons: ['letter_too_old'] },
  }),
  ...several([16, 22], {
    papers: front,
    decided: { daysAgo: 10, coverages: ['medical'], outcome: 'utp', reasons: ['card_back_missing'] },
    fixed: { daysAgo: 1, papers: ['insurance_card_back'] },
  }),
  ...several([20], {
    papers: [...card, 'old_letter'],
    language: 'es',
    decided: { daysAgo: 15, coverages: ['medical'], outcome: 'utp', reasons: ['letter_too_old'] },
    fixed: { daysAgo: 2, papers: ['coverage_letter'] },
  }),
  ...several([44, 47], {
    decided: {
      daysAgo: 40,
      coverages: ['medical'],
      outcome: 'utp',
      reasons: ['member_id_format', 'other'],
      note: 'Your insurance company has no member with this ID.',
    },
  }),
]

const child: FormDependent = {
  type: 'child',
  first_name: 'Elena',
  last_name: 'Moreau',
  gender: 'female',
  dob: '2021-03-14',
}
const spouse: FormDependent = { type: 'spouse', first_name: 'Robin', last_name: 'Moreau', dob: '1996-11-02' }

const enrollments: readonly Story[] = [
  { form_type: 'enroll', daysAgo: 0 },
  { form_type: 'enroll', daysAgo: 2, coverages: ['medical', 'vision'] },
  { form_type: 'enroll', daysAgo: 5, language: 'es', coverages: ['medical', 'dental', 'vision'] },
  { form_type: 'enroll', daysAgo: 1, dependents: [spouse, child] },
  { form_type: 'enroll', daysAgo: 3, dependents: [{ ...child, first_name: 'Jonas', dob: '2019-08-30' }] },
  {
    form_type: 'enroll',
    daysAgo: 17,
    isSeen: true,
    dependents: [spouse],
    decided: { daysAgo: 15, coverages: ['medical'], outcome: 'approve' },
    added: { daysAgo: 1, dependents: [spouse, { ...child, first_name: 'Noor' }] },
  },
  {
    form_type: 'enroll',
    daysAgo: 2,
    event: 'loss_of_coverage',
    papers: ['coverage_letter'],
    comment: 'My mother changed jobs and her plan ended.',
  },
]

const withoutStudent: readonly Story[] = [
  ...several([1], { typo: 'two_details' }),
  ...several([4], { typo: 'married_name', papers: cardAndLetter }),
  ...several([2], { typo: 'unknown_student', papers: front }),
  { form_type: 'enroll', daysAgo: 0, typo: 'nickname' },
]

const unfinished: readonly Story[] = [
  ...several([0, 2, 6], { isUnfinished: true, papers: [] }),
  { form_type: 'enroll', daysAgo: 1, isUnfinished: true },
]

/** Returns the forms of a policy year that starts on August 1 of `year`, oldest first: some in every state. */
export const storiesOf = (year: number): Story[] =>
  [
    ...beingReviewed(year),
    ...declined(year),
    ...decided(year),
    ...enrollments,
    ...withoutStudent,
    ...unfinished,
  ].toSorted((one, other) => other.daysAgo - one.daysAgo)
