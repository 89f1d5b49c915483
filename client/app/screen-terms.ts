/** Search terms that find a screen in the palette, besides its label, by the screen’s key. */
export const screenTerms: Readonly<Record<string, string>> = {
  home: 'start overview today deadlines tasks',
  students: 'list roster coverage',
  import: 'csv upload roster file',
  emails: 'messages progress stop',
  'set-up': 'checklist compare year attention policy',
  'insurance-options': 'medical dental vision plan premium exempt cohort deadline fee coverage term',
  'waiver-options': 'rules requirements rule set deductible medicaid approval appeal reverification',
  website: 'faqs pages home plan resources contact',
  'school-settings': 'about name address contacts time zone logo colors branding files pictures archive',
  periods: 'periods settings dates',
  schools: 'list all start home',
  'insurance-companies': 'carriers payers settings merge duplicates',
  'email-templates': 'messages texts translations',
  mailbox: 'emails sent failed messages',
  'email-delivery': 'bounced blocked addresses mail server smtp spf dkim dmarc',
  forms: 'submissions waiver enroll review queue decide unmatched',
}
