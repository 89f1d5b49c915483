/** `npm run documents`: writes the documents that come from the code: the data dictionary and the licenses. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordField, RecordFields } from '#contract/platform/record/record-field.ts'
import { studentFields } from '#contract/platform/record/student-fields.ts'
import {
  dependentDateFields,
  dependentFields,
  enrollmentFields,
  insuranceFields,
  plannedFields,
  statusFields,
} from '#contract/platform/record/student-period-fields.ts'
import { importFields } from '#contract/review/imports/choices.ts'

const root = join(import.meta.dirname, '..')

/**
 * Where the values appear in files for carriers (`server/platform/lib/x12/enrollment.ts`) and in the responses of insurance
 * companies (`server/platform/lib/x12/response.ts`).
 */
const elements834: Readonly<Record<string, string>> = {
  first_name: 'NM1*IL 04',
  last_name: 'NM1*IL 03',
  middle_initial: 'NM1*IL 05',
  prior_last_name: 'NM1*70 03',
  ssn: 'NM1*IL 09',
  dob: 'DMG 02',
  gender: 'DMG 03',
  sid: 'REF*0F or REF*1L',
  phone: 'PER*IP',
  university_email: 'PER*IP',
  address_1: 'N3 01',
  address_2: 'N3 02',
  city: 'N4 01',
  state: 'N4 02',
  zip: 'N4 03',
  country: 'N4 04',
  campus: 'REF*DX',
  academic_status: 'INS 08 and 09',
  expected_start_on: 'DTP*350',
  expected_graduation_on: 'DTP*351',
  type: 'INS 02',
}
const lineElements834: Readonly<Record<string, string>> = {
  status: 'HD 01 and 05',
  enroll_coverage_start_on: 'DTP*348',
  enroll_coverage_end_on: 'DTP*349',
  enroll_member_subscriber_number: 'REF*0F',
  enroll_premium: 'AMT*P3',
}
const elements271: Readonly<Record<string, string>> = {
  waive_member_subscriber_number: 'NM1*IL 09',
  waive_group_number: 'REF*6P, 18 or IG',
  waive_insurance_company: 'NM1*PR 03',
  waive_insurance_type: 'EB 04 and 05',
  waive_subscriber_first_name: 'NM1*IL 04',
  waive_subscriber_last_name: 'NM1*IL 03',
  waive_subscriber_dob: 'DMG 02',
}

const kinds: Readonly<Record<string, string>> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  money: 'Amount in dollars',
  boolean: 'Yes or no',
  choice: 'One of',
}

/** Choices that are listed; longer lists are in the API reference. */
const mostChoices = 14

const meaning = ({ kind, choices, choiceLabels, format, required, sensitive }: RecordField): string => {
  const listed =
    choices !== undefined && choices.length <= mostChoices
      ? `${kinds[kind] ?? kind}: ${choices.map((one) => choiceLabels?.[one] ?? one).join(', ')}`
      : kind === 'choice'
        ? 'A choice from a list'
        : (kinds[kind] ?? kind)
  return [
    listed,
    ...(format === 'lines' ? ['several lines'] : []),
    ...(format === 'company' ? ['the ID of an insurance company'] : []),
    ...(required ? ['required'] : []),
    ...(sensitive ? ['encrypted, shown masked'] : []),
  ].join('; ')
}

const writers = ({ adminOnly, readOnly, ownCall }: RecordField): string => {
  if (readOnly) return 'Shipmate'
  return `${adminOnly ? 'Shipmate Admin' : 'School Admin, Shipmate Admin'}${ownCall ? ', through a separate call' : ''}`
}

const imported: ReadonlySet<string> = new Set(importFields)

const header =
  '| field | meaning | who may write it | API name | CSV header | imported | 834 | 271 |\n| --- | --- | --- | --- | --- | --- | --- | --- |'

const row = (
  name: string,
  field: RecordField,
  elements: readonly [string | undefined, string | undefined],
): string =>
  `| ${[
    field.label,
    meaning(field),
    writers(field),
    `\`${name}\``,
    field.sensitive ? `${field.label}, if it’s asked for` : field.label,
    imported.has(name) ? 'yes' : '',
    ...elements.map((one) => one ?? ''),
  ].join(' | ')} |`

const table = (fields: RecordFields): string =>
  [
    header,
    ...Object.entries(fields).map(([name, field]) => row(name, field, [elements834[name], undefined])),
  ].join('\n')

/** The fields of a coverage type; the others have the same ones with their own prefix. */
const lineTable = (): string =>
  [
    header,
    ...Object.entries({ ...statusFields, ...insuranceFields })
      .filter(([name]) => name.startsWith('medical_'))
      .map(([name, field]) => {
        const part = name.replace('medical_', '')
        return row(name, field, [lineElements834[part], elements271[part]])
      }),
  ].join('\n')

const dataDictionary = (): string => `# Data dictionary

Written by \`npm run documents\` from the contract. Every field of a student’s record: what it means, who may write it, its name in
the API, its header in CSV and Excel files, and where it appears in carrier files (834) and in responses of insurance companies (271).
Rosters can import the fields marked “imported”, under the header or a common other name.

Values in the API are JSON: dates are \`YYYY-MM-DD\`, amounts are numbers, an empty field is \`null\`. In files, choices appear as labels
and dates as mm/dd/yyyy. The codes of choices are in the API reference at \`/api/docs\` of your Shipmate.

## Student

${table(studentFields)}

## Student in a policy year

${table({ ...enrollmentFields, ...plannedFields })}

## Coverage

Each coverage type has these fields. Dental and vision have the prefix \`dental_\` or \`vision_\` and the label “Dental” or “Vision”;
\`medical_waive_has_exception\` is for medical only.

${lineTable()}

## Dependent

${table({ ...dependentFields, ...dependentDateFields })}
`

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
}

const licenses = (): string => {
  // the shape of npm’s lock file
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>
  }
  const rows = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(
      ([path, { version = '', license = 'see its folder' }]) =>
        `| ${path.replace(/^.*node_modules\//, '')} | ${version} | ${license} |`,
    )
  return `# Licenses of dependencies

Written by \`npm run documents\` from the lock file: the packages that a server needs, on any platform. Each package’s own license text and
copyright notice is in its folder in \`node_modules\`, which is part of a release. Shipmate itself has the Apache License 2.0.

| package | version | license |
| --- | --- | --- |
${[...new Set(rows)].toSorted().join('\n')}
`
}

/** Returns the documents that come from the code, by their paths. */
export const generatedDocuments = (): Readonly<Record<string, string>> => ({
  'docs/data-dictionary.md': dataDictionary(),
  'docs/licenses.md': licenses(),
})

if (import.meta.main)
  for (const [path, text] of Object.entries(generatedDocuments())) writeFileSync(join(root, path), text)
