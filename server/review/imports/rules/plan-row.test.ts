import { describe, expect, test } from 'vitest'
import { newLines, type LineState } from '#server/platform/coverage/index.ts'
import { proposeMapping } from './propose-mapping.ts'
import { planRow, type PlanContext } from './plan-row.ts'
import { mappedColumns, readRow } from './read-row.ts'
import type { StoredEnrollment, StoredStudent } from './reading.ts'

const period = {
  starts_on: '2026-08-01',
  ends_on: '2027-07-31',
  medical_offered: true,
  dental_offered: true,
  vision_offered: false,
  medical_is_voluntary: false,
}
const today = '2026-11-20'

const line = (more: Partial<LineState> = {}): LineState => ({
  status: 'not_started',
  prior_status: null,
  prior_tier: null,
  coverage_start_on: null,
  coverage_end_on: null,
  ...more,
})
const enrollment = (more: Partial<StoredEnrollment> = {}): StoredEnrollment => ({
  id: 7,
  version: 3,
  values: { program: 'Nursing (BSN)', graduation_year: 2027, academic_status: 'returning' },
  lines: { medical: line({ status: 'waived' }), dental: line(), vision: line({ status: 'not_applicable' }) },
  stateValues: { medical_status: 'waived', dental_status: 'not_started', vision_status: 'not_applicable' },
  ...more,
})
const stored = (more: Partial<StoredStudent> = {}): StoredStudent => ({
  id: 5,
  version: 2,
  values: { sid: 'R1', last_name: 'Smith', first_name: 'Ann', dob: '2000-01-02', country: null, phone: null },
  ssn_last_four: '1234',
  enrollment: enrollment(),
  ...more,
})

interface More {
  readonly stored?: StoredStudent | null
  readonly onExisting?: 'update' | 'skip'
  readonly ssnIndex?: string
}

/** Plans a row given as header → cell. */
const plan = (cells: Record<string, string>, more: More = {}) => {
  const whole = { 'Student ID': 'R1', 'Last Name': 'Smith', 'First Name': 'Ann', ...cells }
  const headers = Object.keys(whole)
  const columns = mappedColumns(headers, proposeMapping(headers))
  const context: PlanContext = { columns, today, period, onExisting: more.onExisting ?? 'update' }
  const read = readRow(9, Object.values(whole), { columns, width: headers.length, today })
  return planRow(read, more.stored ?? null, more.ssnIndex ?? null, context)
}
const change = (field: string, before: unknown, after: unknown) => ({ field, before, after })

describe('a new student', () => {
  test('is added with every value, and coverage starts as the period offers it', () => {
    const made = plan({ 'Date of Birth': '1/2/2000', Program: '  Pharmacy ', Phone: '' })
    expect(made).toMatchObject({
      outcome: 'added',
      sid: 'R1',
      name: 'Smith, Ann',
      student_id: null,
      errors: [],
    })
    expect(made.student_changes).toEqual([
      change('sid', null, 'R1'),
      change('last_name', null, 'Smith'),
      change('first_name', null, 'Ann'),
      change('dob', null, '2000-01-02'),
    ])
    expect(made.student_period_changes).toEqual([
      change('program', null, 'Pharmacy'),
      change('medical_status', null, 'not_started'),
      change('dental_status', null, 'not_started'),
      change('vision_status', null, 'not_applicable'),
    ])
  })

  test('on leave starts on leave, with the saved status', () => {
    const made = plan({ 'Date of Birth': '1/2/2000', 'Academic Status': 'Leave of absence' })
    expect(made.student_period_changes).toEqual(
      expect.arrayContaining([
        change('medical_status', null, 'loa'),
        change('medical_prior_status', null, 'not_started'),
        change('vision_status', null, 'not_applicable'),
        change('loa_start_on', null, today),
      ]),
    )
    const told = plan({ 'Date of Birth': '1/2/2000', 'Academic Status': 'LOA', 'LOA Start': '11/1/2026' })
    expect(told.student_period_changes).toContainEqual(change('loa_start_on', null, '2026-11-01'))
  })

  test('who has left the school starts without coverage', () => {
    expect(newLines({ academic_status: 'graduated' }, { today, period })).toEqual({
      medical_status: 'not_applicable',
      dental_status: 'not_applicable',
      vision_status: 'not_applicable',
    })
  })

  test('needs a date of birth, reported once', () => {
    const errors = (cells: Record<string, string>) =>
      plan(cells).errors.map(({ column, message }) => [column, message])
    expect(errors({})).toEqual([[null, 'Add a date of birth. It’s required for a new student.']])
    expect(errors({ DOB: ' ' })).toEqual([['DOB', 'Add a date of birth. It’s required for a new student.']])
    expect(errors({ DOB: 'x' })).toEqual([['DOB', 'Enter a date as mm/dd/yyyy.']])
  })

  test('has the SSN separate, to be encrypted, and shown as a mask', () => {
    const made = plan({ DOB: '1/2/2000', SSN: '973-67-8737' }, { ssnIndex: '\\xbb' })
    expect(made).toMatchObject({ ssn: '973678737', ssn_index: '\\xbb', ssn_last_four: '8737' })
    expect(made.student_changes).toContainEqual(change('ssn', null, '***-**-8737'))
    expect(JSON.stringify({ ...made, ssn: '' })).not.toContain('973678737')
  })
})

