import { describe, expect, it } from 'vitest'
import { tenantTables } from '#server/db/scope.ts'
import { judgeTenants } from './tenant-law.ts'

const judge = (text: string) => judgeTenants('server/notes/queries.ts', text)

const tables = Object.entries(tenantTables).map(([table, { key }]) => ({ table, key }))

describe('the law catches', () => {
  it.each(tables)('a query on $table past the scope', ({ table }) => {
    for (const start of ['selectFrom', 'updateTable', 'deleteFrom'])
      expect(judge(`db.${start}('${table}').execute()`).violations).toEqual([
        `starts a query on ${table} past the scope (line 1)`,
      ])
    expect(judge(`db.selectFrom('users').innerJoin('${table} as t', 't.id', 'users.id')`).violations).toEqual(
      [`joins ${table} past the scope (line 1)`],
    )
  })

  it.each(tables)('SQL on $table that only mentions the school', ({ table, key }) => {
    const statements = [
      `select t.${key}, t.id from ${table} t`,
      `select t.id from ${table} t where t.${key} = \${schoolId}`,
      `select u.id from users u join ${table} t on t.id = u.id`,
      `select u.id from users u where exists (select from ${table} t where t.${key} = u.id)`,
      `update ${table} set version = 2 where ${key} = \${schoolId}`,
      `delete from ${table} t using users u where u.id = t.id`,
    ]
    for (const statement of statements)
      expect([statement, judge(`sql\`${statement}\``).violations]).toEqual([
        statement,
        [expect.stringContaining(`reaches ${table} without a condition of the scope`)],
      ])
  })

  it.each([
    ['a school among the columns', 'select s.school_id, s.ssn_cipher from students s'],
    [
      'a condition on another table',
      'select from periods p, students s where ${scope.within(context, "p.school_id")}',
    ],
    ['a condition on another column', 'select from students s where ${scope.within(context, "s.id")}'],
    [
      'a join by what is no key',
      'select from periods p join students s on s.sid = p.name where ${scope.within(context, "p.school_id")}',
    ],
    [
      'the same name at another level',
      'select from students s where s.id in (select s.id from students s where ${scope.within(context, "s.school_id")})',
    ],
    [
      'the other half of a union',
      'select from students s where ${scope.within(context, "s.school_id")} union all select from students s',
    ],
    [
      'a query in another',
      'with seen as (select id from students) select from users where id in (select id from seen)',
    ],
    ['a table by a name made elsewhere', 'update ${sql.table(table)} t set version = 2'],
  ])('%s', (_name, statement) => {
    expect(judge(`sql\`${statement}\``).violations).toHaveLength(1)
  })

  it('a condition that another function makes', () => {
    const text = [
      'const one = () => { const where = scope.within(context, "s.school_id"); return where }',
      'const two = (where) => sql`select from students s where ${where}`',
    ]
    expect(judge(text.join('\n')).violations).toHaveLength(1)
  })

  it('SQL that is not tagged', () => {
    expect(judge('pool.query("select id from students where id = $1", [id])').violations).toHaveLength(1)
  })

  it('a reason for nothing, and one for a whole file', () => {
    const text = `// scope: because.\nimport { sql } from 'kysely'\nsql\`delete from exports\``
    expect(judge(text).violations).toEqual([
      expect.stringContaining('reaches exports'),
      'gives a reason for nothing: // scope: because.',
    ])
  })
})

describe('the law lets pass', () => {
  it.each([
    ['a query of the scope', `scope.students(context).innerJoin('periods', 'periods.id', 'students.id')`],
    ['a condition of the scope', 'sql`select from students s where ${scope.within(context, "s.school_id")}`'],
    ['one without an alias', 'sql`delete from exports where ${scope.within(context, "school_id")}`'],
    [
      'what a key ties to it',
      'sql`select from students s join student_periods sp on sp.student_id = s.id where ${scope.within(context, "s.school_id")}`',
    ],
    [
      'what starts from rows of the scope',
      'sql`with own as (select id from students s where ${scope.within(context, "s.school_id")}) update students t set version = 2 from own where t.id = own.id`',
    ],
    [
      'conditions that are made beside it',
      'const where = [scope.within(context, "h.school_id")]\nsql`select from history h where ${sql.join(where)}`',
    ],
    [
      'a part of a query of the scope',
      'scope.periods(context).select(sql`(select count(*) from student_periods sp where sp.period_id = periods.id)`)',
    ],
    ['a table of no school', `db.selectFrom('users')`],
  ])('%s', (_name, text) => {
    expect(judge(text).violations).toEqual([])
  })

  it('a statement with a reason directly above it, and counts it', () => {
    const text = [
      'const tidy = async () => {',
      '  // scope: of every school',
      '  await sql`delete from exports`.execute(db)',
      '  await sql`delete from imports`.execute(db)',
      '}',
    ]
    expect(judge(text.join('\n'))).toEqual({
      violations: [expect.stringContaining('reaches imports')],
      exemptions: ['server/notes/queries.ts:3 of every school'],
    })
  })

  it('tests', () => {
    expect(judgeTenants('server/notes/notes.test.ts', `db.selectFrom('students')`).violations).toEqual([])
  })
})
