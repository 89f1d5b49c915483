import * as z from 'zod/mini'
import { coverages, coverageStatuses } from '#contract/platform/coverage/choices.ts'
import { flagText, idText } from '#contract/platform/fields.ts'
import { eligibilityStatuses } from '#contract/review/verifications/choices.ts'

/** The columns of the file for a batch eligibility service, in order. */
export const waiverExportColumns = [
  'Patient Account Number',
  'NPI',
  'Payer ID',
  'Payer Name',
  'Subscriber ID',
  'Group Number',
  'Subscriber Last Name',
  'Subscriber First Name',
  'Subscriber DOB',
  'Relationship',
  'Patient Last Name',
  'Patient First Name',
  'Patient MI',
  'Patient DOB',
  'Patient Gender',
  'Service Type Code',
  'Date of Service From',
  'Date of Service To',
  'Coverage Type',
  'School',
  'Period',
  'Status',
] as const
export type WaiverExportColumn = (typeof waiverExportColumns)[number]

/** The two files: rows that can be sent, and rows that can’t. The second has two more columns. */
const waiverExportParts = ['send', 'cannot_send'] as const
export type WaiverExportPart = (typeof waiverExportParts)[number]
export const cannotSendColumns = [...waiverExportColumns, 'Missing', 'Reason'] as const

/** Why a row can’t be sent: the detail that is missing, or an insurance company that answers no checks. */
export const unsentReasons = [
  'npi',
  'company',
  'not_electronic',
  'payer_id',
  'member_id',
  'student_birth_date',
  'subscriber_name',
  'subscriber_birth_date',
] as const
export type UnsentReason = (typeof unsentReasons)[number]

export const waiverExportQuery = z.strictObject({
  period_id: idText,
  part: z._default(z.enum(waiverExportParts), 'send'),
})

/** How many coverage types are in each file. A row that lacks two details counts for both. */
export const waiverExportCounts = z.object({
  send: z.int(),
  cannot_send: z.int(),
  by_reason: z.array(z.object({ reason: z.enum(unsentReasons), count: z.int() })),
})
export type WaiverExportCounts = z.output<typeof waiverExportCounts>

/** The columns of the file of results. The first two are required. */
export const batchResultColumns = [
  'Patient Account Number',
  'Result',
  'Plan Name',
  'Group Number',
  'Plan Begin',
  'Plan End',
  'Payer Name',
  'Message',
] as const
export type BatchResultColumn = (typeof batchResultColumns)[number]

/** The most rows of a file of results. */
export const mostBatchResults = 10_000

/** The fields beside the file of results. */
export const batchResultsAsk = z.strictObject({
  period_id: idText,
  dry_run: flagText,
  /** Whether rejected rows are left out. Otherwise, nothing is imported while there are any. */
  accept_valid_rows: flagText,
  /** The results that the preview counted. If there’s another number now, the call is 409. */
  expected: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,5}$/)), z.transform(Number))),
})
export type BatchResultsAsk = z.output<typeof batchResultsAsk>

/** What the results of a file did, or would do. */
export const batchResults = z.object({
  /** Rows of the file. */
  rows: z.int(),
  /** Rows that become eligibility reports. */
  results: z.int(),
  /** Rows that were imported before and do nothing. */
  repeated: z.int(),
  by_result: z.array(z.object({ result: z.enum(eligibilityStatuses), count: z.int() })),
  /** Status changes, the most frequent first. */
  changes: z.array(
    z.object({
      coverage_type: z.enum(coverages),
      from: z.enum(coverageStatuses),
      to: z.enum(coverageStatuses),
      count: z.int(),
    }),
  ),
  /** The first rejected rows. Row 1 is the header. */
  refused: z.array(z.object({ row: z.int(), column: z.nullable(z.string()), message: z.string() })),
  refused_total: z.int(),
})
export type BatchResults = z.output<typeof batchResults>
