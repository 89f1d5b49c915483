import type pg from 'pg'

/** The size of the test data: a fifth with `small`, 1 million students and 3 million student-periods with `large`. */
const [isSmall, isLarge] = [process.argv.includes('small'), process.argv.includes('large')]
export const size = {
  schools: 5,
  studentsPerSchool: isSmall ? 4000 : isLarge ? 200_000 : 20_000,
  periodsPerSchool: 3,
  bulk: isSmall ? 1000 : 5000,
  import: isSmall ? 4000 : 20_000,
  /** Student-periods of the policy year that has most. */
  largeYear: isSmall ? 60_000 : 300_000,
  /** Rows of a file for a batch eligibility service, and of its results. */
  batch: isSmall ? 2000 : 10_000,
  /** How often each call is timed, as a factor of the usual number. */
  share: isSmall ? 0.4 : 1,
} as const

const statuses = `array['not_started','enrolled','enrolled','enrolled','waived','waived','waived','waiver_submitted','enrollment_submitted','waiver_utp','enrolled_esp','waived_needs_reverified','exempt']`
const firstNames = `array['Liam','Takumi','Mateo','Paweł','Hannah','Leila','Dmitri','Oluwaseun','Noah','Mei','Amara','Sofía','Kwame','Wei','Luca','Zoë','Ivy','Ethan','Fatima','Chloé','Priya','Ngozi','Grace','José','Ana']`
const lastNames = `array['Núñez','Ibrahim','Martin','Haddad','O''Brien','de la Cruz','Abara','García-López','Müller','St. Clair','Patel','Nguyễn','Johnson','Łukasik','Kim','van der Berg','Svensson','Smith','Ahmed','Kowalski','Tanaka','Rossi','McAllister','Brown','Okafor','Jones','Chen']`
const programs = `array['Nursing (BSN)','Nursing (MSN)','Pharmacy','Dental Medicine','Physician Assistant','Biomedical Sciences']`

/** Returns SQL for `list[n % length + 1]`, spread so that it doesn’t repeat in step with other columns. */
export const pick = (list: string, n: string): string =>
  `(${list})[1 + (hashint4((${n})::int) & 1048575) % array_length(${list}, 1)]`

const studentsOf = (schools: string, from: number, to: number): string => `
    insert into students (school_id, first_name, last_name, middle_initial, dob, gender, sid, city, state, zip, university_email)
    select s.id, ${pick(firstNames, 'n * 31 + s.id * 7')}, ${pick(lastNames, 'n * 17 + s.id * 3')} || case when n % 11 = 0 then '-' || (n % 97) else '' end,
      chr(65 + n % 26), date '1995-01-01' + (n * 37 % 4000), case n % 3 when 0 then 'female' when 1 then 'male' else 'x' end,
      'S' || s.id * 1000000 + n, 'Pomona', 'CA', '91766', 's' || s.id || '-' || n || '@students.example.edu'
    from schools s, generate_series(${from}, ${to}) n where ${schools}`

const studentPeriodsOf = (which: string): string => `
    insert into student_periods (school_id, period_id, student_id, sort_name, medical_status, dental_status, vision_status,
      program, campus, graduation_year, academic_status, medical_waive_group_number, medical_enroll_premium, expected_start_on)
    select st.school_id, p.id, st.id, st.sort_name, ${pick(statuses, 'st.id + p.id')}, ${pick(statuses, 'st.id * 3 + p.id')},
      ${pick(statuses, 'st.id * 5 + p.id')}, ${pick(programs, 'st.id')}, case st.id % 3 when 0 then 'Main' when 1 then 'North' else 'Online' end,
      2027 + (st.id % 5)::int, 'returning', 'G' || st.id % 9999, 4678 + st.id % 100, date '2026-08-01' + (st.id % 90)::int
    from students st join periods p on p.school_id = st.school_id where ${which}`

/** Adds students to the measured period up to a number. */
export const growPeriod = async (
  client: pg.Client,
  { periodId, schoolId }: { readonly periodId: number; readonly schoolId: number },
  rows: number,
): Promise<void> => {
  const { rows: found } = await client.query<{ quantity: number }>(
    'select count(*)::int as quantity from student_periods where period_id = $1',
    [periodId],
  )
  const present = found[0]?.quantity ?? 0
  if (present >= rows) return
  await client.query(studentsOf(`s.id = ${schoolId}`, present + 1, rows))
  await client.query(
    studentPeriodsOf(
      `p.id = ${periodId} and not exists (select from student_periods sp where sp.student_id = st.id and sp.period_id = p.id)`,
    ),
  )
  await client.query('vacuum analyze')
}

/** Creates 100,000 students and 300,000 student-periods, 20,000 in each period; about 100 MB. */
export const loadBenchWorld = async (
  client: pg.Client,
): Promise<{ periodId: number; schoolId: number; emptyPeriodId: number }> => {
  await client.query(
    `
    insert into schools (name, slug) select 'School ' || n, 'school-' || n from generate_series(1, ${size.schools}) n;
    insert into periods (school_id, name, starts_on, ends_on, state)
    select s.id, (2024 + n) || '–' || (2025 + n), make_date(2024 + n, 8, 1), make_date(2025 + n, 7, 31), 'open'
    from schools s, generate_series(1, ${size.periodsPerSchool}) n;
    ${studentsOf('true', 1, size.studentsPerSchool)};
    ${studentPeriodsOf('true')};
    insert into periods (school_id, name, starts_on, ends_on) select id, 'empty', '2030-08-01', '2031-07-31' from schools;
    insert into users (first_name, last_name, email, permission, two_factor_confirmed_at) values ('Bench', 'Admin', 'bench@shipmate.example', 'shipmate_admin', now());
    vacuum analyze;`.replace('vacuum analyze;', ''),
  )
  await client.query('vacuum analyze')
  const found = await client.query<{ school_id: string; period_id: string; empty_id: string }>(`
    select s.id as school_id, (select max(id) from periods where school_id = s.id and name <> 'empty') as period_id,
      (select id from periods where school_id = s.id and name = 'empty') as empty_id
    from schools s order by s.id limit 1`)
  const [row] = found.rows
  if (!row) throw new Error('The bench world is empty.')
  return {
    periodId: Number(row.period_id),
    schoolId: Number(row.school_id),
    emptyPeriodId: Number(row.empty_id),
  }
}