describe('an existing student', () => {
  test('is changed field by field; blank cells don’t change saved values', () => {
    const changed = plan(
      { Program: 'Pharmacy', Phone: '(209) 555-6345', 'Class Of': '' },
      { stored: stored() },
    )
    expect(changed).toMatchObject({
      outcome: 'changed',
      student_id: 5,
      student_version: 2,
      student_period_id: 7,
    })
    expect(changed.student_changes).toEqual([change('phone', null, '+12095556345')])
    expect(changed.student_period_changes).toEqual([change('program', 'Nursing (BSN)', 'Pharmacy')])
  })

  test('with the same values doesn’t change', () => {
    const same = plan(
      { DOB: '2000-01-02', Program: 'Nursing (BSN)', 'Class Of': '2027', SSN: '973-67-1234' },
      { stored: stored(), ssnIndex: '\\xaa' },
    )
    expect(same).toMatchObject({ outcome: 'unchanged', ssn: null, student_changes: [] })
  })

  test('with another SSN changes from mask to mask', () => {
    const changed = plan({ SSN: '973-67-8737' }, { stored: stored(), ssnIndex: '\\xbb' })
    expect(changed.student_changes).toEqual([change('ssn', '***-**-1234', '***-**-8737')])
  })

  test('going on leave changes coverage and saves the statuses', () => {
    const moved = plan({ 'Academic Status': 'LOA' }, { stored: stored() })
    expect(moved.student_period_changes).toEqual([
      change('loa_start_on', null, today),
      change('academic_status', 'returning', 'leave_of_absence'),
      change('medical_prior_status', null, 'waived'),
      change('medical_status', 'waived', 'loa'),
      change('dental_prior_status', null, 'not_started'),
      change('dental_status', 'not_started', 'loa'),
    ])
  })

  test('without an academic status in the roster keeps the coverage', () => {
    const away = enrollment({
      values: { academic_status: 'leave_of_absence' },
      lines: { medical: line({ status: 'loa', prior_status: 'waived' }), dental: line(), vision: line() },
      stateValues: { medical_status: 'loa', medical_prior_status: 'waived' },
    })
    expect(plan({ City: 'Salem' }, { stored: stored({ enrollment: away }) }).student_period_changes).toEqual(
      [],
    )
    const back = plan({ 'Academic Status': 'returning' }, { stored: stored({ enrollment: away }) })
    expect(back).toMatchObject({ outcome: 'changed', student_changes: [] })
    expect(back.student_period_changes).toContainEqual(change('medical_status', 'loa', 'waived'))
  })

  test.each([
    ['begins today', { status: 'returning' }, { 'Academic Status': 'LOA' }, [today, null]],
    [
      'starts on the file’s date, and clears the end of the previous one',
      { status: 'returning', loa_start_on: '2026-01-05', loa_end_on: '2026-05-05' },
      { 'Academic Status': 'LOA', 'LOA Start': '11/1/2026' },
      ['2026-11-01', null],
    ],
    [
      'after today waits, and leaves the dates of the previous one',
      { status: 'returning', loa_start_on: '2026-01-05', loa_end_on: '2026-05-05' },
      { 'Academic Status': 'LOA', 'LOA Start': '12/1/2026' },
      ['2026-01-05', '2026-05-05'],
    ],
    [
      'starts and ends on the file’s dates',
      { status: 'returning' },
      { 'Academic Status': 'LOA', 'LOA Start': '11/1/2026', 'LOA End': '2/1/2027' },
      ['2026-11-01', '2027-02-01'],
    ],
    [
      'ends today',
      { status: 'leave_of_absence', loa_start_on: '2026-10-01' },
      { 'Academic Status': 'returning' },
      ['2026-10-01', today],
    ],
    [
      'ends on the file’s date',
      { status: 'leave_of_absence', loa_start_on: '2026-10-01' },
      { 'Academic Status': 'returning', 'LOA End': '11/1/2026' },
      ['2026-10-01', '2026-11-01'],
    ],
    [
      'that is canceled before its start ends on its start date',
      { status: 'leave_of_absence', loa_start_on: '2026-12-15' },
      { 'Academic Status': 'returning' },
      ['2026-12-15', '2026-12-15'],
    ],
    [
      'that continues keeps its dates',
      { status: 'leave_of_absence', loa_start_on: '2026-10-01' },
      { 'Academic Status': 'LOA', City: 'Salem' },
      ['2026-10-01', null],
    ],
  ] as const)('with a leave %s', (_how, { status, ...dates }, cells, expected) => {
    const before: Readonly<Record<string, string>> = { academic_status: status, ...dates }
    const planned = plan(cells, { stored: stored({ enrollment: enrollment({ values: before }) }) })
    expect(planned.errors).toEqual([])
    const after: Record<string, unknown> = { loa_start_on: null, loa_end_on: null, ...dates }
    for (const one of planned.student_period_changes) after[one.field] = one.after
    expect([after['loa_start_on'], after['loa_end_on']]).toEqual(expected)
  })

  test('who leaves the school keeps coverage to the paid date', () => {
    const enrolled = enrollment({
      lines: { medical: line({ status: 'enrolled' }), dental: line({ status: 'declined' }), vision: line() },
      stateValues: { medical_status: 'enrolled', dental_status: 'declined', vision_status: 'not_started' },
    })
    const left = plan({ 'Academic Status': 'withdrawn' }, { stored: stored({ enrollment: enrolled }) })
    expect(left.student_period_changes.slice(1)).toEqual([
      change('medical_enroll_coverage_end_on', null, '2027-07-31'),
      change('medical_prior_tier', null, 'enrolled'),
      change('medical_status', 'enrolled', 'enrolled_eoc'),
      change('vision_status', 'not_started', 'not_applicable'),
    ])
  })

  test('who isn’t in the period is added and changed', () => {
    const added = plan({ Phone: '(209) 555-6345' }, { stored: stored({ enrollment: null }) })
    expect(added).toMatchObject({ outcome: 'added', student_id: 5, student_period_id: null })
    expect(added.student_changes).toHaveLength(1)
  })

  test('doesn’t change with skip', () => {
    const asked = { Program: 'Pharmacy', Phone: '(209) 555-6345' }
    expect(plan(asked, { stored: stored(), onExisting: 'skip' })).toMatchObject({
      outcome: 'unchanged',
      student_changes: [],
      student_period_changes: [],
    })
    const added = plan(asked, { stored: stored({ enrollment: null }), onExisting: 'skip' })
    expect(added).toMatchObject({ outcome: 'added', student_changes: [] })
    expect(added.student_period_changes).toContainEqual(change('program', null, 'Pharmacy'))
  })
})

