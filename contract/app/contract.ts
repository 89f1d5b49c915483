import * as apiTokens from '#contract/accounts/api-tokens/endpoints.ts'
import * as audit from '#contract/outputs/audit/endpoints.ts'
import * as auth from '#contract/accounts/auth/endpoints.ts'
import * as passkeys from '#contract/accounts/auth/passkey-endpoints.ts'
import * as bursar from '#contract/outputs/bursar/endpoints.ts'
import * as calendar from '#contract/review/calendar/endpoints.ts'
import * as carrierFiles from '#contract/outputs/carrier-files/endpoints.ts'
import * as defaultEnrollments from '#contract/review/default-enrollments/endpoints.ts'
import * as decisions from '#contract/review/decisions/endpoints.ts'
import * as demoDate from '#contract/platform/demo-date/endpoints.ts'
import * as documents from '#contract/records/documents/endpoints.ts'
import * as drafts from '#contract/accounts/drafts/endpoints.ts'
import * as emailDelivery from '#contract/mail/email-delivery/endpoints.ts'
import * as emailTemplates from '#contract/mail/email-templates/endpoints.ts'
import * as emails from '#contract/review/emails/endpoints.ts'
import * as exportsRoom from '#contract/review/exports/endpoints.ts'
import * as formSubmissions from '#contract/review/form-submissions/endpoints.ts'
import * as history from '#contract/platform/history/endpoints.ts'
import * as imports from '#contract/review/imports/endpoints.ts'
import * as insuranceCompanies from '#contract/records/insurance-companies/endpoints.ts'
import * as jobs from '#contract/platform/jobs/endpoints.ts'
import * as notes from '#contract/records/notes/endpoints.ts'
import { callsOf } from '#contract/platform/document.ts'
import { insuranceDocuments, websiteDocuments } from '#contract/setup/period-documents/documents.ts'
import * as periods from '#contract/setup/periods/endpoints.ts'
import * as preferences from '#contract/accounts/preferences/endpoints.ts'
import * as retention from '#contract/outputs/retention/endpoints.ts'
import * as reports from '#contract/outputs/reports/endpoints.ts'
import * as reportSchedules from '#contract/outputs/report-schedules/endpoints.ts'
import * as reverifications from '#contract/review/reverifications/endpoints.ts'
import * as schools from '#contract/setup/schools/endpoints.ts'
import * as studentStatus from '#contract/review/student-status/endpoints.ts'
import * as studentMessages from '#contract/review/student-messages/endpoints.ts'
import * as studentPeriods from '#contract/records/student-periods/endpoints.ts'
import * as singleSignOn from '#contract/accounts/single-sign-on/endpoints.ts'
import * as setupDifferences from '#contract/review/setup-differences/endpoints.ts'
import * as students from '#contract/records/students/endpoints.ts'
import * as users from '#contract/accounts/users/endpoints.ts'
import * as verifications from '#contract/review/verifications/endpoints.ts'
import * as views from '#contract/records/views/endpoints.ts'
import * as webhooks from '#contract/outputs/webhooks/endpoints.ts'
import * as options from '#contract/records/options/endpoints.ts'
import * as site from '#contract/setup/site/endpoints.ts'
import * as siteVisits from '#contract/setup/site-visits/endpoints.ts'
import * as website from '#contract/setup/website/endpoints.ts'

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
  website: { ...website, ...options, ...callsOf(websiteDocuments) },
  site,
  'site-visits': siteVisits,
  students,
  'student-periods': studentPeriods,
  notes,
  emails,
  'email-delivery': emailDelivery,
  'email-templates': emailTemplates,
  decisions,
  'default-enrollments': defaultEnrollments,
  'setup-differences': setupDifferences,
  calendar,
  documents,
  'form-submissions': formSubmissions,
  'student-status': studentStatus,
  'student-messages': studentMessages,
  'insurance-companies': insuranceCompanies,
  imports,
  exports: exportsRoom,
  history,
  jobs,
  'demo-date': demoDate,
  drafts,
  verifications,
  reverifications,
  bursar,
  'carrier-files': carrierFiles,
  reports,
  'report-schedules': reportSchedules,
  'single-sign-on': singleSignOn,
  audit,
  retention,
  views,
  preferences,
}
