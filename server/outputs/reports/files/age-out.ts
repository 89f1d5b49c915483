import { coverageLabels, statusCatalogue } from '#contract/platform/coverage/choices.ts'
import type { FileReply } from '#contract/platform/endpoint.ts'
import { phoneText } from '#contract/platform/phone.ts'
import { endReasonLabels } from '#contract/outputs/reports/choices.ts'
import { type AgingOutRow } from '#contract/outputs/reports/age-out.ts'
import {
  sourceOfCoverageLabels,
  subscriberRelationLabels,
} from '#contract/platform/record/student-period-choices.ts'
import type { Context } from '#server/platform/context.ts'
import { fileNameOf, mediaTypes, nameOfSchool, writeCsv } from '#server/review/exports/index.ts'
import { logAccess, planAdministration, recordDisclosureOfPeriods } from '#server/platform/history/index.ts'
import { batches } from '#server/platform/lib/batches.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { writeWorkbook, type SheetColumn, type SheetRow } from '#server/platform/lib/workbook.ts'
import {
  findLines,
  presentLines,
  type AgeOutRequest,
  type ReportContext,
  type RequestedLines,
} from '../queries/age-out-report.ts'

interface FileColumn extends SheetColumn {
  readonly cell: (row: AgingOutRow) => string | null
}

const text = (label: string, cell: FileColumn['cell']): FileColumn => ({ label, kind: 'text', cell })
const date = (label: string, cell: FileColumn['cell']): FileColumn => ({ label, kind: 'date', cell })
const number = (label: string, cell: (row: AgingOutRow) => number): FileColumn => ({
  label,
  kind: 'number',
  cell: (row) => String(cell(row)),
})

/** Returns the day of an instant in the office’s time zone. */
const dayOf = (instant: string | null): string | null =>
  instant === null ? null : dayIn({ now: () => new Date(instant) }, officeTimeZone)

const columns: readonly FileColumn[] = [
  text('Student', (row) => row.student_name),
  text('Student ID', (row) => row.sid),
  text('Coverage type', (row) => coverageLabels[row.coverage_type]),
  date('Date of birth', (row) => row.dob),
  number('Age', (row) => row.age),
  number('Age-out age', (row) => row.age_out_age),
  date('Age-out birthday', (row) => row.turns_on),
  date('Expected end of coverage', (row) => row.presumed_end_on),
  text('Reason', (row) => endReasonLabels[row.end_reason]),
  number('Days left', (row) => row.days_left),
  text('Status', (row) => statusCatalogue[row.status].label),
  text('Insurance company', (row) => row.company),
  text('Member ID', (row) => row.member_number),
  text('Subscriber relation', ({ relation }) => relation && subscriberRelationLabels[relation]),
  text('Source of coverage', ({ source }) => source && sourceOfCoverageLabels[source]),
  date('Verified on', (row) => row.verified_on),
  date('Plan end in eligibility report', (row) => row.plan_ends_on),
  text('Campus', (row) => row.campus),
  text('Program', (row) => row.program),
  text('University email', (row) => row.university_email),
  text('Personal email', (row) => row.personal_email),
  text('Phone', ({ phone }) => phone && phoneText(phone)),
  date('Last contact', (row) => dayOf(row.last_contact_at)),
  text('Latest notice', ({ notice }) => notice && `${notice.days_before} days`),
  date('Notice sent', ({ notice }) => dayOf(notice?.at ?? null)),
]

/** Rows that are read at once. */
const batchSize = 1000

/** A report as a sheet, before it’s written in a format. */
export interface ReportSheet {
  /** The name in the workbook. */
  readonly name: string
  readonly columns: readonly SheetColumn[]
  readonly rows: AsyncIterable<SheetRow[]>
  /** How many rows there are in all. */
  readonly count: number
  /** The student-periods of all rows. */
  readonly studentPeriodIds: readonly number[]
}

/** Returns all coverage types that age out in a period, the first to end first. @throws Problem 422 if the period is unknown */
export const ageOutSheet = async (context: ReportContext, periodId: number): Promise<ReportSheet> =>
  sheetOf(context, await findLines(context, { period_id: periodId, horizon: 'all' }))

const sheetOf = (context: ReportContext, found: RequestedLines): ReportSheet => ({
  name: 'Age-out',
  columns,
  rows: sheetRows(context, found),
  count: found.lines.length,
  studentPeriodIds: found.lines.map((line) => line.student_period_id),
})

/** Returns all rows of the report as a file, after the access is logged. @throws Problem 422 if the period is unknown */
export const fileOfReport = async (
  context: Context,
  ask: AgeOutRequest,
  format: 'csv' | 'xlsx',
): Promise<FileReply> => {
  const found = await findLines(context, ask)
  const { period, today } = found
  const sheet = sheetOf(context, found)
  const accessId = await logAccess(context.db, context.services, context, {
    action: 'export',
    subject_type: 'period',
    subject_id: period.id,
    school_id: period.school_id,
    detail: `age-out report, ${format}, ${sheet.count} rows`,
  })
  const disclosure = {
    kind: 'report',
    school_id: period.school_id,
    recipient: context.caller.name,
    purpose: planAdministration,
    what: sheet.columns.map(({ label }) => label).join(', '),
    access_id: accessId,
  } as const
  await recordDisclosureOfPeriods(context, disclosure, sheet.studentPeriodIds)
  const school = await nameOfSchool(context, period.school_id)
  return {
    name: fileNameOf(school, period.name, today, format, 'age-out'),
    stream:
      format === 'xlsx'
        ? writeWorkbook(sheet.name, sheet.columns, sheet.rows)
        : writeCsv(sheet.columns, sheet.rows),
    mediaType: mediaTypes[format],
  }
}

async function* sheetRows(
  context: ReportContext,
  { period, today, lines }: RequestedLines,
): AsyncGenerator<SheetRow[]> {
  for (const batch of batches(lines, batchSize))
    yield (await presentLines(context, period.id, batch, today)).map((row) =>
      columns.map(({ cell }) => cell(row)),
    )
}
