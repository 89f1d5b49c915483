import { scheduledReportLabel, type ScheduledReport } from '#contract/outputs/report-schedules/choices.ts'
import { figures } from '#contract/outputs/reports/figures.ts'
import type { Context, Services } from '#server/platform/context.ts'
import { getPeriod, scope } from '#server/platform/db/scope.ts'
import { mergeText, prepareAccountEmail } from '#server/mail/email-templates/index.ts'
import { queueEmails } from '#server/mail/email-delivery/index.ts'
import { fileNameOf } from '#server/review/exports/index.ts'
import type { SystemContext } from '#server/platform/jobs/work.ts'
import { dayIn } from '#server/platform/lib/clock.ts'
import { writeWorkbook } from '#server/platform/lib/workbook.ts'
import { saveFile } from '../files.ts'
import { reportOf } from '../present.ts'
import { listReaders } from '../queries.ts'
import {
  ageOutSheet,
  figureSheet,
  type ReportContext,
  type ReportSheet,
} from '#server/outputs/reports/index.ts'

/** Makes a file and queues the emails to its readers, so that both are there or neither. */
export const makeReport = async (context: SystemContext, _ask: object, jobId: number): Promise<null> => {
  const run = await findRun(context, jobId)
  if (run) await write(context, run)
  return null
}

const findRun = ({ db }: Pick<Context, 'db'>, jobId: number) =>
  // scope: a job starts with only the ID of its file; everything after uses its school
  db
    .selectFrom('made_reports')
    .innerJoin('report_schedules', 'report_schedules.id', 'made_reports.schedule_id')
    .innerJoin('schools', 'schools.id', 'made_reports.school_id')
    .innerJoin('periods', 'periods.id', 'report_schedules.period_id')
    .select(['made_reports.id', 'made_reports.school_id', 'made_reports.due_at', 'schools.time_zone'])
    .select(['schools.name as school', 'periods.name as period'])
    .select(['report_schedules.report', 'report_schedules.period_id', 'report_schedules.reader_ids'])
    .where('made_reports.job_id', '=', jobId)
    .executeTakeFirst()
type Run = NonNullable<Awaited<ReturnType<typeof findRun>>>

/** Queues an email to each reader of a report that was due and couldn’t be made. Who ran it themselves sees it on the screen. */
export const tellOfFailure = async (services: Services, jobId: number): Promise<void> => {
  const run = await findRun(services, jobId)
  if (run) await tellReaders({ ...services, services }, run, 'report_failed')
}

type Making = Pick<Context, 'db' | 'services' | 'clock'>

const write = async (context: Making, run: Run): Promise<void> => {
  const system = { ...scope.asSystem(context.db, run.school_id), clock: context.clock }
  const report = reportOf(run)
  const { fileName, sheet } = sourceOf(report)
  const period = await getPeriod(system, run.period_id)
  const { name, columns, rows, count, studentPeriodIds } = await sheet(system, period.id)
  await saveFile(context, run, writeWorkbook(name, columns, rows))
  await scope
    .update(system, 'made_reports')
    .set({
      file_name: fileNameOf(run.school, period.name, dayIn(context.clock, run.time_zone), 'xlsx', fileName),
      rows: count,
      student_period_ids: [...studentPeriodIds],
      disclosed: columns.map(({ label }) => label).join(', '),
    })
    .where('made_reports.id', '=', run.id)
    .execute()
  await tellReaders(context, run, 'report_ready')
}

/** Returns the screen that offers the file after signing in. */
const addressOf = ({ settings }: Services, { id, school_id, period_id }: Run): string =>
  `${settings.publicUrl}/schools/${school_id}/period/${period_id}/reports/scheduled?report=${id}`

/** Queues an email to each reader who still has access, if the report was due. It has no data about students. */
const tellReaders = async (
  context: Making,
  run: Run,
  kind: 'report_ready' | 'report_failed',
): Promise<void> => {
  if (run.due_at === null) return
  const prepared = await prepareAccountEmail(context.db, kind)
  const readers = await listReaders(context, run.reader_ids)
  const values = {
    'report.name': scheduledReportLabel(reportOf(run)),
    'report.school': run.school,
    'report.period': run.period,
    'report.address': addressOf(context.services, run),
  }
  await queueEmails(
    context,
    readers.map(({ email, name, first_name, last_name }) => {
      const user = { 'user.first_name': first_name, 'user.last_name': last_name, 'user.email': email }
      const { subject, html, text } = mergeText(prepared, { ...user, ...values })
      return { kind, to_address: email, to_name: name, subject, html, body: text }
    }),
  )
}

/** How a report is made, and what its file is called. */
interface Source {
  readonly fileName: string
  /** Returns the report of a policy year as it is now. */
  readonly sheet: (context: ReportContext, periodId: number) => Promise<ReportSheet>
}

/** Returns how a report on a schedule is made. */
const sourceOf = (report: ScheduledReport): Source =>
  report === 'age_out'
    ? { fileName: 'age-out', sheet: ageOutSheet }
    : {
        fileName: figures[report].title.toLowerCase(),
        sheet: (context, periodId) => figureSheet(context, periodId, report),
      }
