import type { JobKind } from '#contract/jobs/shapes.ts'
import { formatCount } from '#client/lib/format.ts'

/** How long work is spoken of where nobody who asked for it is at hand, as after a reload. */
export interface JobWords {
  /** While it waits or runs. */
  readonly running: string
  /** Once it is done: '12,000 records changed'. */
  readonly done: (changed: number) => string
  /** What its undo counts. */
  readonly noun: string
}

const recordsChanged = (changed: number): string => `${formatCount(changed, 'record')} changed`

export const jobWords: Record<JobKind, JobWords> = {
  'update-coverage-statuses': {
    running: 'Coverage statuses are being changed',
    done: recordsChanged,
    noun: 'student',
  },
  'update-student-status': {
    running: 'Academic statuses are being changed',
    done: recordsChanged,
    noun: 'student',
  },
  'update-other-field': { running: 'A field is being changed', done: recordsChanged, noun: 'student' },
  delete: {
    running: 'Students are being removed',
    done: (changed) => `${formatCount(changed, 'student')} removed`,
    noun: 'student',
  },
  'add-notes': {
    running: 'Notes are being added',
    done: (changed) => `${formatCount(changed, 'note')} added`,
    noun: 'student',
  },
  'rename-option': {
    running: 'An option is being renamed',
    done: (changed) => `Option renamed, with ${formatCount(changed, 'record')}`,
    noun: 'record',
  },
  'merge-insurance-companies': {
    running: 'Insurance companies are being merged',
    done: (changed) => `Insurance companies merged: ${formatCount(changed, 'record')}`,
    noun: 'record',
  },
  'assign-insurance-names': {
    running: 'An insurance name is being assigned',
    done: (changed) => `Insurance name assigned: ${formatCount(changed, 'record')}`,
    noun: 'record',
  },
  'undo-change': { running: 'The change is being undone', done: recordsChanged, noun: 'student' },
}
