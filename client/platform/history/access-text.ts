import { fileKindLabels, fileKinds, type FileKind } from '#contract/platform/record/file-kinds.ts'
import { withinSentence } from '#contract/platform/letter-case.ts'

/** What the text of an access needs: a row of the access log or of the activity log. */
interface Access {
  readonly action: string
  readonly subject: { readonly type: string } | null
  readonly detail: string | null
}

/** Parts of Shipmate that aren’t a student’s record. */
const viewedParts: Readonly<Record<string, string>> = {
  activity: 'the activity log',
  disclosures: 'the record of disclosures',
  student_period: 'a policy year',
  status_page: 'the status on the student website',
}

const viewed = ({ subject, detail }: Access): string => {
  const part = viewedParts[subject?.type ?? '']
  if (part !== undefined) return `viewed ${part}`
  if (detail === null) return 'viewed the record'
  return detail.startsWith('as of') ? 'viewed a past version of the record' : `viewed the ${detail}`
}

const isFileKind = (text: string | null): text is FileKind => fileKinds.some((kind) => kind === text)

const downloadedFiles: Readonly<Record<string, string>> = {
  export: 'an exported student list',
  made_report: 'a scheduled report',
  bursar_batch: 'a bursar file',
  import: 'the rejected rows of an import',
}

const downloaded = ({ subject, detail }: Access): string => {
  if (subject?.type === 'carrier_file') return `downloaded a carrier file ${detail ?? ''}`
  const file = downloadedFiles[subject?.type ?? '']
  if (file !== undefined) return `downloaded ${file}`
  return isFileKind(detail) && detail !== 'other'
    ? `viewed a document: ${withinSentence(fileKindLabels[detail])}`
    : 'viewed a document'
}

const exportedParts: Readonly<Record<string, string>> = {
  activity: 'exported the activity log',
  disclosures: 'downloaded the record of disclosures',
  export: 'exported the student list',
}

const exported = ({ subject, detail }: Access): string => {
  const type = subject?.type ?? ''
  if (type === 'carrier_file') return `released a carrier file ${detail ?? ''}`
  const isPrint = detail?.startsWith('print') === true
  return exportedParts[type] ?? (isPrint ? 'printed the student list' : 'exported a report')
}

const revealed = ({ subject, detail }: Access): string => {
  if (subject?.type === 'eligibility_report') return 'revealed the raw text of an eligibility check'
  if (subject?.type === 'user')
    return detail?.startsWith('emergency') === true ? 'created an emergency code' : 'created a sign-in link'
  return subject?.type === 'dependent' ? 'revealed a dependent’s SSN' : 'revealed the SSN'
}

const others: Readonly<Record<string, string>> = {
  refused: 'was denied access',
  login: 'signed in',
  login_failed: 'couldn’t sign in',
  logout: 'signed out',
  emergency: 'signed in with the emergency code',
}

/** Returns an access as text: 'viewed the notes', 'revealed the SSN'. */
export const accessText = (access: Access): string => {
  if (access.action === 'view') return viewed(access)
  if (access.action === 'download') return downloaded(access)
  if (access.action === 'export') return exported(access)
  return access.action === 'reveal' ? revealed(access) : (others[access.action] ?? access.action)
}

/** Returns who made an access without being a user: the student, or someone who isn’t known. */
export const visitorText = ({ subject, detail }: Access): string =>
  subject?.type === 'status_page' && detail === 'by a code' ? 'Student' : 'Someone'

/** Returns the reason a user gave for revealing an SSN; null for all other accesses. */
export const accessReason = ({ action, subject, detail }: Access): string | null =>
  action === 'emergency' ||
  (action === 'reveal' && subject?.type !== 'eligibility_report' && subject?.type !== 'user')
    ? detail
    : null
