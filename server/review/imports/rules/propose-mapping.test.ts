import { expect, test } from 'vitest'
import { proposeMapping } from './propose-mapping.ts'

/** Returns the columns that are matched, by field. */
const matched = (headers: string, sample?: readonly string[]) =>
  Object.fromEntries(
    Object.entries(proposeMapping(headers.split('|'), sample ? { sample: [sample] } : {})).flatMap(
      ([header, field]) => (field === null ? [] : [[field, header]]),
    ),
  )

test.each<[string, string, Record<string, string>]>([
  [
    'Banner',
    'SPRIDEN_ID|SPRIDEN_LAST_NAME|SPRIDEN_FIRST_NAME|SPRIDEN_MI|SPBPERS_BIRTH_DATE|SPBPERS_SEX|SPBPERS_SSN|SPRADDR_STREET_LINE1|SPRADDR_CITY|SPRADDR_STAT_CODE|SPRADDR_ZIP|GOREMAL_EMAIL_ADDRESS|SGBSTDN_PROGRAM_1',
    {
      sid: 'SPRIDEN_ID',
      last_name: 'SPRIDEN_LAST_NAME',
      first_name: 'SPRIDEN_FIRST_NAME',
      middle_initial: 'SPRIDEN_MI',
      dob: 'SPBPERS_BIRTH_DATE',
      gender: 'SPBPERS_SEX',
      ssn: 'SPBPERS_SSN',
      address_1: 'SPRADDR_STREET_LINE1',
      city: 'SPRADDR_CITY',
      state: 'SPRADDR_STAT_CODE',
      zip: 'SPRADDR_ZIP',
      university_email: 'GOREMAL_EMAIL_ADDRESS',
      program: 'SGBSTDN_PROGRAM_1',
    },
  ],
  [
    'Workday',
    'Universal ID|Legal Name - First Name|Legal Name - Last Name|Legal Name - Middle Name|Date of Birth|Email - Institutional|Email - Primary Home|Primary Program of Study',
    {
      sid: 'Universal ID',
      first_name: 'Legal Name - First Name',
      last_name: 'Legal Name - Last Name',
      middle_initial: 'Legal Name - Middle Name',
      dob: 'Date of Birth',
      university_email: 'Email - Institutional',
      personal_email: 'Email - Primary Home',
      program: 'Primary Program of Study',
    },
  ],
  [
    'PeopleSoft',
    'EMPLID|LAST_NAME|FIRST_NAME|MIDDLE_NAME|BIRTHDATE|SEX|NATIONAL_ID|ADDRESS1|CITY|STATE|POSTAL|COUNTRY|EMAIL_ADDR|ACAD_PROG|CAMPUS|EXP_GRAD_TERM',
    {
      sid: 'EMPLID',
      last_name: 'LAST_NAME',
      first_name: 'FIRST_NAME',
      middle_initial: 'MIDDLE_NAME',
      dob: 'BIRTHDATE',
      gender: 'SEX',
      ssn: 'NATIONAL_ID',
      address_1: 'ADDRESS1',
      city: 'CITY',
      state: 'STATE',
      zip: 'POSTAL',
      country: 'COUNTRY',
      university_email: 'EMAIL_ADDR',
      program: 'ACAD_PROG',
      campus: 'CAMPUS',
    },
  ],
  [
    'Moodle',
    'username|firstname|lastname|email|idnumber|institution|department|phone1|address|city|country',
    {
      uid: 'username',
      first_name: 'firstname',
      last_name: 'lastname',
      university_email: 'email',
      sid: 'idnumber',
      phone: 'phone1',
      address_1: 'address',
      city: 'city',
      country: 'country',
    },
  ],
  [
    'Clever',
    'School_id|Student_id|Student_number|Last_name|Middle_name|First_name|Gender|DOB|Student_street|Student_city|Student_state|Student_zip|Student_email|Username',
    {
      sid: 'Student_id',
      last_name: 'Last_name',
      middle_initial: 'Middle_name',
      first_name: 'First_name',
      gender: 'Gender',
      dob: 'DOB',
      address_1: 'Student_street',
      city: 'Student_city',
      state: 'Student_state',
      zip: 'Student_zip',
      university_email: 'Student_email',
      uid: 'Username',
    },
  ],
  [
    'OneRoster',
    'sourcedId|status|username|givenName|familyName|middleName|identifier|email|sms|phone',
    {
      uid: 'username',
      first_name: 'givenName',
      last_name: 'familyName',
      middle_initial: 'middleName',
      sid: 'identifier',
      university_email: 'email',
      phone: 'phone',
    },
  ],
  [
    'Canvas',
    'user_id|login_id|first_name|last_name|short_name|email|status',
    {
      sid: 'user_id',
      uid: 'login_id',
      first_name: 'first_name',
      last_name: 'last_name',
      university_email: 'email',
    },
  ],
  [
    'Workday, with addresses',
    'Student ID|Legal First Name|Legal Last Name|Primary Home Address|Home Address - Line 1|Home Address - Line 2|Home Address - City|Home Address - State|Home Address - Postal Code',
    {
      sid: 'Student ID',
      first_name: 'Legal First Name',
      last_name: 'Legal Last Name',
      address_1: 'Home Address - Line 1',
      address_2: 'Home Address - Line 2',
      city: 'Home Address - City',
      state: 'Home Address - State',
      zip: 'Home Address - Postal Code',
    },
  ],
  [
    'people beside the student',
    'Student ID|Last Name|First Name|Email|Parent Email|Advisor Email|Home Email|Emergency Contact City|Parent Address|Birth Country',
    {
      sid: 'Student ID',
      last_name: 'Last Name',
      first_name: 'First Name',
      university_email: 'Email',
      personal_email: 'Home Email',
    },
  ],
  ['a username alone', 'User ID|Student ID', { uid: 'User ID', sid: 'Student ID' }],
  [
    'one address in two ways',
    'Student ID|Mailing Address|Mailing City|Mailing State|Mailing ZIP|Country|Apt',
    {
      sid: 'Student ID',
      address_1: 'Mailing Address',
      city: 'Mailing City',
      state: 'Mailing State',
      zip: 'Mailing ZIP',
      country: 'Country',
      address_2: 'Apt',
    },
  ],
])('the columns of %s are recognized', (_name, headers, expected) => {
  expect(matched(headers)).toEqual(expected)
})

test.each([
  ['Name', 'Alderton, Bo Q', true],
  ['Student Name', 'Alderton, Bo', true],
  ['Name (Last, First MI)', 'Alderton, Bo Q', true],
  ['STUDENT', 'Alderton, Bo', true],
  ['Full Legal Name', 'de la Cruz, Ana', true],
  ['Last Name, First Name', 'Alderton, Bo', true],
  ['Name', 'Bo Alderton', false],
  ['Emergency Contact Name', 'Alderton, Bo', false],
  ['School Name', 'Harborview, Main', false],
])('a column %s with “%s” is split: %s', (header, value, isSplit) => {
  expect(matched(`ID|${header}`, ['1', value])).toEqual({
    sid: 'ID',
    ...(isSplit ? { full_name: header } : {}),
  })
})

test('a whole name isn’t split beside columns of its own', () => {
  expect(matched('ID|Name|Last Name|First Name', ['1', 'Alderton, Bo', 'Alderton', 'Bo'])).toEqual({
    sid: 'ID',
    last_name: 'Last Name',
    first_name: 'First Name',
  })
})
