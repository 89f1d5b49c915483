import { describe, expect, test } from 'vitest'
import { importFieldLabel, importFields } from '#contract/imports/choices.ts'
import { headerSynonyms } from './header-synonyms.ts'
import { foldHeader, proposeMapping, settleMapping, WrongHeaders } from './map-headers.ts'

const required = ['Student ID', 'Last Name', 'First Name']

describe('what columns are called', () => {
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
    ['Academic Status', 'academic_status'],
    ['Expected Graduation On', 'expected_graduation_on'],
  ])('%s → %s', (header, field) => {
    expect(proposeMapping([header])).toEqual({ [header]: field })
  })

  test('every field goes by its name and its label, and no name means two fields', () => {
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

  test('of two columns for one field the surer counts, then the first', () => {
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

  test('what staff said last time comes first, a column left out too', () => {
    const remembered = new Map([
      ['email', 'personal_email'],
      ['notes', 'program'],
      ['campus', null],
    ])
    expect(proposeMapping(['E-mail', 'Personal Email', 'Notes', 'Campus'], remembered)).toEqual({
      'E-mail': 'personal_email',
      'Personal Email': null,
      Notes: 'program',
      Campus: null,
    })
  })

  test('columns without a name are no columns', () => {
    expect(proposeMapping(['Student ID', '', '  ', '--'])).toEqual({ 'Student ID': 'sid' })
  })
})

describe('the mapping of a file', () => {
  const wrong = (
    headers: string[],
    asked?: Record<string, string | null>,
  ): { key: string; message: string } => {
    try {
      settleMapping(headers, asked)
    } catch (error) {
      if (error instanceof WrongHeaders) return { key: error.key, message: error.message }
    }
    throw new Error('It was taken.')
  }

  test('the caller’s word wins, and takes the field from another column', () => {
    expect(settleMapping([...required, 'Login', 'Code'], { Code: 'uid', 'Student ID': 'sid' })).toEqual({
      'Student ID': 'sid',
      'Last Name': 'last_name',
      'First Name': 'first_name',
      Login: null,
      Code: 'uid',
    })
  })

  test('the caller may leave a column out', () => {
    expect(settleMapping([...required, 'Phone'], { Phone: null })).toMatchObject({ Phone: null })
  })

  test('a header may be written a little otherwise', () => {
    expect(settleMapping([...required, 'Code '], { code: 'uid' })).toMatchObject({ 'Code ': 'uid' })
  })

  test.each([
    [{ Code: 'uid' }, 'The file has no column “Code”.'],
    [{ Phone: 'medical_status' }, '“medical_status” is not a field that can be imported.'],
    [{ Phone: 'status' }, '“status” is not a field that can be imported.'],
    [{ Phone: 'constructor' }, '“constructor” is not a field that can be imported.'],
    [{ Phone: 'uid', Login: 'uid' }, 'Two columns are mapped to University login.'],
    [{ 'Student ID': null }, 'The file has no column for Student ID.'],
  ])('%j is refused on mapping', (asked: Record<string, string | null>, message) => {
    expect(wrong([...required, 'Phone', 'Login'], asked)).toEqual({ key: 'mapping', message })
  })

  test('required columns that are not there are told by name', () => {
    expect(wrong(['Student ID', 'Phone'])).toEqual({
      key: 'file',
      message: 'The file has no column for Last name, First name.',
    })
  })

  test('a file without any known column has no header', () => {
    expect(wrong(['R1', 'Smith', 'Ann'])).toEqual({
      key: 'file',
      message: 'No column of the first row is known: the first row must hold the names of the columns.',
    })
  })

  test('a used column that is there twice is refused, an unused one is not', () => {
    expect(wrong([...required, 'Phone', 'PHONE '])).toEqual({
      key: 'file',
      message: 'The column “PHONE” is there twice.',
    })
    expect(settleMapping([...required, 'Notes', 'Notes'], undefined)).toMatchObject({ Notes: null })
  })
})
