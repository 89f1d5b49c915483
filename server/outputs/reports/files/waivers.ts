import { coverageLabels, statusCatalogue } from '#contract/platform/coverage/choices.ts'
import type { FileReply } from '#contract/platform/endpoint.ts'
import {
  cannotSendColumns,
  unsentReasons,
  waiverExportColumns,
  type UnsentReason,
  type WaiverExportColumn,
  type WaiverExportCounts,
  type WaiverExportPart,
} from '#contract/outputs/reports/waiver-export.ts'
import type { Context } from '#server/platform/context.ts'
import { selectPeriod } from '#server/platform/db/scope.ts'
import { fileNameOf, mediaTypes, nameOfSchool } from '#server/review/exports/index.ts'
import { logAccess, recordDisclosureOfPeriods } from '#server/platform/history/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { writeQuotedRecord, writeRecord } from '#server/platform/lib/csv.ts'
import { dayText } from '#server/platform/lib/day-text.ts'
import { obstaclesOf, readSettings, serviceTypes } from '#server/review/verifications/index.ts'
import { accountNumberOf } from '../rules.ts'
import { readWaiverLines, type WaiverLine } from '../queries/waiver-lines.ts'

/** What is the same in all rows of a file. */
interface Sender {
  readonly npi: string | null
  readonly school: string
  readonly period: string
  /** `YYYY-MM-DD` */
  readonly today: string
}

/**
 * Returns the waivers of a period as the file that a batch eligibility service takes, without SSNs, or the rows that lack
 * a detail. The download is logged; rows are read while the file is sent.
 * @throws Problem 422 if the period is unknown
 */
export const exportWaivers = async (
  context: Context,
  { period_id, part }: { readonly period_id: number; readonly part: WaiverExportPart },
): Promise<FileReply> => {
  const { period, sender } = await readSender(context, period_id)
  const accessId = await logAccess(context.db, context.services, context, {
    action: 'export',
    subject_type: 'period',
    subject_id: period.id,
    school_id: period.school_id,
    detail: part === 'send' ? 'batch eligibility file' : 'batch eligibility file, rows that can’t be sent',
  })
  const disclosure = {
    kind: 'eligibility_file',
    school_id: period.school_id,
    recipient: part === 'send' ? `Batch eligibility service, by ${context.caller.name}` : context.caller.name,
    purpose: 'Check of the other coverage that a waiver relies on',
    what: 'Name, date of birth, gender, insurance company, member ID, group number and subscriber',
    access_id: accessId,
  } as const
  await recordDisclosureOfPeriods(context, disclosure, await periodsIn(context, period.id, sender, part))
  const what = part === 'send' ? 'batch eligibility' : 'batch eligibility, not sent'
  return {
    name: fileNameOf(sender.school, sender.period, sender.today, 'csv', what),
    stream:
      part === 'send' ? rowsToSend(context, period.id, sender) : rowsNotSent(context, period.id, sender),
    mediaType: mediaTypes.csv,
  }
}

