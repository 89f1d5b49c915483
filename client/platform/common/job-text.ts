import type { JobKind } from '#contract/platform/jobs/shapes.ts'
import { formatCount } from '#client/platform/lib/format.ts'

/** The texts of a background job when the page that started it is gone, for example after a reload. */
interface JobWords {
  /** While it's queued or running. */
  readonly running: string
  /** If it failed; shown with the reason. */
  readonly failed: string
  /** When it's done: 'Coverage status changed for 12,000 records'. */
  readonly done: (changed: number) => string
  /** The noun that its undo counts. */
  readonly noun: string
}

export const jobWords: Record<JobKind, JobWords> = {
  'update-coverage-statuses': {
    running: 'Changing coverage statuses',
    failed: 'Couldn’t change coverage statuses',
    done: (changed) => `Coverage status changed for ${formatCount(changed, 'record')}`,
    noun: 'student',
  },
  'update-student-status': {
    running: 'Changing academic statuses',
    failed: 'Couldn’t change academic statuses',
    done: (changed) => `Academic status changed for ${formatCount(changed, 'record')}`,
    noun: 'student',
  },
  'update-other-field': {
    running: 'Changing a field',
    failed: 'Couldn’t change the field',
    done: (changed) => `Field changed in ${formatCount(changed, 'record')}`,
    noun: 'student',
  },
  'set-plan-premiums': {
    running: 'Setting premiums',
    failed: 'Couldn’t set the premiums',
    done: (changed) => `Premiums set for ${formatCount(changed, 'record')}`,
    noun: 'student',
  },
  delete: {
    running: 'Removing students',
    failed: 'Couldn’t remove students',
    done: (changed) => `${formatCount(changed, 'student')} removed`,
    noun: 'student',
  },
  'add-notes': {
    running: 'Adding notes',
    failed: 'Couldn’t add notes',
    done: (changed) => `${formatCount(changed, 'note')} added`,
    noun: 'student',
  },
  'compose-email': {
    running: 'Queuing emails',
    failed: 'Couldn’t send the emails',
    done: (changed) => `${formatCount(changed, 'email')} queued`,
    noun: 'email',
  },
  'rename-option': {
    running: 'Renaming option',
    failed: 'Couldn’t rename the option',
    done: (changed) => `Option renamed in ${formatCount(changed, 'record')}`,
    noun: 'record',
  },
  'merge-insurance-companies': {
    running: 'Merging insurance companies',
    failed: 'Couldn’t merge insurance companies',
    done: (changed) => `Insurance companies merged in ${formatCount(changed, 'record')}`,
    noun: 'record',
  },
  'assign-insurance-names': {
    running: 'Matching insurance name',
    failed: 'Couldn’t match the insurance name',
    done: (changed) => `Insurance name matched in ${formatCount(changed, 'record')}`,
    noun: 'record',
  },
  'apply-setup': {
    running: 'Applying the setup',
    failed: 'Couldn’t apply the setup',
    done: (changed) => `Setup applied to ${formatCount(changed, 'record')}`,
    noun: 'student',
  },
  'enroll-by-default': {
    running: 'Auto-enrolling students',
    failed: 'Couldn’t auto-enroll students',
    done: (changed) => `${formatCount(changed, 'student')} auto-enrolled`,
    noun: 'student',
  },
  'tell-auto-enrolled': {
    running: 'Queuing emails',
    failed: 'Couldn’t send the emails',
    done: (changed) => `${formatCount(changed, 'email')} queued`,
    noun: 'email',
  },
  'undo-change': {
    running: 'Undoing the change',
    failed: 'Couldn’t undo',
    done: (changed) => `Undone for ${formatCount(changed, 'record')}`,
    noun: 'student',
  },
}
