import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildStudent } from '#server/records/students/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let own: SchoolWorld
let foreign: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  own = await buildSchoolWorld(services)
  foreign = await buildSchoolWorld(services)
})
afterAll(() => services.close())

const ofAccounts = 'Users and how they sign in belong to no school: one can have access to several.'
const ofAllSchools = 'Every school uses the same rows.'
const ofTheProduct = 'What the server needs to run, whatever its schools.'
const ofSomeSchool =
  'Most rows are of a school, but those about accounts, the product or several schools have none.'

/** The tables whose rows don’t belong to exactly one school, with the reason. All others have the school in every key. */
const tablesWithoutSchool: Readonly<Record<string, string>> = {
  schools: 'The schools.',
  insurance_companies: ofAllSchools,
  email_layouts: ofAllSchools,
  suppressed_addresses: ofAllSchools,
  users: ofAccounts,
  sessions: ofAccounts,
  pending_logins: ofAccounts,
  one_time_tokens: ofAccounts,
  passkeys: ofAccounts,
  emergency_codes: ofAccounts,
  emergency_sign_ins: ofAccounts,
  drafts: ofAccounts,
  user_preferences: ofAccounts,
  idempotency_keys: ofAccounts,
  activity_reviews: ofAccounts,
  activity_findings: ofAccounts,
  throttles: ofTheProduct,
  key_fingerprints: ofTheProduct,
  email_pace: ofTheProduct,
  schedule_runs: ofTheProduct,
  email_events: ofTheProduct,
  migrations: ofTheProduct,
  unsealed_entries: 'One chain seals the entries of all schools, so that none can be left out.',
  history_seals: 'One chain seals the entries of all schools, so that none can be left out.',
  erased_entries: 'They belong to the seals of all schools.',
  access_seals: 'One chain seals the entries of all schools, so that none can be left out.',
  changes: ofSomeSchool,
  history: ofSomeSchool,
  access_log: ofSomeSchool,
  jobs: ofSomeSchool,
  emails: ofSomeSchool,
  email_templates: ofSomeSchool,
  saved_views: ofSomeSchool,
}

/** Returns what in the database’s keys lacks the school. */
const listKeysWithoutSchool = async (): Promise<string[]> => {
  const { rows } = await sql<{ text: string }>`
    with relation as (
      select c.oid, c.relname as name, school.attnum as school,
        coalesce(school.attnotnull, false) and c.relname <> all(${Object.keys(tablesWithoutSchool)}) as is_of_school
      from pg_class c left join pg_attribute school on school.attrelid = c.oid and school.attname = 'school_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    )
    select 'table: ' || name as text from relation
    where not is_of_school and name <> all(${Object.keys(tablesWithoutSchool)})
    union all
    select case when i.indisprimary then 'primary key: ' else 'unique: ' end || relation.name || ' (' ||
      (select string_agg(pg_get_indexdef(i.indexrelid, place, false), ', ' order by place)
        from generate_series(1, i.indnkeyatts) as place) || ')'
    from relation join pg_index i on i.indrelid = relation.oid
    where relation.is_of_school and i.indisunique and relation.school <> all(i.indkey)
    union all
    select 'reference: ' || relation.name || ' to ' || parent.name || ', ' || pg_get_constraintdef(k.oid)
    from pg_constraint k
    join relation on relation.oid = k.conrelid join relation parent on parent.oid = k.confrelid
    where k.contype = 'f' and parent.is_of_school and not exists (
      select from unnest(k.conkey, k.confkey) as pair(mine, theirs)
      where pair.mine = relation.school and pair.theirs = parent.school)`.execute(services.owner)
  return rows.map(({ text }) => text).sort()
}

