import { describe, expect, it } from 'vitest'
import { reachOf } from './school-joins.ts'

const apart = (...groups: string[][]) => ({ of: 'apart', groups })

describe('a statement', () => {
  it.each([
    'select email from users where id = $1',
    'select name from schools where id = $1',
    'select from user_schools where user_id = $1',
  ])('of shared tables: %s', (text) => {
    expect(reachOf(text)).toEqual({ of: 'shared' })
  })

  it.each([
    'select * from students where school_id = any($1::bigint[])',
    'select * from students s where $1 = s.school_id and (s.id = 1 or s.id = 2)',
    'select 1 from student_periods sp join students s on s.id = sp.student_id and s.school_id = sp.school_id where sp.school_id in (1, 2)',
    'select 1 from student_periods join students using (school_id) where student_periods.school_id = $1',
    'insert into students (school_id, first_name) values ($1, $2) returning id',
    'insert into student_notes (student_id, school_id) select id, $2 from unnest($1::bigint[]) id',
    'update students set sid = given.sid from unnest($1::bigint[], $2::bigint[]) given (id, school_id) where students.id = given.id and students.school_id = given.school_id',
    'delete from students s using student_periods sp where s.school_id = $1 and (sp.student_id, sp.school_id) = (s.id, s.school_id)',
    'with found as (select * from students where school_id = $1) select 1 from found join student_periods sp on sp.school_id = found.school_id',
    'select (select count(*) from student_notes n where n.school_id = s.school_id) from students s where s.school_id = $1',
  ])('that says which schools: %s', (text) => {
    expect(reachOf(text)).toEqual({ of: 'its schools' })
  })

  it.each([
    'select * from students where id = $1',
    // a condition of which only one side must be true says nothing
    'select * from students where school_id = $1 or id = $2',
    'select * from students where not school_id = $1',
    'select * from students where school_id <> $1',
    'select 1 from students s where (s.id, s.school_id) in (select student_id, school_id from student_periods)',
    'select 1 from students s where exists (select from student_notes n where n.school_id = s.school_id)',
    'insert into students (first_name, school_id) select name, school_id from periods where id = $1',
  ])('that every part answers: %s', (text) => {
    expect(reachOf(text)).toEqual({ of: 'every school' })
  })

  it.each([
    [
      'select 1 from student_periods sp join students s on s.id = sp.student_id where sp.school_id = $1',
      apart(['student_periods'], ['students']),
    ],
    [
      'select 1 from students s where s.school_id = $1 and s.id in (select student_id from student_periods)',
      apart(['students'], ['student_periods']),
    ],
    [
      'select (select count(*) from student_notes n where n.student_id = s.id) from students s',
      apart(['students'], ['student_notes']),
    ],
    [
      'with found as (select id from students where school_id = $1) update student_periods sp set sid = null from found where sp.student_id = found.id',
      apart(['students'], ['student_periods']),
    ],
  ])('that joins by other keys: %s', (text, expected) => {
    expect(reachOf(text)).toEqual(expected)
  })

  it('that isn’t SQL is refused', () => {
    expect(() => reachOf('select from from')).toThrow(/syntax error/)
  })
})
