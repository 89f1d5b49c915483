import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importFields, type ImportField } from '#contract/review/imports/choices.ts'
import { readDate } from './read-date.ts'
import { readPhoneCell, readState, readZip } from './read-place.ts'
import { readerOf } from './read-value.ts'

const today = '2026-11-20'
const read = (field: ImportField, cell: string): unknown => {
  const reading = readerOf.get(field)?.(cell, today) ?? { wrong: 'no reader' }
  if ('value' in reading) return reading.value
  return 'wrong' in reading ? reading.wrong : 'not known'
}

describe('dates', () => {
  test.each([
    ['2001-03-07', '2001-03-07'],
    ['2001/3/7', '2001-03-07'],
    ['2001-03-07 00:00:00', '2001-03-07'],
    ['2001-03-07T00:00:00Z', '2001-03-07'],
    ['3/7/2001', '2001-03-07'],
    ['03-07-2001', '2001-03-07'],
    ['3/7/2001 12:00 AM', '2001-03-07'],
    ['7-Mar-2001', '2001-03-07'],
    ['07-MAR-01', '2001-03-07'],
    ['March 7, 2001', '2001-03-07'],
    ['20010307', '2001-03-07'],
    ['03072001', '2001-03-07'],
    ['2/29/2024', '2024-02-29'],
    ['13/45/2001', null],
    ['2001-02-30', null],
    ['2/29/2023', null],
    ['3/7-2001', null],
    ['0/7/2001', null],
    ['7-Foo-2001', null],
    ['36957', null],
    ['soon', null],
  ])('%s is %s', (text, day) => {
    expect(readDate(text, today, 'past')).toBe(day)
  })

  test.each([
    ['3/7/01', 'past', '2001-03-07'],
    ['11/20/26', 'past', '2026-11-20'],
    ['11/21/26', 'past', '1926-11-21'],
    ['1/1/99', 'past', '1999-01-01'],
    ['5/20/28', 'around', '2028-05-20'],
    ['11/20/36', 'around', '2036-11-20'],
    ['11/21/36', 'around', '1936-11-21'],
    ['1/1/99', 'around', '1999-01-01'],
    ['2/29/28', 'past', '1928-02-29'],
    ['2/29/30', 'past', null],
    ['2/29/96', 'past', '1996-02-29'],
  ] as const)('2-digit years: %s (%s) is %s', (text, century, day) => {
    expect(readDate(text, today, century)).toBe(day)
  })

  test('every day of 2 centuries is parsed in every order', () => {
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(days, (date) => {
        const iso = date.toISOString().slice(0, 10)
        const [year = '', month = '', day = ''] = iso.split('-')
        const ways = [iso, `${year}${month}${day}`, `${month}/${day}/${year}`, `${month}${day}${year}`]
        const plain = [`${Number(month)}/${Number(day)}/${year}`, `${Number(month)}-${Number(day)}-${year}`]
        for (const way of [...ways, ...plain])
          expect([way, readDate(way, today, 'around')]).toEqual([way, iso])
      }),
    )
  })
})

