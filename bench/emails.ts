/** Measures emails: queueing them with their change, sending them, and the list while they’re sent. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { defaultStudentListColumns } from '#contract/records/student-periods/default-columns.ts'
import type { signIn } from './client.ts'
import { median, reportFigure } from './measure.ts'
import { size } from './world.ts'

type Session = Awaited<ReturnType<typeof signIn>>

interface World {
  readonly periodId: number
  readonly schoolId: number
}

const approve = '/api/student-periods/bulk-operations/update-coverage-statuses'

/** Approves the waivers of many students at once. Returns the milliseconds it took. */
const approveAll = async (
  session: Session,
  database: pg.Client,
  { periodId }: World,
  sendEmail: boolean,
): Promise<number> => {
  const { rows } = await database.query<{ id: string }>(
    `update student_periods set medical_status = 'waiver_submitted'
     where id in (select id from student_periods where period_id = $1 order by id limit $2) returning id`,
    [periodId, size.bulk],
  )
  const body = { ids: rows.map(({ id }) => Number(id)), medical_status: 'waived', send_email: sendEmail }
  const started = performance.now()
  const { data } = JSON.parse((await session.post(approve, body)).text)
  if (data.changed !== size.bulk) throw new Error(`${data.changed} of ${size.bulk} were changed.`)
  return performance.now() - started
}

const countEmails = async (database: pg.Client, state: string): Promise<number> => {
  const { rows } = await database.query<{ many: number }>(
    'select count(*)::int as many from emails where state = $1',
    [state],
  )
  return rows[0]?.many ?? 0
}

/** Reads the list again and again until `isOver`. Returns the milliseconds of each page. */
const readList = async (session: Session, { periodId }: World, isOver: () => boolean): Promise<number[]> => {
  const columns = defaultStudentListColumns.shipmate_admin.join(',')
  const taken: number[] = []
  while (!isOver()) {
    const started = performance.now()
    await session.get(`/api/student-periods-by-period/${periodId}?columns=${columns}`)
    taken.push(performance.now() - started)
    await sleep(5)
  }
  return taken
}

/** Measures the list for some seconds while no emails are sent. */
const readQuietly = async (session: Session, world: World): Promise<number[]> => {
  const end = performance.now() + 5000
  return readList(session, world, () => performance.now() > end)
}

/** Queues an email for each of 5,000 students, and sends them to a mail server on this machine. */
export const measureEmails = async (
  session: Session,
  database: pg.Client,
  world: World,
): Promise<boolean[]> => {
  const settings = `/api/schools/${world.schoolId}/email-settings`
  // they’re queued in the future first, so that sending doesn’t overlap with queueing
  await session.put(settings, { sender_name: null, reply_to: null, delay_minutes: 60, kinds_off: [] })
  const [plain, withEmails]: [number[], number[]] = [[], []]
  for (let round = 0; round < 3; round += 1) {
    plain.push(await approveAll(session, database, world, false))
    await database.query('delete from emails')
    withEmails.push(await approveAll(session, database, world, true))
  }
  const queueing = median(withEmails) - median(plain)
  const quiet = [...(await readQuietly(session, world))]
  await database.query('update emails set send_at = now()')
  const started = performance.now()
  let isSent = false
  const reading = readList(session, world, () => isSent)
  while ((await countEmails(database, 'sent')) < size.bulk) {
    if (performance.now() - started > 120_000) throw new Error('The emails weren’t sent in two minutes.')
    await sleep(100)
  }
  const seconds = (performance.now() - started) / 1000
  isSent = true
  const busy = await reading
  quiet.push(...(await readQuietly(session, world)))
  console.log(
    `  the change alone ${median(plain).toFixed(0)} ms, with emails ${median(withEmails).toFixed(0)} ms; list p50 ${median(quiet).toFixed(1)} ms quiet, ${median(busy).toFixed(1)} ms while sending (${busy.length} pages)`,
  )
  return [
    reportFigure(`queueing ${size.bulk} emails, with their history`, queueing, { unit: 'ms', most: 2000 }),
    reportFigure('emails handed over a second', size.bulk / seconds, { unit: '/s', least: 100 }),
    reportFigure('list while emails are sent, of quiet', median(busy) / median(quiet), {
      unit: '×',
      most: 1.3,
    }),
  ]
}
