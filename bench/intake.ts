/** Sends forms of many students, and measures their intake: 50 a second for a minute, and some press the button twice. */
import { request } from 'node:http'
import type pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { waiverForm } from '#contract/setup/period-documents/forms.ts'
import type { signIn } from './client.ts'
import { listLatency, quietLatency } from './latency.ts'
import { reportFigure } from './measure.ts'
import { size } from './world.ts'

/** The policy year that takes in the forms. */
interface Place {
  readonly periodId: number
  readonly schoolId: number
}

interface Person {
  readonly first_name: string
  readonly last_name: string
  readonly dob: string
  readonly sid: string
}

/** Forms that arrive in a second, the seconds that they do, and the most at once. Every tenth is sent twice at once. */
const [pace, seconds, clients, doubled] = [50, Math.ceil(60 * size.share), 32, 10]

/** Publishes a waiver form without fields. */
export const publishForm = async (database: pg.Client, { schoolId, periodId }: Place): Promise<void> => {
  await database.query(
    `insert into period_publications (school_id, period_id, kind, number, version, content, published_at)
     values ($1, $2, $3, 1000, 1, $4, now()) on conflict do nothing`,
    [schoolId, periodId, waiverForm.kind, JSON.stringify(waiverForm.empty)],
  )
  await database.query(
    `update periods set state = 'open', starts_on = current_date - 30,
    ends_on = current_date + 300 where id = $1`,
    [periodId],
  )
}

/** Returns the first students of the policy year, who send forms. */
export const readSenders = async (
  database: pg.Client,
  { periodId }: Place,
  many: number,
): Promise<Person[]> => {
  const { rows } = await database.query<Person>(
    `select s.first_name, s.last_name, s.dob::text as dob, s.sid from student_periods sp
     join students s on s.id = sp.student_id
     where sp.period_id = $1 and sp.deleted_at is null and s.dob is not null order by sp.id limit $2`,
    [periodId, many],
  )
  return rows
}

/** Sends a form from an address of its own, because forms are limited by address. Returns the status and the number. */
export const sendForm = (base: string, periodId: number, person: Person, index: number): Promise<string> =>
  new Promise((done, fail) => {
    const body = JSON.stringify({
      ...person,
      form_type: 'waiver',
      coverage_types: ['medical'],
      attestations: [],
      signature: `${person.first_name} ${person.last_name}`,
    })
    const call = request(
      `${base}/api/public/periods/${periodId}/form-submissions`,
      {
        method: 'POST',
        localAddress: `127.0.${1 + Math.floor(index / 200)}.1`,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        let text = ''
        response.on('data', (part: Buffer) => (text += part.toString()))
        response.on('end', () =>
          response.statusCode === 201
            ? done(String(JSON.parse(text).data.confirmation_number))
            : fail(
                new Error(
                  `${response.statusCode}${response.headers['retry-after'] === undefined ? '' : ' Retry-After'} ${text}`,
                ),
              ),
        )
      },
    )
    call.on('error', fail)
    call.end(body)
  })

/** Publishes a waiver form, and sends it for some students of the policy year: as fast as it goes, or at a pace. */
export const sendForms = async (
  base: string,
  database: pg.Client,
  place: Place,
  {
    many,
    isDoubled,
    perSecond,
  }: { readonly many: number; readonly isDoubled: boolean; readonly perSecond?: number },
): Promise<{ readonly sent: number; readonly numbers: ReadonlySet<string> }> => {
  await publishForm(database, place)
  const rows = await readSenders(database, place, many)
  const numbers = new Set<string>()
  const started = performance.now()
  let next = 0
  const client = async (): Promise<void> => {
    for (let index = next++; index < rows.length; index = next++) {
      const person = rows[index]
      if (!person) return
      if (perSecond !== undefined)
        await sleep(Math.max(0, started + (index / perSecond) * 1000 - performance.now()))
      const times = isDoubled && index % doubled === 0 ? 2 : 1
      const got = await Promise.all(
        Array.from({ length: times }, () => sendForm(base, place.periodId, person, index)),
      )
      for (const number of got) numbers.add(number)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return { sent: rows.length, numbers }
}

/**
 * Sends 50 forms a second for a minute, and counts what arrived: none may be lost or doubled, the last must be in a second
 * later, and the list of staff may wait half as long again at most.
 */
export const measureIntake = async (
  base: string,
  session: Awaited<ReturnType<typeof signIn>>,
  database: pg.Client,
  place: Place,
): Promise<boolean[]> => {
  const quiet = await quietLatency(session, place.periodId)
  const started = performance.now()
  let isDone = false
  const sending = sendForms(base, database, place, {
    many: pace * seconds,
    isDoubled: true,
    perSecond: pace,
  }).finally(() => (isDone = true))
  const busy = await listLatency(session, place.periodId, () => isDone)
  const { sent, numbers } = await sending
  const taken = (performance.now() - started) / 1000
  const stored = await database.query<{ forms: number; matched: number }>(
    `select count(*)::int as forms, count(student_period_id)::int as matched from form_submissions
     where period_id = $1`,
    [place.periodId],
  )
  const { forms = 0, matched = 0 } = stored.rows[0] ?? {}
  if (forms !== sent || numbers.size !== sent)
    throw new Error(`${sent} forms were sent; ${forms} arrived under ${numbers.size} numbers.`)
  console.log(`forms: ${forms} sent, none lost or doubled, ${matched} matched with a student`)
  return [
    reportFigure(`forms taken in at ${pace} a second`, taken, { unit: 's', most: seconds + 1 }),
    reportFigure(`  list meanwhile, ×${quiet.toFixed(1)} ms`, busy / quiet, { unit: '×', most: 1.5 }),
  ]
}