/** Counts the rows of both files. @throws Problem 422 if the period is unknown */
export const countWaiverExport = async (context: Context, periodId: number): Promise<WaiverExportCounts> => {
  const { period, sender } = await readSender(context, periodId)
  const counts = new Map<UnsentReason, number>()
  let [send, cannotSend] = [0, 0]
  for await (const lines of readWaiverLines(context, period.id))
    for (const line of lines) {
      const reasons = reasonsOf(line, sender)
      if (reasons.length === 0) send += 1
      else cannotSend += 1
      for (const { reason } of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
    }
  const by_reason = unsentReasons.flatMap((reason) => {
    const count = counts.get(reason)
    return count === undefined ? [] : [{ reason, count }]
  })
  return { send, cannot_send: cannotSend, by_reason: by_reason.toSorted((a, b) => b.count - a.count) }
}

/** Returns the student-periods of a file’s rows. */
const periodsIn = async (
  context: Context,
  periodId: number,
  sender: Sender,
  part: WaiverExportPart,
): Promise<number[]> => {
  const ids: number[] = []
  for await (const lines of readWaiverLines(context, periodId))
    for (const line of lines)
      if ((reasonsOf(line, sender).length === 0) === (part === 'send')) ids.push(line.student_period_id)
  return ids
}

const readSender = async (context: Context, periodId: number) => {
  const period = await selectPeriod(context, periodId)
  const school = await nameOfSchool(context, period.school_id)
  const settings = await readSettings(context, period.school_id)
  const today = dayIn(context.clock, officeTimeZone)
  return { period, sender: { npi: settings?.npi ?? null, school, period: period.name, today } }
}

/** Why a row can’t be sent, in words. */
interface Reason {
  readonly reason: UnsentReason
  readonly message: string
}

const isReason = (code: string): code is UnsentReason => unsentReasons.some((reason) => reason === code)

const reasonsOf = ({ facts }: WaiverLine, { npi }: Sender): Reason[] => [
  ...(npi === null
    ? [{ reason: 'npi' as const, message: 'The school has no NPI. Enter it in School settings.' }]
    : []),
  ...obstaclesOf(facts).flatMap(({ reason_code: reason, message, next_step }) =>
    isReason(reason) ? [{ reason, message: `${message} ${next_step}` }] : [],
  ),
]

/** The columns of the file that each reason leaves empty. */
const missingColumns: Readonly<Record<UnsentReason, WaiverExportColumn>> = {
  npi: 'NPI',
  company: 'Payer Name',
  not_electronic: 'Payer ID',
  payer_id: 'Payer ID',
  member_id: 'Subscriber ID',
  student_birth_date: 'Patient DOB',
  subscriber_name: 'Subscriber Last Name',
  subscriber_birth_date: 'Subscriber DOB',
}

/** A service reads this file: no byte order mark, dates as `MM/DD/YYYY`. */
async function* rowsToSend(context: Context, periodId: number, sender: Sender): AsyncGenerator<string> {
  yield writeRecord(waiverExportColumns)
  for await (const lines of linesLater(context, periodId))
    yield lines
      .filter((line) => reasonsOf(line, sender).length === 0)
      .map((line) => writeRecord(cellsOf(line, sender)))
      .join('')
}

/** Staff open this file: the byte order mark tells Excel that it’s UTF-8. */
async function* rowsNotSent(context: Context, periodId: number, sender: Sender): AsyncGenerator<string> {
  yield `\uFEFF${writeQuotedRecord(cannotSendColumns)}`
  for await (const lines of linesLater(context, periodId))
    yield lines
      .map((line) => ({ line, reasons: reasonsOf(line, sender) }))
      .filter(({ reasons }) => reasons.length > 0)
      .map(({ line, reasons }) =>
        writeQuotedRecord([
          ...cellsOf(line, sender),
          reasons.map(({ reason }) => missingColumns[reason]).join('; '),
          reasons.map(({ message }) => message).join(' '),
        ]),
      )
      .join('')
}

/** The rows are read while the file is sent, after the call’s own work. */
const linesLater = ({ services, caller }: Context, periodId: number): AsyncGenerator<WaiverLine[]> =>
  readWaiverLines({ db: services.db, caller }, periodId)

/** What the student is to the subscriber, by what the subscriber is to the student. */
const relationships = { self: 'Self', parent: 'Child', spouse: 'Spouse' } as const

const genderCodes = { female: 'F', male: 'M', x: 'U' } as const

const dayCell = (day: string | null): string => (day === null ? '' : dayText(day))

const cellsOf = (line: WaiverLine, sender: Sender): string[] => {
  const cells = {
    ...patientCells(line),
    ...planCells(line),
    ...subscriberCells(line),
    ...requestCells(line, sender),
  }
  return waiverExportColumns.map((column) => cells[column])
}

const patientCells = ({ facts: { student }, gender, middle_initial }: WaiverLine) => ({
  'Patient Last Name': student.lastName,
  'Patient First Name': student.firstName ?? '',
  'Patient MI': middle_initial ?? '',
  'Patient DOB': dayCell(student.birthDate),
  'Patient Gender': gender === null ? '' : genderCodes[gender],
})

const planCells = ({ facts: { company, memberId }, group_number, ...line }: WaiverLine) => ({
  'Payer ID': company?.payerIds[0] ?? '',
  'Payer Name': company?.name ?? '',
  'Subscriber ID': memberId?.trim() ?? '',
  'Group Number': group_number ?? '',
  Relationship: relationships[line.relation ?? 'self'],
})

/** As in a single check, the plan is the student’s own unless the form says otherwise. */
const subscriberCells = ({ facts }: WaiverLine) => {
  const { firstName, lastName, birthDate } = facts.isOwnPlan === false ? facts.subscriber : facts.student
  return {
    'Subscriber Last Name': lastName ?? '',
    'Subscriber First Name': firstName ?? '',
    'Subscriber DOB': dayCell(birthDate),
  }
}

const requestCells = ({ student_period_id, coverage_type, status }: WaiverLine, sender: Sender) => ({
  'Patient Account Number': accountNumberOf({ student_period_id, coverage_type }),
  NPI: sender.npi ?? '',
  'Service Type Code': serviceTypes[coverage_type],
  'Date of Service From': dayText(sender.today),
  'Date of Service To': dayText(sender.today),
  'Coverage Type': coverageLabels[coverage_type],
  School: sender.school,
  Period: sender.period,
  Status: statusCatalogue[status].label,
})
