import type { Cause, HistoryEntry, HistoryKind } from '#contract/history/shapes.ts'

const kindWords: Record<HistoryKind, string> = {
  school_created: 'created the school',
  school_changed: 'changed the school',
  school_archived: 'archived the school',
  period_document_changed: 'changed the set-up',
  period_documents_published: 'published',
  option_renamed: 'renamed an option',
  custom_page_created: 'added a page',
  custom_page_changed: 'changed a page',
  custom_page_removed: 'deleted a page',
  custom_page_restored: 'brought a page back',
  custom_pages_ordered: 'put the pages in another order',
  periods_ordered: 'changed the order of the policy years',
  period_created: 'created the policy year',
  period_changed: 'changed the policy year',
  student_created: 'added the student',
  student_changed: 'changed the student',
  student_removed: 'removed the student',
  student_period_created: 'added the student to the policy year',
  student_period_changed: 'changed the enrollment',
  student_period_removed: 'removed the student from the policy year',
  coverage_status_changed: 'changed the coverage status',
  coverage_status_overridden: 'overrode the coverage status',
  student_status_changed: 'changed the student’s status',
  dependent_added: 'added a dependent',
  dependent_changed: 'changed a dependent',
  dependent_removed: 'removed a dependent',
  note_added: 'added a note',
  note_changed: 'changed a note',
  note_removed: 'removed a note',
  note_restored: 'brought a note back',
  file_added: 'added a document',
  file_replaced: 'replaced a document',
  file_changed: 'changed a document',
  file_removed: 'removed a document',
  file_restored: 'restored a document',
  insurance_company_created: 'created an insurance company',
  insurance_company_changed: 'changed an insurance company',
  insurance_company_removed: 'removed an insurance company',
  insurance_company_restored: 'brought an insurance company back',
  insurance_companies_merged: 'merged insurance companies',
  insurance_names_assigned: 'made typed names an insurance company',
  user_created: 'created a user',
  user_changed: 'changed a user',
  password_changed: 'changed a password',
  two_factor_changed: 'changed a second factor',
  import_applied: 'imported students',
  view_created: 'saved a view',
  view_changed: 'changed a view',
  view_removed: 'removed a view',
  view_restored: 'brought a view back',
  change_undone: 'took a change back',
}

const causeWords: Record<Cause, string | null> = {
  person: null,
  import: 'by import',
  bulk: 'with others',
  system: null,
  student: null,
  undo: null,
}

/** 'Changed the coverage status' */
export const kindLabel = (kind: HistoryKind): string => {
  const words = kindWords[kind]
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Where a change came from, to choose by. */
export const sourceLabels: Record<Cause, string> = {
  person: 'A person',
  import: 'Import',
  bulk: 'Bulk change',
  system: 'Shipmate by itself',
  student: 'The student',
  undo: 'Undo',
}

/** 'changed the coverage status with others' */
export const actInWords = ({ kind, cause }: Pick<HistoryEntry, 'kind' | 'cause'>): string =>
  [kindWords[kind], causeWords[cause]].filter((part) => part !== null).join(' ')

/** Who did it: a person by name, the student, or Shipmate by itself. */
export const actorInWords = ({ actor, cause }: Pick<HistoryEntry, 'actor' | 'cause'>): string => {
  if (actor) return actor.name === '' ? 'Somebody' : actor.name
  return cause === 'student' ? 'The student' : 'Shipmate'
}
