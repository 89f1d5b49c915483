import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { coverages } from '#contract/platform/coverage/choices.ts'
import type { CoverageEvent } from '#contract/platform/coverage/events.ts'
import { periodDocuments } from '#contract/setup/period-documents/documents.ts'
import { formTypes } from '#contract/review/form-submissions/choices.ts'
import { schoolKindNames } from '#contract/setup/schools/email-kinds.ts'
import { trackedFiles } from './tracked-files.ts'

const root = join(import.meta.dirname, '..')

/** Returns the server’s code as one text, without tests, made-up rows and what only carries settings around. */
const serverCode = (...without: readonly RegExp[]): string =>
  trackedFiles(root, 'server/*.ts')
    .filter((file) => !/\.test\.ts$|^server\/testing\/|factory|^server\/setup\/period-documents\//.test(file))
    .filter((file) => !without.some((pattern) => pattern.test(file)))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')

/** Returns the names that no code has, neither whole nor with a first part that’s put in: `${coverage}_audience`. */
const unread = (names: readonly string[], firsts: readonly string[], code: string): string[] =>
  names.filter((name) => {
    const first = firsts.find((one) => name.startsWith(`${one}_`))
    const isWhole = new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(code)
    return !isWhole && !(first && new RegExp(`\\}${name.slice(first.length)}(?![\\w-])`).test(code))
  })

/** Settings that are read elsewhere: where. */
const shown: Readonly<Record<string, string>> = {
  member_phone: 'the student website',
  member_website: 'the student website',
  medical_plan_codes: 'planCodesOf',
  dental_plan_codes: 'planCodesOf',
  vision_plan_codes: 'planCodesOf',
}

describe('every setting', () => {
  it('of a policy year is read by the server', () => {
    const code = serverCode()
    const found = periodDocuments
      .filter(({ isWebsite }) => !isWebsite)
      .flatMap(({ kind, empty }) =>
        unread(Object.keys(empty), coverages, code).map((name) => `${kind} ${name}`),
      )
    expect(found.filter((one) => shown[one.split(' ')[1] ?? ''] === undefined)).toEqual([])
  })

  it('that nothing reads is found', () => {
    const code = 'rules[`${coverage}_audience`] dates.starts_on'
    expect(unread(['dental_audience', 'starts_on', 'ends_on', 'medical_voluntary'], coverages, code)).toEqual(
      ['ends_on', 'medical_voluntary'],
    )
  })
})

describe('every automatic email', () => {
  it('has code that sends it', () => {
    const code = serverCode(/^server\/mail\/email-templates\//, /compose-text\.ts$/)
    expect(unread(schoolKindNames, formTypes, code)).toEqual([])
  })
})

/** What starts each event: a call, a screen or a job, and the file of the server that runs it. */
const acts: Readonly<Record<CoverageEvent, readonly [act: string, file: string]>> = {
  enroll_form_submitted: [
    'a student sends an enrollment form',
    'server/review/form-submissions/commands/apply-to-student.ts',
  ],
  waiver_form_submitted: [
    'a student sends a waiver form',
    'server/review/form-submissions/commands/apply-to-student.ts',
  ],
  approve_enrollment: [
    'staff approve an enrollment form',
    'server/records/student-periods/commands/settle-forms.ts',
  ],
  mark_enrollment_utp: [
    'staff can’t process an enrollment form',
    'server/records/student-periods/commands/settle-forms.ts',
  ],
  approve_waiver: ['staff approve a waiver', 'server/records/student-periods/commands/settle-forms.ts'],
  mark_waiver_utp: [
    'staff can’t process a waiver',
    'server/records/student-periods/commands/settle-forms.ts',
  ],
  decline_waiver: ['staff decline a waiver', 'server/records/student-periods/commands/settle-forms.ts'],
  decline_optional: ['staff change a status', 'contract/platform/coverage/events.ts'],
  eligibility_active: ['an eligibility check', 'server/review/verifications/rules/effects.ts'],
  eligibility_inactive: ['an eligibility check', 'server/review/verifications/rules/effects.ts'],
  eligibility_undetermined: ['an eligibility check', 'server/review/verifications/rules/effects.ts'],
  reverify_period: [
    'staff or a night start a reverification',
    'server/review/reverifications/commands/start.ts',
  ],
  age_out: ['staff or a night change waivers to aged out', 'server/outputs/reports/commands/age-out.ts'],
  loa_start: ['the academic status changes', 'server/platform/coverage/new-lines.ts'],
  loa_end: ['the academic status changes', 'server/platform/coverage/new-lines.ts'],
  separation: ['the academic status changes', 'server/platform/coverage/new-lines.ts'],
  readmission: ['the academic status changes', 'server/platform/coverage/new-lines.ts'],
  default_enrollment: ['staff or a night auto-enroll', 'server/review/default-enrollments/rules.ts'],
  dependents_changed: ['staff change dependents', 'server/records/student-periods/rules/plan.ts'],
  offering_off: ['staff apply the setup to records', 'server/review/setup-differences/rules.ts'],
  offering_on: ['staff apply the setup to records', 'server/review/setup-differences/rules.ts'],
  exemption: ['staff apply the setup to records', 'server/review/setup-differences/rules.ts'],
  exemption_ended: ['staff apply the setup to records', 'server/review/setup-differences/rules.ts'],
}

describe('every status change', () => {
  it.each(Object.entries(acts))('%s has an act that runs it', (event, [, file]) => {
    expect(unread([event], formTypes, readFileSync(join(root, file), 'utf8'))).toEqual([])
  })
})
