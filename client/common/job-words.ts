import type { JobKind } from '#contract/jobs/shapes.ts'
import { formatCount } from '#client/lib/format.ts'

/** How long work is spoken of where nobody who asked for it is at hand, as after a reload. */
export interface JobWords {
  /** While it waits or runs. */
  readonly running: string
  /** Where it ended without having done anything; why stands beside it. */
  readonly failed: string
  /** Once it is done: 'Coverage statuses of 12,000 records changed'. */
  readonly done: (changed: number) => string
  /** What its undo counts. */
  readonly noun: string
}

export const jobWords: Record<JobKind, JobWords> = {
  'update-coverage-statuses': {
    running: 'Coverage statuses are being changed',
    failed: 'Coverage statuses were not changed',
    done: (changed) => `Coverage statuses of ${formatCount(changed, 'record')} changed`,
    noun: 'student',
  },
  'update-student-status': {
    running: 'Academic statuses are being changed',
    failed: 'Academic statuses were not changed',
    done: (changed) => `Academic status of ${formatCount(changed, 'record')} changed`,
    noun: 'student',
  },
  'update-other-field': {
    running: 'A field is being changed',
    failed: 'The field was not changed',
    done: (changed) => `A field of ${formatCount(changed, 'record')} changed`,
    noun: 'student',
  },
  delete: {
    running: 'Students are being removed',
    failed: 'The students were not removed',
    done: (changed) => `${formatCount(changed, 'student')} removed`,
    noun: 'student',
  },
  'add-notes': {
    running: 'Notes are being added',
    failed: 'The notes were not added',
    done: (changed) => `${formatCount(changed, 'note')} added`,
    noun: 'student',
  },
  'rename-option': {
    running: 'An option is being renamed',
    failed: 'The option was not renamed',
    done: (changed) => `Option renamed, with ${formatCount(changed, 'record')}`,
    noun: 'record',
  },
  'merge-insurance-companies': {
    running: 'Insurance companies are being merged',
    failed: 'The insurance companies were not merged',
    done: (changed) => `Insurance companies merged: ${formatCount(changed, 'record')}`,
    noun: 'record',
  },
  'assign-insurance-names': {
    running: 'An insurance name is being assigned',
    failed: 'The insurance name was not assigned',
    done: (changed) => `Insurance name assigned: ${formatCount(changed, 'record')}`,
    noun: 'record',
  },
  'undo-change': {
    running: 'The change is being undone',
    failed: 'Not undone',
    done: (changed) => `${formatCount(changed, 'record')} changed back`,
    noun: 'student',
  },
}