describe('a rejected row', () => {
  const errorsOf = (cells: Record<string, string>, more?: More) =>
    plan(cells, more).errors.map(({ column, message }) => [column, message])

  test('saves nothing and lists every error with its column', () => {
    const refused = plan({ 'Student ID': ' ', DOB: '13/45/2001', 'Class Of': 'soon' }, { stored: stored() })
    expect(refused).toMatchObject({ outcome: 'refused', student_changes: [], student_period_changes: [] })
    expect(refused.errors).toEqual([
      { row: 9, column: 'DOB', message: 'Enter a date as mm/dd/yyyy.' },
      { row: 9, column: 'Class Of', message: 'Enter a year from 1950 to 2100.' },
      { row: 9, column: 'Student ID', message: 'Student ID is required.' },
    ])
  })

  test('has a state and ZIP that don’t match the row’s or the saved country', () => {
    expect(errorsOf({ State: 'Bayern', ZIP: '80331' }, { stored: stored() })).toEqual([
      ['State', 'Enter a state name or 2-letter code.'],
    ])
    expect(errorsOf({ State: 'Bayern', Country: 'Germany' }, { stored: stored() })).toEqual([])
    const abroad = stored({ values: { ...stored().values, country: 'DE' } })
    expect(errorsOf({ State: 'Bayern', ZIP: '8033' }, { stored: abroad })).toEqual([])
  })

  test('has dates out of order, including saved ones', () => {
    const onLeave = stored({ enrollment: enrollment({ values: { loa_start_on: '2026-10-01' } }) })
    expect(errorsOf({ 'LOA End': '9/1/2026' }, { stored: onLeave })).toEqual([
      ['LOA End', 'Enter a date on or after the leave start date.'],
    ])
    expect(errorsOf({ 'Academic Status': 'LOA', 'LOA End': '11/1/2026' }, { stored: stored() })).toEqual([
      ['LOA End', 'Enter a date on or after the leave start date.'],
    ])
    expect(
      errorsOf({ 'Expected Start': '9/1/2027', 'Expected Graduation': '5/1/2027' }, { stored: stored() }),
    ).toEqual([['Expected Graduation', 'Enter a date on or after the expected start date.']])
  })

  test('has characters that can’t be stored, or cells beyond the header', () => {
    expect(errorsOf({ City: 'a\0b' }, { stored: stored() })).toEqual([
      ['City', 'This value has characters that can’t be saved.'],
    ])
    const headers = ['Student ID', 'Last Name', 'First Name']
    const columns = mappedColumns(headers, proposeMapping(headers))
    const read = readRow(2, ['R1', 'Smith', 'Ann', '', 'Jr.'], { columns, width: 3, today })
    expect(read.errors).toEqual([
      { row: 2, column: null, message: 'This row has more cells than the header row.' },
    ])
    expect(readRow(2, ['R1', 'Smith', 'Ann', ' '], { columns, width: 3, today }).errors).toEqual([])
  })

  test('isn’t caused by the formula guard of our own files', () => {
    const made = plan({ DOB: '1/2/2000', Phone: "'+1 503 555 0100", 'First Name': "'=1+1" })
    expect(made.errors).toEqual([])
    expect(made.student_changes).toContainEqual(change('phone', null, '+15035550100'))
    expect(made.name).toBe('Smith, =1+1')
  })
})

describe('a phone number', () => {
  const phoneOf = (cells: Record<string, string>, values: Record<string, string | null> = {}) => {
    const base = stored()
    const { student_changes, errors } = plan(cells, {
      stored: { ...base, values: { ...base.values, ...values } },
    })
    return [student_changes.find(({ field }) => field === 'phone')?.after, errors.map(({ column }) => column)]
  }

  test('is read with the country of its row, or else with the saved one', () => {
    const typed = { Phone: '09876 543210' }
    expect(phoneOf({ ...typed, Country: 'India' })).toEqual(['+919876543210', []])
    expect(phoneOf(typed, { country: 'IN' })).toEqual(['+919876543210', []])
    expect(phoneOf(typed)).toEqual([undefined, ['Phone']])
  })

  test('that is saved stays as it is, also as an export shows it', () => {
    for (const [cell, saved] of [
      ['+1503555010', '+1503555010'],
      ['(555) 010-2200', '+15550102200'],
    ] as const)
      expect(phoneOf({ Phone: cell }, { phone: saved })).toEqual([undefined, []])
    expect(phoneOf({ Phone: '+1503555010' })).toEqual([undefined, ['Phone']])
  })
})
