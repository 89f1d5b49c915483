import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** Whoever decrypts, and why no SSN gets past its reveal: a new caller needs a line here, and so a reason. */
const callers: Readonly<Record<string, string>> = {
  // SSNs
  'records/students/commands/reveal-ssn.ts': 'the reveal itself',
  'review/exports/commands/write-export.ts':
    'an export with SSNs: Shipmate Admins, with a reason, behind the password',
  'outputs/carrier-files/queries/records.ts':
    'the carrier’s file: Shipmate Admins, downloads behind the password',
  'outputs/carrier-files/rules/member-state.ts': 'the saved lines of that file',
  'records/student-periods/record/dependents.ts':
    'copies a form’s SSN to a dependent’s column, shown to no one',
  'records/students/record.ts':
    'seals the SSNs of dependents for the student they were merged into, shown to no one',
  'app/restored.ts': 'tries one SSN and the latest documents after a restore, shown to no one',
  // files that can hold SSNs
  'review/imports/files/stored.ts': 'a roster: planned without showing SSNs; its rejected rows are masked',
  'review/exports/files.ts': 'an export’s file, only for its author',
  'outputs/report-schedules/files.ts': 'reports hold no SSN',
  'platform/http/uploads.ts': 'a file while it arrives, read once by its request',
  'platform/lib/files.ts': 'documents, whose downloads are recorded',
  // what someone typed or was sent
  'accounts/drafts/queries.ts': 'a draft, only for its author',
  'review/form-submissions/commands/save-draft.ts': 'an unfinished form; SSNs are masked when it’s continued',
  'platform/http/idempotency.ts': 'a response, only for the user who got it',
  'mail/email-delivery/commands/link-text.ts': 'an email with a one-time link',
  // no personal data, or no SSN
  'accounts/auth/rules/two-factor.ts': 'secrets and recovery codes',
  'review/verifications/queries/reports.ts': 'what an eligibility check sent and got, which holds no SSN',
  'outputs/webhooks/connections.ts': 'a webhook’s secret',
  'setup/schools/rules.ts': 'secrets of an eligibility or sign-in provider',
  'accounts/single-sign-on/commands/start-sign-on.ts': 'the state of a sign-in',
}

/** Opening of stored values: by name, so that a new function in `crypt.ts` is found by its import. */
const opening = /\b(decrypt\w*|open(Ssn|Member|File)?)\b[^\n]*from '[^']*(crypt|students\/index)\.ts'/

it('everything that decrypts is known, with the reason why it shows no SSN past the reveal', () => {
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing/'))
    .filter((name) => {
      const source = readFileSync(join(root, name), 'utf8').replaceAll(/\{[^{}]*\}/g, (text) =>
        text.replaceAll(/\s+/g, ' '),
      )
      return opening.test(source) || /\bcreateDecipheriv\(/.test(source)
    })
    .filter((name) => name !== 'platform/lib/crypt.ts' && name !== 'records/students/index.ts')
  expect(found.sort()).toEqual(Object.keys(callers).sort())
})
