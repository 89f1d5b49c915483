import type { AccessEntry } from '#contract/history/shapes.ts'
import { withinSentence } from '#client/common/field-words.ts'
import { fileKindLabels, fileKinds, type FileKind } from '#contract/documents/choices.ts'

type Act = Pick<AccessEntry, 'action' | 'subject' | 'detail'>

const whose = ({ subject }: Act): string => (subject?.type === 'dependent' ? 'a dependent’s SSN' : 'the SSN')

const viewed = ({ subject, detail }: Act): string => {
  if (detail === null)
    return subject?.type === 'student_period' ? 'opened a policy year' : 'opened the record'
  return detail.startsWith('as of') ? 'looked at the record as it was' : `opened the ${detail}`
}

const isFileKind = (text: string | null): text is FileKind => fileKinds.some((kind) => kind === text)

const downloaded = ({ detail }: Act): string =>
  isFileKind(detail) && detail !== 'other'
    ? `opened a document: ${withinSentence(fileKindLabels[detail])}`
    : 'opened a document'

/** What somebody did to see a student: 'opened the notes', 'looked at the SSN'. */
export const accessInWords = (act: Act): string => {
  if (act.action === 'view') return viewed(act)
  if (act.action === 'download') return downloaded(act)
  if (act.action === 'reveal') return `looked at ${whose(act)}`
  return act.action === 'refused' ? 'was refused' : act.action
}

/** Why an SSN was looked at, in the person's words; null for everything else. */
export const accessReason = ({ action, detail }: Act): string | null => (action === 'reveal' ? detail : null)
