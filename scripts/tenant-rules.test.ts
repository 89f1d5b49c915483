import { describe, expect, it } from 'vitest'
import { tenantTables } from '#server/platform/db/scope.ts'
import { checkTenants } from './tenant-rules.ts'

const judge = (text: string) => checkTenants('server/records/notes/queries.ts', text)

const tables = Object.entries(tenantTables).map(([table, { key }]) => ({ table, key }))

describe('the tenant rules reject', () => {
  it.each(tables)('a query on $table without the scope', ({ table }) => {
    for (const start of ['selectFrom', 'updateTable', 'deleteFrom'])
      expect(judge(`db.${start}('${table}').execute()`).violations).toEqual([
        `queries the tenant table ${table} outside server/platform/db/scope.ts (line 1)`,
      ])
    expect(judge(`db.selectFrom('users').innerJoin('${table} as t', 't.id', 'users.id')`).violations).toEqual(
      [`joins the tenant table ${table} outside server/platform/db/scope.ts (line 1)`],
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
        [expect.stringContaining(`reads ${table} without a school filter`)],
      ])
  })

  it.each([
    ['a school column that is only selected', 'select s.school_id, s.ssn_cipher from students s'],
    [
      'a condition on another table',
      'select from periods p, students s where ${scope.within(context, "p.school_id")}',
    ],
    ['a condition on another column', 'select from students s where ${scope.within(context, "s.id")}'],
    [
      'a join without a key',
      'select from periods p join students s on s.sid = p.name where ${scope.within(context, "p.school_id")}',
    ],
    [
      'the same alias at another level',
      'select from students s where s.id in (select s.id from students s where ${scope.within(context, "s.school_id")})',
    ],
    [
      'the other half of a union',
      'select from students s where ${scope.within(context, "s.school_id")} union all select from students s',
    ],
    [
      'a subquery',
      'with seen as (select id from students) select from users where id in (select id from seen)',
    ],
    ['a table name from a variable', 'update ${sql.table(table)} t set version = 2'],
  ])('%s', (_name, statement) => {
    expect(judge(`sql\`${statement}\``).violations).toHaveLength(1)
  })

  it('a condition from another function', () => {
    const text = [
      'const one = () => { const where = scope.within(context, "s.school_id"); return where }',
      'const two = (where) => sql`select from students s where ${where}`',
    ]
    expect(judge(text.join('\n')).violations).toHaveLength(1)
  })

  it('untagged SQL', () => {
    expect(judge('pool.query("select id from students where id = $1", [id])').violations).toHaveLength(1)
  })

  it('an unused reason, and a reason for a whole file', () => {
    const text = `// scope: because.\nimport { sql } from 'kysely'\nsql\`delete from exports\``
    expect(judge(text).violations).toEqual([
      expect.stringContaining('reads exports'),
      'gives a reason that no statement needs: // scope: because.',
    ])
  })
})

describe('the tenant rules accept', () => {
  it.each([
    ['a query from the scope', `scope.students(context).innerJoin('periods', 'periods.id', 'students.id')`],
    [
      'a condition from the scope',
      'sql`select from students s where ${scope.within(context, "s.school_id")}`',
    ],
    ['a condition without an alias', 'sql`delete from exports where ${scope.within(context, "school_id")}`'],
    [
      'a table joined to it by a key',
      'sql`select from students s join student_periods sp on sp.student_id = s.id where ${scope.within(context, "s.school_id")}`',
    ],
    [
      'a query that starts from rows of the scope',
      'sql`with own as (select id from students s where ${scope.within(context, "s.school_id")}) update students t set version = 2 from own where t.id = own.id`',
    ],
    [
      'conditions from another variable',
      'const where = [scope.within(context, "h.school_id")]\nsql`select from history h where ${sql.join(where)}`',
    ],
    [
      'a part of a query from the scope',
      'scope.periods(context).select(sql`(select count(*) from student_periods sp where sp.period_id = periods.id)`)',
    ],
    ['a table without schools', `db.selectFrom('users')`],
  ])('%s', (_name, text) => {
    expect(judge(text).violations).toEqual([])
  })

  it('a statement with a reason directly above it, and count it', () => {
    const text = [
      'const tidy = async () => {',
      '  // scope: of every school',
      '  await sql`delete from exports`.execute(db)',
      '  await sql`delete from imports`.execute(db)',
      '}',
    ]
    expect(judge(text.join('\n'))).toEqual({
      violations: [expect.stringContaining('reads imports')],
      exemptions: ['server/records/notes/queries.ts:3 of every school'],
    })
  })

  it('tests', () => {
    expect(
      checkTenants('server/records/notes/notes.test.ts', `db.selectFrom('students')`).violations,
    ).toEqual([])
  })
})
