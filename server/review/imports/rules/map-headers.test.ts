import { describe, expect, test } from 'vitest'
import { importFieldLabel, importFields, type ImportField } from '#contract/review/imports/choices.ts'
import { headerSynonyms, foldHeader } from './header-synonyms.ts'
import { chooseMapping, WrongHeaders } from './map-headers.ts'
import { proposeMapping } from './propose-mapping.ts'

/** The fields’ earlier labels, as in older exports. */
const formerLabels: Readonly<Record<ImportField, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  middle_initial: 'Middle initial',
  dob: 'Date of birth',
  ssn: 'SSN',
  gender: 'Gender',
  sid: 'Student ID',
  uid: 'University login',
  address_1: 'Address 1',
  address_2: 'Address 2',
  city: 'City',
  state: 'State',
  country: 'Country',
  zip: 'ZIP',
  phone: 'Phone',
  personal_email: 'Personal email',
  university_email: 'University email',
  prior_last_name: 'Prior last name',
  npi_number: 'NPI number',
  include_dependents: 'Include dependents',
  graduation_year: 'Class year',
  program: 'Program',
  campus: 'Campus',
  rotation_location: 'Rotation location',
  expected_start_on: 'Expected start',
  expected_graduation_on: 'Expected graduation',
  academic_status: 'Academic status',
  academic_status_on: 'Status Effective Date',
  loa_reason: 'LOA reason',
  loa_start_on: 'LOA start',
  loa_end_on: 'LOA end',
  disbursement_on: 'Disbursement',
  benefits_used_on: 'First Claim Date',
}

const required = ['Student ID', 'Last Name', 'First Name']

describe('column names', () => {
  test.each([
    ['Student ID', 'sid'],
    ['STUDENT-ID #', 'sid'],
    ['student_id', 'sid'],
    ['EmplID', 'sid'],
    ['ID', 'sid'],
    ['MI', 'middle_initial'],
    ['D.O.B.', 'dob'],
    ['School Email', 'university_email'],
    ['University E-Mail', 'university_email'],
    ['Class Of', 'graduation_year'],
    ['Grad Year', 'graduation_year'],
    ['dirección', null],
    ['Status', null],
    ['Medical Status', null],
    ['medical_status', null],
    ['Waive Insurance Company', null],
    ['Admin Fee', null],
    ['Notes', null],
    ['Why refused', null],
    ['Rejection reason', null],
    ['Academic Status', 'academic_status'],
    ['Expected Graduation On', 'expected_graduation_on'],
  ])('%s → %s', (header, field) => {
    expect(proposeMapping([header])).toEqual({ [header]: field })
  })

  test.each([
    ['Expected start', 'expected_start_on'],
    ['Expected graduation', 'expected_graduation_on'],
    ['LOA start', 'loa_start_on'],
    ['LOA end', 'loa_end_on'],
    ['University login', 'uid'],
    ['Prior last name', 'prior_last_name'],
    ['Include dependents', 'include_dependents'],
  ])('a file exported with the earlier label “%s” can still be imported', (header, field) => {
    expect(proposeMapping([header])).toEqual({ [header]: field })
  })

  test('every field matches its name and label, and no name matches 2 fields', () => {
    const owners = new Map<string, string>()
    for (const field of importFields) {
      expect(proposeMapping([field])).toEqual({ [field]: field })
      expect(proposeMapping([importFieldLabel(field)])).toEqual({ [importFieldLabel(field)]: field })
      for (const name of headerSynonyms.get(field) ?? []) {
        const other = owners.get(foldHeader(name))
        expect([name, other ?? field]).toEqual([name, field])
        owners.set(foldHeader(name), field)
      }
    }
  })

  test.each(Object.entries(formerLabels))('the earlier label of %s, %s, is recognized', (field, label) => {
    expect(proposeMapping([label])).toEqual({ [label]: field })
  })

  test('every changed label has its earlier one among the synonyms', () => {
    expect(Object.keys(formerLabels).toSorted()).toEqual([...importFields].toSorted())
    const changed = importFields.filter((field) => importFieldLabel(field) !== formerLabels[field])
    expect(changed.length).toBeGreaterThan(0)
    for (const field of changed)
      expect([field, headerSynonyms.get(field)?.map(foldHeader)]).toEqual([
        field,
        expect.arrayContaining([foldHeader(formerLabels[field])]),
      ])
  })

  test('of 2 columns for one field the better match wins, then the first', () => {
    expect(proposeMapping(['Email', 'School Email'])).toEqual({
      Email: null,
      'School Email': 'university_email',
    })
    expect(proposeMapping(['Mobile', 'Phone', 'ID', 'Student ID'])).toEqual({
      Mobile: null,
      Phone: 'phone',
      ID: null,
      'Student ID': 'sid',
    })
  })

  test('the school’s last choice has priority, and so does a skipped column', () => {
    const remembered = new Map([
      ['email', 'personal_email'],
      ['notes', 'program'],
      ['campus', null],
    ])
    expect(proposeMapping(['E-mail', 'Personal Email', 'Notes', 'Campus'], { remembered })).toEqual({
      'E-mail': 'personal_email',
      'Personal Email': null,
      Notes: 'program',
      Campus: null,
    })
  })

  test('columns without a name are ignored', () => {
    expect(proposeMapping(['Student ID', '', '  ', '--'])).toEqual({ 'Student ID': 'sid' })
  })
})

