import * as z from 'zod/mini'
import { ssn, text } from '#contract/platform/fields.ts'
import { texts } from '#contract/platform/problem.ts'
import {
  birthDayField,
  choiceField,
  countryField,
  emailField,
  firstNameField,
  homePhoneField,
  textField,
  yesNoField,
  type RecordFields,
} from './record-field.ts'
import { genderLabels, genders } from './genders.ts'

/** Every field of a student. Rosters can import each of them. */
export const studentFields = {
  first_name: firstNameField(),
  last_name: { ...textField('Last name', 100), required: true },
  middle_initial: textField('Middle initial', 5),
  dob: { ...birthDayField('Date of birth'), required: true },
  ssn: { label: 'SSN', kind: 'text', schema: ssn, format: 'ssn', sensitive: true },
  gender: choiceField('Gender', genders, genderLabels),
  sid: { ...textField('Student ID', 50), required: true },
  uid: textField('University username', 100),
  address_1: textField('Address 1', 200),
  address_2: textField('Address 2', 200),
  city: textField('City', 100, { recurring: true }),
  /** 2 letters in the U.S., free text elsewhere; checked together with the country. */
  state: { label: 'State', kind: 'text', schema: text(100), recurring: true },
  country: countryField('Country'),
  zip: textField('ZIP', 20),
  phone: homePhoneField('Phone'),
  personal_email: emailField('Personal email'),
  university_email: emailField('University email'),
  prior_last_name: textField('Former last name', 100),
  npi_number: {
    ...textField('NPI number', 10),
    schema: z.string().check(z.regex(/^\d{10}$/, texts.ten_digits)),
  },
  include_dependents: yesNoField('Wants dependent coverage'),
} as const satisfies RecordFields
export type StudentField = keyof typeof studentFields
// Object.keys drops the type of the fields
export const studentFieldNames = Object.keys(studentFields) as StudentField[]