describe('values', () => {
  test.each<[ImportField, string, unknown]>([
    ['dob', '11/10/1998', '1998-11-10'],
    ['dob', '13/45/2001', 'Enter a date as mm/dd/yyyy.'],
    ['dob', '02/30/2003', 'This date doesn’t exist. Check the month and the day.'],
    ['dob', '02/29/03', 'This date doesn’t exist. Check the month and the day.'],
    ['dob', '20030431', 'This date doesn’t exist. Check the month and the day.'],
    ['dob', '02/32/2003', 'Enter a date as mm/dd/yyyy.'],
    ['dob', '00/10/2003', 'Enter a date as mm/dd/yyyy.'],
    ['loa_start_on', '11/31/2026', 'This date doesn’t exist. Check the month and the day.'],
    ['loa_start_on', '31-Apr-2026', 'This date doesn’t exist. Check the month and the day.'],
    ['dob', '01/01/2031', 'Enter a date in the past.'],
    ['dob', '11/20/2026', '2026-11-20'],
    ['dob', '12/31/1899', 'Enter a date after 1899.'],
    ['gender', 'F', 'female'],
    ['gender', 'Male', 'male'],
    ['gender', 'x', 'x'],
    ['gender', '??', 'Enter F, M or X.'],
    ['gender', '女', 'Enter F, M or X.'],
    ['ssn', '973-67-8737', '973678737'],
    ['ssn', '973678737', '973678737'],
    ['ssn', '12-3', 'Enter a 9-digit SSN.'],
    ['ssn', '111-11-1111', 'Enter a 9-digit SSN.'],
    ['ssn', '***-**-8737', 'Enter a 9-digit SSN.'],
    ['university_email', 's1@students.example.edu', 's1@students.example.edu'],
    ['university_email', 'no-at-sign', 'Enter an email address.'],
    ['personal_email', 'a@b.example, c@d.example', 'Enter an email address.'],
    ['graduation_year', '2030', 2030],
    ['graduation_year', '30', 'Enter a year from 1950 to 2100.'],
    ['graduation_year', 'soon', 'Enter a year from 1950 to 2100.'],
    ['graduation_year', '1949', 'Enter a year from 1950 to 2100.'],
    ['graduation_year', '2101', 'Enter a year from 1950 to 2100.'],
    ['academic_status', 'part_time', 'part_time'],
    ['academic_status', 'Leave of Absence', 'leave_of_absence'],
    ['academic_status', 'PART-TIME', 'part_time'],
    ['academic_status', 'Other', 'x'],
    ['academic_status', 'sleeping', 'Enter an academic status from the list.'],
    ['country', 'us', 'US'],
    ['country', 'United States of America', 'US'],
    ['country', 'France', 'FR'],
    ['country', 'CHN', 'CN'],
    ['country', 'gbr', 'GB'],
    ['country', 'México', 'MX'],
    ['country', 'Turkiye', 'TR'],
    ['country', 'Türkiye', 'TR'],
    ['country', 'Curacao', 'CW'],
    ['country', 'Korea, Republic of', 'KR'],
    ['country', 'China (PRC)', 'CN'],
    ['country', 'Burma', 'MM'],
    ['country', 'Deutschland', 'DE'],
    ['country', 'Việt Nam', 'VN'],
    ['country', '日本', 'JP'],
    ['country', 'Brasil', 'BR'],
    ['country', 'Atlantis', 'Enter a country name or code.'],
    ['country', 'XXX', 'Enter a country name or code.'],
    ['include_dependents', 'Yes', true],
    ['include_dependents', 'n', false],
    ['include_dependents', 'perhaps', 'Enter yes or no.'],
    ['npi_number', '1234567890', '1234567890'],
    ['npi_number', '123', 'Enter a 10-digit NPI.'],
    ['middle_initial', 'J', 'J'],
    ['middle_initial', 'Elizabeth', 'E'],
    ['middle_initial', 'Mary', 'M'],
    ['middle_initial', 'J.', 'J'],
    ['middle_initial', 'de la', 'D'],
    ['gender', 'Non-binary', 'x'],
    ['gender', 'O', 'x'],
    ['gender', 'W', 'female'],
    ['sid', 'R100000', 'R100000'],
    ['sid', 'x'.repeat(51), 'Use 50 characters or fewer.'],
    ['loa_start_on', '2026-09-01', '2026-09-01'],
    ['loa_start_on', 'fall', 'Enter a date as mm/dd/yyyy.'],
    ['program', 'Nursing (BSN)', 'Nursing (BSN)'],
  ])('%s %j is %j', (field, cell, value) => {
    expect(read(field, cell)).toBe(value)
  })

  test('every field has a reader that never throws', () => {
    fc.assert(
      fc.property(fc.constantFrom(...importFields), fc.string({ minLength: 1 }), (field, cell) => {
        expect(readerOf.get(field)?.(cell, today)).toBeDefined()
      }),
    )
  })
})

describe('places', () => {
  test.each([
    ['oregon', null, 'OR'],
    ['OR', 'US', 'OR'],
    ['Washington, D.C.', null, null],
    ['Washington DC', null, 'DC'],
    ['Puerto Rico', null, 'PR'],
    ['Oregoon', null, null],
    ['Bayern', 'DE', 'Bayern'],
  ])('the state %s of %s is %s', (cell, country, value) => {
    const reading = readState(cell, country)
    expect('value' in reading ? reading.value : null).toBe(value)
  })

  test.each([
    ['91766', null, '91766'],
    ['91766-1234', 'US', '91766-1234'],
    ['917661234', 'US', '91766-1234'],
    ['901', null, null],
    ['SW1A 1AA', null, null],
    ['SW1A 1AA', 'GB', 'SW1A 1AA'],
  ])('the ZIP %s of %s is %s', (cell, country, value) => {
    const reading = readZip(cell, country)
    expect('value' in reading ? reading.value : null).toBe(value)
  })
})

const noPhone = 'Enter a 10-digit phone number, or a number that starts with + and the country code.'

test.each([
  ['(296) 555-8093', null, { value: '+12965558093' }],
  ['+1 503 555 0100', 'US', { value: '+15035550100' }],
  ['+44 20 7946 0018', 'US', { value: '+442079460018' }],
  ['020 7946 0018', 'GB', { value: '+442079460018' }],
  ['555-0100', 'US', { wrong: noPhone }],
  ['020 7946 0018', 'US', { wrong: noPhone }],
  ['503-555-0100 x12', 'US', { wrong: 'Enter the phone number without its extension.' }],
])('a phone number “%s” of someone in %s is %j', (cell, country, reading) => {
  expect(readPhoneCell(cell, country)).toEqual(reading)
})
