import * as z from 'zod/mini'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import { id, person } from '#contract/platform/fields.ts'
import {
  carrierFileKinds,
  carrierFileStates,
  carrierProblemCodes,
  coverageDetails,
  differenceKinds,
  maintenanceTypes,
  memberDetails,
  memberRelations,
  problemPlaces,
} from './choices.ts'
import { neededSettings } from '#contract/setup/period-documents/carrier-file.ts'

/** The request to prepare a file. A test file (ISA15 is T) isn’t what the next changes are compared with. */
export const newCarrierFile = z.strictObject({
  kind: z.enum(carrierFileKinds),
  is_test: z.optional(z.boolean()),
})
export type NewCarrierFile = z.output<typeof newCarrierFile>

/** A carrier file: being prepared, ready for review, released, or ended otherwise. */
export const carrierFileRun = z.object({
  id,
  kind: z.enum(carrierFileKinds),
  is_test: z.boolean(),
  state: z.enum(carrierFileStates),
  progress: z.object({ done: z.int(), total: z.int() }),
  /** Why it failed, as a sentence. */
  message: z.nullable(z.string()),
  carrier_name: z.string(),
  /** The released file that it was compared with, and when that was released; null if it’s the first. */
  compared_with: z.nullable(z.object({ id, released_at: z.string() })),
  /** Persons in the file, students and dependents. */
  subscribers: z.int(),
  dependents: z.int(),
  /** Persons by what the file says of them. */
  counts: z.partialRecord(z.enum(maintenanceTypes), z.int()),
  /** Students who differ from the last file. */
  changed_students: z.int(),
  /** Students who are left out, because the carrier would reject them. */
  left_out: z.int(),
  problems: z.int(),
  includes_ssns: z.boolean(),
  file_name: z.nullable(z.string()),
  /** ISA13; null until it’s released. */
  control_number: z.nullable(z.int()),
  created_by: person,
  created_at: z.string(),
  /** When the records were read; null until then. */
  prepared_at: z.nullable(z.string()),
  released_by: z.nullable(person),
  released_at: z.nullable(z.string()),
  downloads: z.int(),
})
export type CarrierFileRun = z.output<typeof carrierFileRun>

/** What a policy year’s carrier files look like now. */
export const carrierFileOverview = z.object({
  /** Settings to fill in before a file can be prepared. */
  missing_settings: z.array(z.enum(neededSettings)),
  /** Active students with coverage that a file would name. */
  covered: z.int(),
  /** Students edited since the last released file was prepared; null if there was none. */
  edited_since: z.nullable(z.int()),
  /** The file that is being prepared or waits for its release. */
  open: z.nullable(carrierFileRun),
  /** Released and failed files, newest first, at most 50. */
  runs: z.array(carrierFileRun),
})
export type CarrierFileOverview = z.output<typeof carrierFileOverview>

/** One difference to the last file, of the student or a dependent. */
export const memberDifference = z.object({
  /** `Jane Doe` */
  person: z.string(),
  relation: z.enum(memberRelations),
  kind: z.enum(differenceKinds),
  /** Null for `details`. */
  coverage_type: z.nullable(z.enum(coverages)),
  tier: z.nullable(z.enum(tiers)),
  /** The day on which coverage starts or ends. */
  on: z.nullable(z.string()),
  /** What changed, for `changed` and `details`. */
  details: z.array(z.enum([...memberDetails, ...coverageDetails])),
})
export type MemberDifference = z.output<typeof memberDifference>

/** A student in a file, with what differs from the last one. */
export const carrierFileMember = z.object({
  student_id: id,
  student_period_id: id,
  /** `Lopez, Ana` */
  name: z.string(),
  sid: z.string(),
  differences: z.array(memberDifference),
})
export type CarrierFileMember = z.output<typeof carrierFileMember>

/** Something that a carrier would reject. */
export const carrierFileProblem = z.object({
  student_id: id,
  student_period_id: id,
  name: z.string(),
  sid: z.string(),
  code: z.enum(carrierProblemCodes),
  place: z.enum(problemPlaces),
  /** The field to fill in, such as `zip`. */
  field: z.string(),
  /** Whose it is, if it’s a dependent’s. */
  dependent: z.nullable(z.string()),
  coverage_type: z.nullable(z.enum(coverages)),
  tier: z.nullable(z.enum(tiers)),
})
export type CarrierFileProblem = z.output<typeof carrierFileProblem>
