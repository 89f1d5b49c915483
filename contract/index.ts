import * as apiTokens from './api-tokens/endpoints.ts'
import * as audit from './audit/endpoints.ts'
import * as auth from './auth/endpoints.ts'
import * as passkeys from './auth/passkey-endpoints.ts'
import * as bursar from './bursar/endpoints.ts'
import * as carrierFiles from './carrier-files/endpoints.ts'
import * as decisions from './decisions/endpoints.ts'
import * as documents from './documents/endpoints.ts'
import * as drafts from './drafts/endpoints.ts'
import * as emailDelivery from './email-delivery/endpoints.ts'
import * as emailTemplates from './email-templates/endpoints.ts'
import * as emails from './emails/endpoints.ts'
import * as exportsRoom from './exports/endpoints.ts'
import * as formSubmissions from './form-submissions/endpoints.ts'
import * as history from './history/endpoints.ts'
import * as imports from './imports/endpoints.ts'
import * as insuranceCompanies from './insurance-companies/endpoints.ts'
import * as jobs from './jobs/endpoints.ts'
import * as notes from './notes/endpoints.ts'
import { callsOf } from './document.ts'
import { insuranceDocuments, websiteDocuments } from './periods/documents.ts'
import * as periods from './periods/endpoints.ts'
import * as preferences from './preferences/endpoints.ts'
import * as reports from './reports/endpoints.ts'
import * as reportSchedules from './report-schedules/endpoints.ts'
import * as reverifications from './reverifications/endpoints.ts'
import * as schools from './schools/endpoints.ts'
import * as studentPeriods from './student-periods/endpoints.ts'
import * as singleSignOn from './single-sign-on/endpoints.ts'
import * as students from './students/endpoints.ts'
import * as users from './users/endpoints.ts'
import * as verifications from './verifications/endpoints.ts'
import * as views from './views/endpoints.ts'
import * as webhooks from './webhooks/endpoints.ts'
import * as website from './website/endpoints.ts'

/**
 * All modules of the contract. Only the server, tests and scripts import this; the client imports single
 * modules.
 */
export const contract = {
  auth: { ...auth, ...passkeys },
  users,
  schools,
  'api-tokens': apiTokens,
  webhooks,
  periods: { ...periods, ...callsOf(insuranceDocuments) },
  website: { ...website, ...callsOf(websiteDocuments) },
  students,
  'student-periods': studentPeriods,
  notes,
  emails,
  'email-delivery': emailDelivery,
  'email-templates': emailTemplates,
  decisions,
  documents,
  'form-submissions': formSubmissions,
  'insurance-companies': insuranceCompanies,
  imports,
  exports: exportsRoom,
  history,
  jobs,
  drafts,
  verifications,
  reverifications,
  bursar,
  'carrier-files': carrierFiles,
  reports,
  'report-schedules': reportSchedules,
  'single-sign-on': singleSignOn,
  audit,
  views,
  preferences,
}
