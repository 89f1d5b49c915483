/**
 * `npm run process-faults`: three web and two worker processes on one PostgreSQL behind a proxy that tries the next process if
 * one doesn’t take a connection. Staff save notes and add students; meanwhile a newer release’s migration adds columns to their
 * tables, each process is restarted in turn, then killed in turn. Counts requests that failed, and notes that are missing or
 * doubled. Exits with 1 if a restart failed one, or a note is wrong.
 */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase, createPool } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildSchool } from '#server/setup/schools/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildUser } from '#server/accounts/users/factory.ts'
import {
  freePort,
  newDataDir,
  sessionOn,
  startServerProcess,
  type ServerProcess,
} from '#server/testing/server-process.ts'
import { startTemporaryDatabase } from '#server/testing/temporary-database.ts'
import { uniqueNameOf } from './roster.ts'

const log = createLog('silent')
const database = await startTemporaryDatabase()
await migrate(database.url, log)
const pool = createPool({ url: database.url, asApp: false, log, max: 4 })
const db = createDatabase(pool)
const shared = newDataDir()

interface Member {
  readonly role: 'web' | 'worker'
  readonly port: number
  server: ServerProcess
}

const startMember = async (role: Member['role']): Promise<Member> => {
  const port = await freePort()
  return { role, port, server: await startOn(role, port) }
}
const startOn = async (role: Member['role'], port: number): Promise<ServerProcess> => {
  const server = startServerProcess({
    PORT: String(port),
    ROLE: role,
    DATA_DIR: shared,
    DATABASE_URL: database.url,
    DEMO: 'off',
    LOG_LEVEL: 'silent',
  })
  await server.ready()
  return server
}

const members: Member[] = []
process.once('exit', () => {
  for (const { server } of members) server.child.kill('SIGKILL')
})
for (const role of ['web', 'web', 'web', 'worker', 'worker'] as const) members.push(await startMember(role))
const webs = members.filter(({ role }) => role === 'web')

/** Passes a request on to the next web process that takes the connection. */
let turn = 0
const passOn = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  body: Buffer,
  tries = webs.length,
): void => {
  const member = webs[(turn += 1) % webs.length]
  if (!member || tries === 0) {
    outgoing.writeHead(502).end()
    return
  }
  let isTaken = false
  const call = request(
    {
      port: member.port,
      path: incoming.url,
      method: incoming.method,
      headers: incoming.headers,
      agent: false,
    },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    },
  )
  call.on('socket', (socket) => socket.once('connect', () => (isTaken = true)))
  call.on('error', () => {
    // as nginx does: only what no process took is tried elsewhere
    if (isTaken) outgoing.destroy()
    else passOn(incoming, outgoing, body, tries - 1)
  })
  call.end(body)
}
const proxy = createServer((incoming, outgoing) => {
  const pieces: Buffer[] = []
  incoming.on('data', (piece: Buffer) => pieces.push(piece))
  incoming.on('end', () => passOn(incoming, outgoing, Buffer.concat(pieces)))
}).listen(0, '127.0.0.1')
await once(proxy, 'listening')
const address = proxy.address()
const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`

const schoolId = await buildSchool(db, {})
const periodId = await buildPeriod(db, { school_id: schoolId })
const student = await buildStudentPeriod(db, { school_id: schoolId, period_id: periodId })
const userId = await buildUser(db, { permission: 'school_admin', school_ids: [schoolId] })
const { call } = await sessionOn(database.url, userId)
// a call needs only the address of its server
const [first] = webs
if (!first) throw new Error('No process started.')
const front = { ...first.server, base }

let [sent, failed, number] = [0, 0, 0]
const saved: string[] = []
const stopped = new AbortController()
/** Adds a student, which is a frequent call: its prepared statements must survive a migration. */
const addStudent = (n: number) =>
  call(front, 'POST', '/api/add-student-to-period', {
    period_id: periodId,
    sid: `S${n * 7919}`,
    first_name: 'Ana',
    last_name: uniqueNameOf(n),
    dob: '2001-02-03',
  })

const work = async (): Promise<void> => {
  while (!stopped.signal.aborted) {
    const n = (number += 1)
    const body = `Called ${n}`
    sent += 1
    try {
      const answer = await call(front, 'POST', '/api/student-notes/create', {
        student_id: student.student_id,
        body: `<p>${body}</p>`,
      })
      if (answer.ok) saved.push(body)
      else failed += 1
      sent += 1
      if (!(await addStudent(n)).ok) failed += 1
    } catch {
      failed += 1
    }
    await sleep(20)
  }
}
const running = [work(), work(), work(), work()]

const measure = async (name: string, fault: (member: Member) => Promise<void>): Promise<number> => {
  const before = { sent, failed }
  for (const member of members) {
    await fault(member)
    await sleep(500)
  }
  const missed = failed - before.failed
  console.log(`${name}: ${sent - before.sent} requests, ${missed} failed`)
  return missed
}
const restartBy =
  (signal: 'SIGTERM' | 'SIGKILL') =>
  async (member: Member): Promise<void> => {
    await member.server.end(signal)
    member.server = await startOn(member.role, member.port)
  }

/** Adds a column to tables in use, as migrations of newer releases do, and lets the older processes go on for a while. */
const migrateBeneath = async (): Promise<void> => {
  for (const table of ['student_notes', 'students', 'student_periods', 'periods', 'changes', 'history'])
    await pool.query(`alter table ${table} add column of_a_newer_release text`)
  await sleep(2000)
}

await sleep(1000)
const failedBefore = failed
await migrateBeneath()
const inMigration = failed - failedBefore
console.log(`migrated beneath: ${inMigration} failed`)
const inRestarts = await measure('restarted in turn', restartBy('SIGTERM'))
await measure('killed in turn', restartBy('SIGKILL'))
stopped.abort()
await Promise.all(running)
const { rows } = await pool.query<{ body: string; many: number }>(
  'select body, count(*)::int as many from student_notes group by body',
)
const kept = new Map(rows.map(({ body, many }) => [body.replaceAll(/<[^>]*>/g, ''), many]))
const lost = saved.filter((body) => !kept.has(body))
const doubled = rows.filter(({ many }) => many > 1)
console.log(
  `${saved.length} notes answered, ${kept.size} saved, ${lost.length} lost, ${doubled.length} doubled`,
)
for (const { server } of members) await server.end('SIGTERM')
proxy.close()
await pool.end()
await database.stop()
process.exit(inMigration + inRestarts + lost.length + doubled.length > 0 ? 1 : 0)