describe('the column mapping of a file', () => {
  const wrong = (
    headers: string[],
    asked?: Record<string, string | null>,
  ): { key: string; message: string } => {
    try {
      chooseMapping(headers, asked)
    } catch (error) {
      if (error instanceof WrongHeaders) return { key: error.key, message: error.message }
    }
    throw new Error('It was taken.')
  }

  test('uses the caller’s choice, and frees the field from another column', () => {
    expect(chooseMapping([...required, 'Login', 'Code'], { Code: 'uid', 'Student ID': 'sid' })).toEqual({
      'Student ID': 'sid',
      'Last Name': 'last_name',
      'First Name': 'first_name',
      Login: null,
      Code: 'uid',
    })
  })

  test('can skip a column', () => {
    expect(chooseMapping([...required, 'Phone'], { Phone: null })).toMatchObject({ Phone: null })
  })

  test('accepts small differences in a column name', () => {
    expect(chooseMapping([...required, 'Code '], { code: 'uid' })).toMatchObject({ 'Code ': 'uid' })
  })

  test.each([
    [{ Code: 'uid' }, 'The file has no column named “Code”.'],
    [{ Phone: 'medical_status' }, 'You can’t import the field “medical_status”.'],
    [{ Phone: 'status' }, 'You can’t import the field “status”.'],
    [{ Phone: 'constructor' }, 'You can’t import the field “constructor”.'],
    [{ Phone: 'uid', Login: 'uid' }, 'Two columns are matched to University username. Choose one.'],
    [{ 'Student ID': null }, 'The file is missing columns for Student ID.'],
  ])('%j is rejected on mapping', (asked: Record<string, string | null>, message) => {
    expect(wrong([...required, 'Phone', 'Login'], asked)).toEqual({ key: 'mapping', message })
  })

  test('names missing required columns', () => {
    expect(wrong(['Student ID', 'Phone'])).toEqual({
      key: 'file',
      message: 'The file is missing columns for Last name and First name.',
    })
  })

  test('reports a file without known columns', () => {
    expect(wrong(['R1', 'Smith', 'Ann'])).toEqual({
      key: 'file',
      message: 'No column names were recognized. One row must have them.',
    })
  })

  test('rejects a duplicate column if it’s used', () => {
    expect(wrong([...required, 'Phone', 'PHONE '])).toEqual({
      key: 'file',
      message: 'The file has two columns named “PHONE”.',
    })
    expect(chooseMapping([...required, 'Notes', 'Notes'], undefined)).toMatchObject({ Notes: null })
  })
})