describe('the keys of a school’s tables', () => {
  it('have the school', async () => {
    expect(await listKeysWithoutSchool()).toEqual([])
  })

  it('are found where they lack it', async () => {
    await sql
      .raw(
        `create table planted (id bigint primary key, school_id bigint not null, name text,
          unique (id, school_id), unique (id, name));
        create unique index planted_name on planted (lower(name)) where id > 0;
        create table planted_rows (planted_id bigint references planted (id), school_id bigint not null);
        create table planted_chunks (planted_id bigint, position integer)`,
      )
      .execute(services.owner)
    const found = await listKeysWithoutSchool()
    await sql.raw('drop table planted_chunks, planted_rows, planted').execute(services.owner)
    expect(found.filter((text) => text.includes('planted'))).toEqual([
      'primary key: planted (id)',
      'reference: planted_rows to planted, FOREIGN KEY (planted_id) REFERENCES planted(id)',
      'table: planted_chunks',
      'unique: planted (id, name)',
      'unique: planted (lower(name))',
    ])
  })

  it('are listed as exceptions only where the tables exist', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
      services.owner,
    )
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(tablesWithoutSchool)))
  })
})

describe('a row of one school', () => {
  /** Returns the code and the constraint of the database’s error for a statement. */
  const refusalOf = async (statement: ReturnType<typeof sql>): Promise<string> => {
    try {
      await statement.execute(services.owner)
      return 'allowed'
    } catch (error) {
      return [Reflect.get(Object(error), 'code'), Reflect.get(Object(error), 'constraint')].join(' ')
    }
  }

  it('can’t point into another school', async () => {
    const student = await buildStudent(services.owner, { school_id: own.schoolId })
    const other = await buildStudent(services.owner, { school_id: foreign.schoolId })
    const at = services.clock.now().toISOString()
    const batchOf = (periodId: number) => sql`
      insert into bursar_batches (school_id, period_id, number, made_at) values (${own.schoolId}, ${periodId}, 1, ${at})`
    expect(await refusalOf(batchOf(foreign.periodId))).toBe('23503 bursar_batches_period_id_school_id_fkey')
    expect(await refusalOf(batchOf(own.periodId))).toBe('allowed')
    expect(
      await refusalOf(
        sql`update students set merged_into_id = ${other}, deleted_at = ${at} where id = ${student}`,
      ),
    ).toBe('23503 students_merged_into_id_school_id_fkey')
  })

  it('can’t be a part of another school’s record', async () => {
    const { id } = await services.owner
      .insertInto('imports')
      .values({
        kind: 'csv',
        school_id: foreign.schoolId,
        period_id: foreign.periodId,
        created_at: services.clock.now().toISOString(),
        updated_at: services.clock.now().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rowOf = (schoolId: number) => sql`
      insert into import_rows (import_id, school_id, row_number, outcome) values (${id}, ${schoolId}, 1, 'unchanged')`
    expect(await refusalOf(rowOf(own.schoolId))).toBe('23503 import_rows_import_id_school_id_fkey')
    expect(await refusalOf(rowOf(foreign.schoolId))).toBe('allowed')
  })

  it('is one of its school also where others have none', async () => {
    const { id } = await buildStudentPeriod(services.owner, {
      school_id: foreign.schoolId,
      period_id: foreign.periodId,
    })
    const at = services.clock.now().toISOString()
    const emailOf = (schoolId: number | null) => sql`
      insert into emails (kind, to_address, to_name, subject, body, school_id, student_period_id, created_at, send_at)
      values ('waived', 'a@students.example.edu', 'A', 'A', 'A', ${schoolId}, ${id}, ${at}, ${at})`
    expect(await refusalOf(emailOf(own.schoolId))).toBe('23503 emails_student_period_id_school_id_fkey')
    expect(await refusalOf(emailOf(null))).toBe('23514 emails_about_student_has_school')
    expect(await refusalOf(emailOf(foreign.schoolId))).toBe('allowed')
  })
})

describe('the schema', () => {
  it('says why each table and function is there', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'
        and obj_description(oid, 'pg_class') is null
      union all
      select proname from pg_proc p
      where pronamespace = 'public'::regnamespace and obj_description(oid, 'pg_proc') is null
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`.execute(
      services.owner,
    )
    expect(rows.map(({ name }) => name)).toEqual([])
  })
})
