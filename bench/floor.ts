/**
 * The baseline: the best known SQL for the same results, with a bare driver and a bare HTTP server. It has no
 * sessions, validation or scope, so the difference is what those cost.
 */
import { createServer } from 'node:http'
import pg from 'pg'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

const url = process.env['DATABASE_URL']
const period = Number(process.env['PERIOD_ID'])
const pool = new pg.Pool({ connectionString: url, max: 10, options: '-c timezone=UTC' })

const columns = `sp.id, sp.student_id, sp.version, s.version as student_version,
  s.last_name || ', ' || s.first_name || coalesce(' ' || s.middle_initial, '') as student_name, s.sid, sp.medical_status,
  sp.dental_status, sp.vision_status, sp.academic_status, sp.program, sp.campus, sp.graduation_year, s.dob,
  s.university_email, sp.reverify_on`
const inPeriod = `sp.period_id = ${period} and sp.deleted_at is null and sp.status = 'active'`

/** The same two steps as the product: filters and sorts only the page’s IDs, then reads its rows in full. */
const page = async (select: string, where: string, order: string, offset = 0) => {
  const [rows, count] = await Promise.all([
    pool.query(`
      select ${select} from unnest(array(
        select sp.id from student_periods sp where ${inPeriod} ${where} order by ${order} limit 50 offset ${offset}
      )) with ordinality as page(id, position)
      join student_periods sp on sp.id = page.id join students s on s.id = sp.student_id order by page.position`),
    pool.query(`select count(*)::int as total from student_periods sp where ${inPeriod} ${where}`),
  ])
  return { data: rows.rows, meta: { total: count.rows[0].total } }
}

const filtered =
  "and sp.medical_status in ('waived', 'waiver_submitted') and lower(sp.program collate \"C\") like 'nurs%'"

/** Saves a student, the student-period and their history in one transaction. */
const create = async (sid: string): Promise<unknown> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const student = await client.query(
      `insert into students (school_id, first_name, last_name, dob, sid, university_email)
       select school_id, 'Bare', 'Newcomer', '2001-02-03', $1, $2 from periods where id = $3 returning *`,
      [sid, `${sid.toLowerCase()}@students.example.edu`, period],
    )
    const [{ id, school_id }] = student.rows
    const made = await client.query(
      'insert into student_periods (school_id, period_id, student_id, program) values ($1, $2, $3, $4) returning *',
      [school_id, period, id, 'Nursing (BSN)'],
    )
    await client.query(
      `with act as (insert into changes (at, cause, kind) values (now(), 'person', 'student_period_created') returning id)
       insert into history (change_id, at, cause, subject_type, subject_id, school_id, student_id, student_period_id, kind, changes)
       select act.id, now(), 'person', entry.subject_type, entry.subject_id, $1, $2, entry.student_period_id, entry.kind,
         jsonb_build_array(jsonb_build_object('field', 'sid', 'before', null, 'after', $4::text))
       from act, (values ('student', $2::bigint, null::bigint, 'student_created'),
         ('student_period', $3::bigint, $3::bigint, 'student_period_created')) as entry (subject_type, subject_id, student_period_id, kind)`,
      [school_id, id, made.rows[0].id, sid],
    )
    await client.query('commit')
    return { data: { ...made.rows[0], student: student.rows[0] } }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** The same rows in one statement, which is also the transaction. */
const createAtOnce = async (sid: string): Promise<unknown> => {
  const { rows } = await pool.query(
    `with student as (
       insert into students (school_id, first_name, last_name, dob, sid, university_email)
       select school_id, 'Bare', 'Newcomer', '2001-02-03', $1, $2 from periods where id = $3 returning *),
     made as (
       insert into student_periods (school_id, period_id, student_id, program)
       select school_id, $3, id, 'Nursing (BSN)' from student returning *),
     act as (
       insert into changes (at, cause, kind) values (now(), 'person', 'student_period_created') returning id),
     written as (
       insert into history (change_id, at, cause, subject_type, subject_id, school_id, student_id, student_period_id, kind, changes)
       select act.id, now(), 'person', 'student_period', made.id, made.school_id, made.student_id, made.id, 'student_period_created',
         jsonb_build_array(jsonb_build_object('field', 'sid', 'before', null, 'after', $1::text))
       from act, made)
     select to_jsonb(made) as made from made`,
    [sid, `${sid.toLowerCase()}@students.example.edu`, period],
  )
  return { data: rows[0].made }
}

/** The page as one would first write it: one statement, which counts what it finds. */
const plainPage = async (): Promise<unknown> => {
  const { rows } = await pool.query(`
    select ${columns}, (count(*) over ())::int as total from student_periods sp join students s on s.id = sp.student_id
    where ${inPeriod} ${filtered} order by sp.graduation_year desc nulls last, sp.sort_name, sp.id limit 50`)
  return { data: rows.map(({ total: _total, ...row }) => row), meta: { total: rows[0]?.total ?? 0 } }
}

const answers: Record<string, (q: string) => Promise<unknown>> = {
  '/create': create,
  '/create-at-once': createAtOnce,
  '/list': () => page(columns, '', 'sp.sort_name, sp.id'),
  '/deep': (q) => page(columns, '', 'sp.sort_name, sp.id', Number(q)),
  '/filtered': () => page(columns, filtered, 'sp.graduation_year desc nulls last, sp.sort_name, sp.id'),
  '/plain': plainPage,
  '/all-columns': () =>
    page('s.*, sp.*', filtered, 'sp.graduation_year desc nulls last, sp.sort_name, sp.id'),
  '/part': async (q) => {
    // a condition for each word: the index doesn't serve `like all`
    const words = q.split(' ')
    const found = await pool.query(
      `select hit.id, hit.school_id, schools.name as school_name, hit.first_name, hit.last_name, hit.prior_last_name,
        hit.sid, hit.university_email
      from (select s.* from students s where ${words.map((_, n) => `s.search_text like $${n + 1}`).join(' and ')}
        order by s.sort_name, s.id limit 20) hit
      join schools on schools.id = hit.school_id order by hit.sort_name, hit.id`,
      words.map((word) => `%${word}%`),
    )
    return { data: found.rows }
  },
  '/search': async (q) => {
    const found = await pool.query(
      `select hit.id, hit.school_id, schools.name as school_name, hit.first_name, hit.last_name, hit.prior_last_name,
        hit.sid, hit.university_email, (select max(id) from periods where school_id = hit.school_id) as latest_period_id
      from (
        select s.* from students s where $1 <% s.search_text
        order by word_similarity($1, s.search_text) desc, s.sort_name, s.id limit 20
      ) hit join schools on schools.id = hit.school_id`,
      [q],
    )
    return { data: found.rows }
  },
}

const server = createServer((request, response) => {
  const at = new URL(request.url ?? '/', 'http://floor')
  const answer = answers[at.pathname]
  if (!answer) {
    response.writeHead(404).end()
    return
  }
  answer(at.searchParams.get('q') ?? '').then(
    (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
server.listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('ready'))
