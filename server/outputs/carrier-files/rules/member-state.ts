import * as z from 'zod/mini'
import { memberRelations } from '#contract/outputs/carrier-files/choices.ts'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import { encryptedColumn } from '#server/platform/lib/encrypted-column.ts'
import { decrypt, encrypt, type Keys } from '#server/platform/lib/crypt.ts'

const text = z.string()
const nullable = z.nullable(z.string())

/** What a carrier knows of one coverage of a person. Days are `YYYY-MM-DD`. */
const knownCoverage = z.object({
  tier: z.enum(tiers),
  /** HD05. */
  level: text,
  plan: text,
  starts_on: text,
  ends_on: nullable,
  /** Whether the carrier was told that it ended, or has to be. The day may be in the future. */
  is_ended: z.boolean(),
  premium: nullable,
  policy: nullable,
})
export type KnownCoverage = z.output<typeof knownCoverage>

/** What a carrier knows of the student besides what it knows of every person. */
const subscriberDetails = z.object({
  sid: text,
  /** The carrier’s member ID, if the school knows it. */
  member_id: nullable,
  prior_last_name: nullable,
  phone: nullable,
  email: nullable,
  address_1: text,
  address_2: text,
  city: text,
  state: text,
  zip: text,
  country: text,
  campus: nullable,
  education_begins: nullable,
  education_ends: nullable,
  employment: z.enum(['FT', 'PT', 'TE', 'L1']),
  student_status: z.enum(['F', 'P', 'N']),
})
export type SubscriberDetails = z.output<typeof subscriberDetails>

const knownPerson = z.object({
  /** `self`, or the dependent’s ID. */
  key: text,
  relation: z.enum(memberRelations),
  last_name: text,
  first_name: text,
  middle_initial: text,
  birth_date: text,
  gender: z.enum(['F', 'M', 'U']),
  /** 9 digits. */
  ssn: nullable,
  details: z.nullable(subscriberDetails),
  coverages: z.partialRecord(z.enum(coverages), knownCoverage),
})
export type KnownPerson = z.output<typeof knownPerson>

/**
 * What a carrier knows of a student-period after a file: the student first, then the dependents, with all
 * coverages it was ever told of.
 */
const memberState = z.object({ persons: z.array(knownPerson) })
export type MemberState = z.output<typeof memberState>

/** What a file says of a student-period. */
const savedMember = z.object({
  /** What the carrier knows after the file. */
  state: memberState,
  /** The segments of the student and the dependents, as text. */
  said: z.string(),
})
type SavedMember = z.output<typeof savedMember>

/** The row with a member, so that it can’t be moved to another. */
interface MemberPlace {
  readonly fileId: number
  readonly studentPeriodId: number
}

const placeOf = ({ fileId, studentPeriodId }: MemberPlace): string =>
  `carrier_file_members:${fileId}:${studentPeriodId}`

export const savedMembers = encryptedColumn(
  'carrier_file_members',
  'cipher',
  ['file_id', 'student_period_id'],
  ({ file_id, student_period_id }) => placeOf({ fileId: file_id, studentPeriodId: student_period_id }),
)

/** Encrypts what a file says of a student-period; it can have SSNs. */
export const sealMember = (keys: Keys, place: MemberPlace, member: SavedMember): Buffer =>
  encrypt(keys, placeOf(place), JSON.stringify(member))

/** Decrypts it. Throws if it was changed or moved. */
export const openMember = (keys: Keys, place: MemberPlace, cipher: Buffer): SavedMember =>
  z.parse(savedMember, JSON.parse(decrypt(keys, placeOf(place), cipher).toString()))
