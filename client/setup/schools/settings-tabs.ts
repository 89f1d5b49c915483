/** The screens of a school’s settings: the end of their addresses, and their names. */
export const settingsTabs: readonly (readonly [part: string, label: string])[] = [
  ['', 'About'],
  ['/periods', 'Policy years'],
  ['/colors', 'Colors'],
  ['/student-site', 'Student site'],
  ['/files', 'Files'],
  ['/eligibility', 'Eligibility checks'],
  ['/sign-in', 'Sign-in'],
  ['/emails', 'Emails'],
  ['/school-email-templates', 'Email templates'],
  ['/api-tokens', 'API tokens'],
  ['/webhooks', 'Webhooks'],
]
