import { index, layout, rootRoute, route } from '@tanstack/virtual-file-routes'

/** The editors of the student website's pages. */
const website = (base: string) => [
  route(`${base}/home-page`, 'setup/website/home-page-screen.tsx'),
  route(`${base}/plan-info-and-details`, 'setup/website/plan-info-screen.tsx'),
  route(`${base}/resources-and-links`, 'setup/website/resources-screen.tsx'),
  route(`${base}/$form`, 'setup/website/form-screen.tsx'),
  route(`${base}/$form/dropdowns-and-notices`, 'setup/website/dropdowns-screen.tsx'),
  route(`${base}/contact-form`, 'setup/website/contact-form-screen.tsx'),
  route(`${base}/faqs`, 'setup/website/faqs-screen.tsx'),
  route(`${base}/custom-page/$order`, 'setup/website/custom-page-screen.tsx'),
]

/** Every URL and its screen file. The layouts around a screen are its guards. */
export const routes = rootRoute('app/root.tsx', [
  layout('guest', 'app/guest-layout.tsx', [
    route('/login', 'accounts/auth/login-screen.tsx'),
    route('/login/forgot', 'accounts/auth/forgot-screen.tsx'),
    route('/login/reset', 'accounts/auth/reset-screen.tsx'),
    route('/login/welcome', 'accounts/auth/welcome-screen.tsx'),
    route('/login/school', 'accounts/auth/school-sign-in-screen.tsx'),
    route('/login/school/$id', 'accounts/auth/school-return-screen.tsx'),
    route('/login/emergency', 'accounts/auth/emergency-screen.tsx'),
  ]),
  route('/login/confirm-email', 'accounts/auth/confirm-email-screen.tsx'),
  layout('signed-in', 'app/signed-in-layout.tsx', [
    route('/start', 'app/start-screen.ts'),
    layout('admin', 'app/admin-layout.tsx', [
      index('setup/schools/schools-screen.tsx'),
      route('/schools/$id/settings', 'setup/schools/about-screen.tsx'),
      route('/schools/$id/settings/periods', 'setup/periods/periods-screen.tsx'),
      route('/schools/$school/period/$period/set-up', 'setup/periods/set-up-screen.tsx'),
      route(
        '/schools/$school/period/$period/insurance-options',
        'setup/periods/insurance-options-screen.tsx',
      ),
      route('/schools/$school/period/$period/insurance-options/$plan', 'setup/periods/plan-screen.tsx'),
      route('/schools/$school/period/$period/waiver-options', 'setup/periods/waiver-options-screen.tsx'),
      route(
        '/schools/$school/period/$period/student-form-submissions',
        'review/form-submissions/submissions-screen.tsx',
      ),
      route(
        '/schools/$school/period/$period/student-form-submissions/agreement',
        'review/form-submissions/agreement-screen.tsx',
      ),
      route(
        '/schools/$school/period/$period/student-form-submissions/review',
        'review/form-submissions/session-screen.tsx',
      ),
      route('/schools/$school/period/$period/reports', 'outputs/reports/reports-screen.tsx'),
      route('/schools/$school/period/$period/reports/bursar', 'outputs/bursar/bursar-screen.tsx'),
      route('/schools/$school/period/$period/reports/bursar/$batch', 'outputs/bursar/batch-screen.tsx'),
      route(
        '/schools/$school/period/$period/reports/carrier-file',
        'outputs/carrier-files/carrier-file-screen.tsx',
      ),
      route(
        '/schools/$school/period/$period/reports/carrier-file/settings',
        'outputs/carrier-files/settings-screen.tsx',
      ),
      route('/schools/$school/period/$period/reports/age-out', 'outputs/reports/age-out-screen.tsx'),
      route(
        '/schools/$school/period/$period/reports/waiver-export',
        'outputs/reports/waiver-export-screen.tsx',
      ),
      route(
        '/schools/$school/period/$period/reports/scheduled',
        'outputs/report-schedules/scheduled-screen.tsx',
      ),
      route('/schools/$school/period/$period/reports/figures', 'outputs/reports/figures-screen.tsx'),
      route('/schools/$school/period/$period/set-up/calendar', 'review/calendar/calendar-screen.tsx'),
      route(
        '/schools/$school/period/$period/set-up/records',
        'review/setup-differences/setup-differences-screen.tsx',
      ),
      route(
        '/schools/$school/period/$period/default-enrollment',
        'review/default-enrollments/default-enrollment-screen.tsx',
      ),
      route(
        '/schools/$school/period/$period/reverifications',
        'review/reverifications/reverifications-screen.tsx',
      ),
      route('/schools/$id/settings/colors', 'setup/schools/colors-screen.tsx'),
      route('/schools/$id/settings/files', 'setup/schools/files-screen.tsx'),
      route('/schools/$id/settings/student-site', 'setup/schools/site-settings-screen.tsx'),
      route('/schools/$id/settings/emails', 'setup/schools/email-settings-screen.tsx'),
      route('/schools/$id/settings/eligibility', 'setup/schools/eligibility-settings-screen.tsx'),
      route('/schools/$id/settings/sign-in', 'setup/schools/sign-in-screen.tsx'),
      route('/schools/$id/settings/school-email-templates', 'mail/email-templates/school-list-screen.tsx'),
      route('/schools/$id/settings/webhooks', 'outputs/webhooks/webhooks-screen.tsx'),
      route('/schools/$id/settings/api-tokens', 'accounts/api-tokens/tokens-screen.tsx'),
      route('/schools/$school/email-templates/$email', 'mail/email-templates/school-template-screen.tsx'),
      route('/settings', 'app/settings-screen.tsx'),
      route('/settings/global-email-templates', 'mail/email-templates/global-list-screen.tsx'),
      route('/settings/global-email-templates/$email', 'mail/email-templates/global-template-screen.tsx'),
      route('/settings/insurance-companies', 'records/insurance-companies/companies-screen.tsx'),
      route('/settings/insurance-companies/$company', 'records/insurance-companies/company-screen.tsx'),
      route('/settings/users', 'accounts/users/users-screen.tsx'),
      route('/settings/payer-health', 'review/verifications/payer-health-screen.tsx'),
      route('/settings/mailbox', 'review/emails/mailbox-screen.tsx'),
      route('/settings/activity', 'outputs/audit/activity-screen.tsx'),
      route('/settings/activity/review', 'outputs/audit/review-screen.tsx'),
      route('/settings/email-delivery', 'mail/email-delivery/delivery-screen.tsx'),
      route('/settings/email-delivery/blocked-addresses', 'mail/email-delivery/blocked-screen.tsx'),
      route(
        '/schools/$school/period/$period/student-form-submission/$submission',
        'review/form-submissions/submission-screen.tsx',
      ),
      ...website('/schools/$school/period/$period/website'),
    ]),
    layout('own-school', 'app/own-school-layout.tsx', [
      route('/schools/$school/period', 'setup/periods/no-period-screen.tsx'),
      route('/schools/$school/period/$period', 'records/student-periods/student-list-screen.tsx'),
      route('/schools/$school/period/$period/home', 'app/home-screen.tsx'),
      route('/schools/$school/period/$period/emails', 'review/emails/batches-screen.tsx'),
      route('/schools/$school/period/$period/messages', 'review/student-messages/messages-screen.tsx'),
      route('/schools/$school/period/$period/website/visits', 'setup/site-visits/visits-screen.tsx'),
      route('/schools/$school/period/$period/import', 'review/imports/import-screen.tsx'),
      route('/schools/$school/period/$period/import/$import', 'review/imports/import-result-screen.tsx'),
    ]),
    layout('own-user', 'app/own-user-layout.tsx', [route('/users/$user', 'accounts/users/user-screen.tsx')]),
    layout('numbered', 'app/numbered-layout.tsx', [
      route('/student/$student', 'records/students/student-layout.tsx', [
        index('records/students/student-index.tsx'),
        route('overview', 'records/students/overview-screen.tsx'),
        route('policy-years/$period/info', 'records/students/info-screen.tsx'),
        route('policy-years/$period/insurance-details', 'records/students/insurance-details-screen.tsx'),
        route('policy-years/$period/dependents', 'records/students/dependents-screen.tsx'),
        route('policy-years/$period/form-submissions', 'records/students/form-submissions-screen.tsx'),
        route('notes', 'records/notes/notes-screen.tsx'),
        route('documents', 'records/documents/documents-screen.tsx'),
        route('emails', 'review/emails/student-emails-screen.tsx'),
        route('inovalon-verifications', 'records/students/verifications-screen.tsx'),
        route('manage-policy-years', 'records/students/manage-policy-years-screen.tsx'),
        route('history', 'records/students/history-screen.tsx'),
        route('disclosures', 'outputs/audit/disclosures-screen.tsx'),
      ]),
    ]),
  ]),
  route('/two-factor-setup', 'app/two-factor-setup-screen.tsx'),
  route('/not-permitted', 'app/not-permitted-screen.tsx'),
  route('/general-error', 'app/general-error-screen.tsx'),
  route('/gallery', 'app/gallery-screen.tsx'),
])

export default routes
