import { index, layout, rootRoute, route } from '@tanstack/virtual-file-routes'

/** The editors of the student website's pages. */
const website = (base: string) => [
  route(`${base}/home-page`, 'website/home-page-screen.tsx'),
  route(`${base}/plan-info-and-details`, 'website/plan-info-screen.tsx'),
  route(`${base}/resources-and-links`, 'website/resources-screen.tsx'),
  route(`${base}/$form`, 'website/form-screen.tsx'),
  route(`${base}/$form/dropdowns-and-notices`, 'website/dropdowns-screen.tsx'),
  route(`${base}/contact-form`, 'website/contact-form-screen.tsx'),
  route(`${base}/faqs`, 'website/faqs-screen.tsx'),
  route(`${base}/custom-page/$order`, 'website/custom-page-screen.tsx'),
]

/** Every URL and its screen file. The layouts around a screen are its guards (specification sections 2 and 6). */
export const routes = rootRoute('app/root.tsx', [
  layout('guest', 'app/guest-layout.tsx', [
    route('/login', 'app/login-screen.tsx'),
    route('/login/forgot', 'app/forgot-screen.tsx'),
    route('/login/reset', 'app/reset-screen.tsx'),
    route('/login/welcome', 'app/welcome-screen.tsx'),
    route('/login/emergency', 'app/emergency-screen.tsx'),
  ]),
  layout('signed-in', 'app/signed-in-layout.tsx', [
    layout('admin', 'app/admin-layout.tsx', [
      index('schools/schools-screen.tsx'),
      route('/schools/$id/settings', 'schools/about-screen.tsx'),
      route('/schools/$id/settings/periods', 'periods/periods-screen.tsx'),
      route('/schools/$school/period/$period/set-up', 'periods/set-up-screen.tsx'),
      route('/schools/$school/period/$period/insurance-options', 'periods/insurance-options-screen.tsx'),
      route('/schools/$school/period/$period/insurance-options/$plan', 'periods/plan-screen.tsx'),
      route('/schools/$school/period/$period/waiver-options', 'periods/waiver-options-screen.tsx'),
      route(
        '/schools/$school/period/$period/student-form-submissions',
        'form-submissions/submissions-screen.tsx',
      ),
      route(
        '/schools/$school/period/$period/student-form-submissions/agreement',
        'form-submissions/agreement-screen.tsx',
      ),
      route('/schools/$school/period/$period/reports', 'reports/reports-screen.tsx'),
      route('/schools/$school/period/$period/reports/bursar', 'bursar/bursar-screen.tsx'),
      route('/schools/$school/period/$period/reports/bursar/$batch', 'bursar/batch-screen.tsx'),
      route('/schools/$school/period/$period/reports/carrier-file', 'carrier-files/carrier-file-screen.tsx'),
      route(
        '/schools/$school/period/$period/reports/carrier-file/settings',
        'carrier-files/settings-screen.tsx',
      ),
      route('/schools/$school/period/$period/reports/age-out', 'reports/age-out-screen.tsx'),
      route('/schools/$school/period/$period/reports/waiver-export', 'reports/waiver-export-screen.tsx'),
      route('/schools/$school/period/$period/reports/scheduled', 'report-schedules/scheduled-screen.tsx'),
      route('/schools/$school/period/$period/reports/figures', 'reports/figures-screen.tsx'),
      route('/schools/$school/period/$period/reverifications', 'reverifications/reverifications-screen.tsx'),
      route('/schools/$id/settings/colors', 'schools/colors-screen.tsx'),
      route('/schools/$id/settings/files', 'schools/files-screen.tsx'),
      route('/schools/$id/settings/emails', 'schools/email-settings-screen.tsx'),
      route('/schools/$id/settings/eligibility', 'schools/eligibility-settings-screen.tsx'),
      route('/schools/$id/settings/school-email-templates', 'email-templates/school-list-screen.tsx'),
      route('/schools/$school/email-templates/$email', 'email-templates/school-template-screen.tsx'),
      route('/settings', 'app/settings-screen.tsx'),
      route('/settings/global-email-templates', 'email-templates/global-list-screen.tsx'),
      route('/settings/global-email-templates/$email', 'email-templates/global-template-screen.tsx'),
      route('/settings/insurance-companies', 'insurance-companies/companies-screen.tsx'),
      route('/settings/insurance-companies/$company', 'insurance-companies/company-screen.tsx'),
      route('/settings/payer-health', 'verifications/payer-health-screen.tsx'),
      route('/settings/mailbox', 'emails/mailbox-screen.tsx'),
      route('/settings/activity', 'audit/activity-screen.tsx'),
      route('/settings/activity/review', 'audit/review-screen.tsx'),
      route('/settings/email-delivery', 'email-delivery/delivery-screen.tsx'),
      route('/settings/email-delivery/blocked-addresses', 'email-delivery/blocked-screen.tsx'),
      route(
        '/schools/$school/period/$period/student-form-submission/$submission',
        'form-submissions/submission-screen.tsx',
      ),
      ...website('/schools/$school/period/$period/website'),
    ]),
    layout('own-school', 'app/own-school-layout.tsx', [
      route('/schools/$school/period', 'periods/no-period-screen.tsx'),
      route('/schools/$school/period/$period', 'student-periods/student-list-screen.tsx'),
      route('/schools/$school/period/$period/home', 'app/home-screen.tsx'),
      route('/schools/$school/period/$period/emails', 'emails/batches-screen.tsx'),
      route('/schools/$school/period/$period/import', 'imports/import-screen.tsx'),
      route('/schools/$school/period/$period/import/$import', 'imports/import-result-screen.tsx'),
    ]),
    layout('numbered', 'app/numbered-layout.tsx', [
      route('/student/$student', 'students/student-layout.tsx', [
        index('students/student-index.tsx'),
        route('overview', 'students/overview-screen.tsx'),
        route('policy-years/$period/info', 'students/info-screen.tsx'),
        route('policy-years/$period/insurance-details', 'students/insurance-details-screen.tsx'),
        route('policy-years/$period/form-submissions', 'students/form-submissions-screen.tsx'),
        route('notes', 'notes/notes-screen.tsx'),
        route('documents', 'documents/documents-screen.tsx'),
        route('emails', 'emails/student-emails-screen.tsx'),
        route('inovalon-verifications', 'students/verifications-screen.tsx'),
        route('manage-policy-years', 'students/manage-policy-years-screen.tsx'),
        route('history', 'students/history-screen.tsx'),
        route('disclosures', 'audit/disclosures-screen.tsx'),
      ]),
    ]),
  ]),
  route('/two-factor-setup', 'app/two-factor-setup-screen.tsx'),
  route('/not-permitted', 'app/not-permitted-screen.tsx'),
  route('/general-error', 'app/general-error-screen.tsx'),
  route('/gallery', 'app/gallery-screen.tsx'),
])

export default routes
